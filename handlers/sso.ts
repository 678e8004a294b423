import * as people from '../services/people/index.ts';
import type { Handler } from './handler.ts';

export const getSignIn: Handler<'getSignIn'> = async ({ params }, services) => {
  const { url, cookie } = await people.beginProviderSignIn(params.provider, services);
  return { status: 303, body: undefined, headers: { location: url, 'set-cookie': cookie } };
};

export const getSignInCallback: Handler<'getSignInCallback'> = async (
  { params, query, headers, address },
  services,
) => {
  const callback = { query, cookies: headers.cookie, address };
  const tokens = await people.finishProviderSignIn(params.provider, callback, services);
  const cookie = people.sessionCookie(services.site, tokens);
  return { status: 303, body: undefined, headers: { location: '/panel', 'set-cookie': cookie } };
};

export const endProviderLogins: Handler<'endProviderLogins'> = async ({ params, bytes, address }, services) => {
  await people.endProviderLogins(params.provider, { form: bytes?.toString() ?? '', address }, services);
  return { status: 200, body: { status: 'ok' } };
};
