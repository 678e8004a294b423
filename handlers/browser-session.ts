import type { components } from '../generated/openapi.ts';
import type { Services } from '../services/index.ts';
import * as sessions from '../services/people/index.ts';
import { signIn } from '../services/people/index.ts';
import type { Handler, Reply } from './handler.ts';

export const createBrowserSession: Handler<'createBrowserSession'> = async ({ body, address }, services) => {
  return started(await signIn(body.email, body.password, address, services.config), services);
};

export const createSessionByLink: Handler<'createSessionByLink'> = async ({ body, address }, services) => {
  return started(await sessions.signInByLink(body.token, address, services.config), services);
};

export const refreshBrowserSession: Handler<'refreshBrowserSession'> = async (
  { caller: { token }, address },
  services,
) => {
  const { config, access } = services;
  const refresh = () => sessions.refreshBrowserSession(token, config);
  return started(await access.credentialThrottle.guard(address, token, refresh), services);
};

export const endBrowserSession: Handler<'endBrowserSession'> = async ({ caller }, services) => {
  const address = (await sessions.signOutOfBrowser(caller.token, services)) ?? null;
  const headers = { 'set-cookie': sessions.sessionCookie(services.site, undefined) };
  return { status: 200, body: { status: 'ok', sign_out_url: address }, headers };
};

type Started = Extract<Reply<'createBrowserSession'>, { status: 200 }>;

/** Omits the refresh token from the body: only the cookie carries it. */
export function started(tokens: components['schemas']['LoginTokens'], { site }: Services): Started {
  const { access_token, token_type, access_expires_at } = tokens;
  return {
    status: 200,
    body: { access_token, token_type, access_expires_at },
    headers: { 'set-cookie': sessions.sessionCookie(site, tokens) },
  };
}
