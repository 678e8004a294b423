import type { components } from '../generated/openapi.ts';
import * as people from '../services/people/index.ts';
import type { Handler } from './handler.ts';

type Refusal = components['schemas']['DeviceTokensRefused']['error'];

const sentences: Record<Refusal, string> = {
  authorization_pending: 'The user has not decided yet.',
  slow_down: 'The device asks too often. Wait 5 seconds longer between two questions from now on.',
  access_denied: 'The user has refused the sign-in.',
  expired_token: 'The code has expired. Begin the sign-in again.',
  invalid_grant: 'The code is unknown, or was used. Begin the sign-in again.',
};

export const createDeviceSignIn: Handler<'createDeviceSignIn'> = async ({ body, address }, { site }) => {
  return { status: 200, body: await people.beginDeviceSignIn(body.client_name, address, site) };
};

export const createDeviceTokens: Handler<'createDeviceTokens'> = async ({ body }, { config }) => {
  const tokens = await people.takeDeviceTokens(body.device_code, config);
  if (typeof tokens !== 'string') return { status: 200, body: tokens };
  return { status: 400, body: { error: tokens, error_description: sentences[tokens] } };
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
