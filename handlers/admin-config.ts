import type { Handler } from './handler.ts';

export const getAdminConfig: Handler<'getAdminConfig'> = async (_call, { configuration }) => {
  return { status: 200, body: await configuration.view() };
};

export const updateAdminConfig: Handler<'updateAdminConfig'> = async ({ body, caller }, { configuration }) => {
  await configuration.change(body, caller.userId);
  return { status: 200, body: await configuration.view() };
};

export const getAdminConfigProvenance: Handler<'getAdminConfigProvenance'> = async (_call, { configuration }) => {
  return { status: 200, body: { object: 'config.provenance', settings: await configuration.provenance() } };
};

export const revealAdminConfig: Handler<'revealAdminConfig'> = async ({ params }, { configuration }) => {
  return { status: 200, body: { path: params.path, value: await configuration.reveal(params.path) } };
};
