import * as logins from '../services/people/index.ts';
import type { Handler } from './handler.ts';

export const createLogin: Handler<'createLogin'> = async ({ body, address }, { config }) => {
  return { status: 200, body: await logins.signIn(body.email, body.password, address, config) };
};

export const refreshLogin: Handler<'refreshLogin'> = async ({ caller: { token }, address }, { config, access }) => {
  const refresh = () => logins.refreshLogin(token, config.tokens);
  return { status: 200, body: await access.credentialThrottle.guard(address, token, refresh) };
};

export const endLogin: Handler<'endLogin'> = async ({ caller }) => {
  await logins.endLogin(caller.loginId);
  return { status: 200, body: { status: 'ok' } };
};
