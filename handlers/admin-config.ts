import type { Handler } from './handler.ts';

export const getAdminConfig: Handler<'getAdminConfig'> = async (_call, { configuration }) => {
  // Who changes a list sends all of it: what another server has changed meanwhile must not be lost.
  await configuration.refresh();
  return { status: 200, body: configuration.view() };
};

export const updateAdminConfig: Handler<'updateAdminConfig'> = async ({ body, caller }, { configuration }) => {
  await configuration.change(body, caller.userId);
  return { status: 200, body: configuration.view() };
};

export const getAdminConfigProvenance: Handler<'getAdminConfigProvenance'> = async (_call, { configuration }) => {
  await configuration.refresh();
  return { status: 200, body: { object: 'config.provenance', settings: configuration.provenance() } };
};

export const revealAdminConfig: Handler<'revealAdminConfig'> = async ({ params }, { configuration }) => {
  return { status: 200, body: { path: params.path, value: await configuration.reveal(params.path) } };
};
