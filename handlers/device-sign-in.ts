import type { components } from '../generated/openapi.ts';
import { nowSeconds } from '../models/clock.ts';
import * as people from '../services/people/index.ts';
import type { Handler } from './handler.ts';

/** The server refuses other grants before the handler. */
type Refusal = Exclude<components['schemas']['DeviceTokensRefused']['error'], 'unsupported_grant_type'>;

const sentences: Record<Refusal, string> = {
  authorization_pending: 'The user has not decided yet.',
  slow_down: 'The device asks too often. Wait 5 seconds longer between two questions from now on.',
  access_denied: 'The user has refused the sign-in.',
  expired_token: 'The code has expired. Begin the sign-in again.',
  invalid_grant: 'The code is unknown, or was used. Begin the sign-in again.',
  invalid_request: 'The form has no grant_type.',
};

export const createDeviceSignIn: Handler<'createDeviceSignIn'> = async ({ body, address }, { site }) => {
  const name = body.client_name ?? body.client_id;
  if (name !== undefined) return { status: 200, body: await people.beginDeviceSignIn(name, address, site) };
  return { status: 400, body: { error: 'invalid_request', error_description: 'Send a client_id or a client_name.' } };
};

export const createDeviceTokens: Handler<'createDeviceTokens'> = async ({ body, bodyText }, { config }) => {
  const refuse = (error: Refusal) => ({ status: 400, body: { error, error_description: sentences[error] } }) as const;
  // Only JSON has a text. It may leave the grant type out, because the first clients of this server did.
  if (body.grant_type === undefined && bodyText === undefined) return refuse('invalid_request');
  const tokens = await people.takeDeviceTokens(body.device_code, config);
  if (typeof tokens === 'string') return refuse(tokens);
  return { status: 200, body: { ...tokens, expires_in: tokens.access_expires_at - nowSeconds() } };
};

export const getDeviceSignIn: Handler<'getDeviceSignIn'> = async ({ body, caller: { token }, address }, { access }) => {
  const work = () => people.getDeviceSignIn(token, body.user_code);
  return { status: 200, body: await access.credentialThrottle.guard(address, token, work) };
};

export const decideDeviceSignIn: Handler<'decideDeviceSignIn'> = async (
  { body, caller: { token }, address },
  { access },
) => {
  const work = () => people.decideDeviceSignIn(token, body);
  return { status: 200, body: await access.credentialThrottle.guard(address, token, work) };
};
