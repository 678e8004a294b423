// Logout tokens: a provider tells this server that a session there has ended (OpenID Connect Back-Channel Logout 1.0).
//
// Whoever has such a token can end sessions, so it must be signed by the provider for this server alone, be young, say
// that it is a logout token, and not be an ID token. Each is good once (sign-out.ts).

import type { ServerMetadata } from 'openid-client';
import { boundedFetch, lazyRequire } from '../../platform/index.ts';
import type { ProviderSettings } from '../../settings/index.ts';

const jose = lazyRequire<typeof import('jose')>('jose');
const event = 'http://schemas.openid.net/event/backchannel-logout';
const maxAgeSeconds = 600;
/** By how much the clocks of the provider and of this server may differ: without it, sign-outs would be refused unseen. */
export const clockToleranceSeconds = 300;
/** After this time, a token is too old to be sent again. */
export const tokenLifeSeconds = maxAgeSeconds + 2 * clockToleranceSeconds;
/** Signatures by a key that only the provider has: a token is never signed with the client's secret. */
const asymmetric = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/;
const types = [undefined, 'jwt', 'logout+jwt', 'application/logout+jwt'];

/** The end of a session at the provider. At least one of subject and session is there. */
export interface Logout {
  tokenId: string;
  subject: string | undefined;
  session: string | undefined;
}

type Keys = ReturnType<ReturnType<typeof jose>['createRemoteJWKSet']>;

/** The keys by their address. They are kept for 10 minutes, and asked for again if a token has an unknown one. */
const keysAt = new Map<string, Keys>();

/** Returns what a logout token says. Throws if it is not valid for this server. */
export async function readLogoutToken(
  token: string,
  { issuer, client_id: audience }: ProviderSettings,
  { jwks_uri: keys, id_token_signing_alg_values_supported: supported = ['RS256'] }: ServerMetadata,
): Promise<Logout> {
  if (keys === undefined) throw new Error('The provider publishes no keys.');
  const { payload, protectedHeader } = await jose().jwtVerify(token, keysOf(keys), {
    algorithms: supported.filter((name) => asymmetric.test(name)),
    audience,
    clockTolerance: clockToleranceSeconds,
    issuer,
    maxTokenAge: maxAgeSeconds,
    requiredClaims: ['aud', 'events', 'exp', 'iat', 'iss', 'jti'],
  });
  const { aud, events, jti, nonce, sid, sub } = payload;
  if (!types.includes(protectedHeader.typ?.toLowerCase())) throw new Error('The token is of another type.');
  if ([aud].flat().length !== 1) throw new Error('The token has several audiences.');
  if (!isObject(events) || !isObject(events[event])) throw new Error('The token is no logout token.');
  if (nonce !== undefined) throw new Error('The token has a nonce, as ID tokens have.');
  if (!isText(jti)) throw new Error('The token has no id.');
  if ([sub, sid].some((one) => one !== undefined && !isText(one)) || (sub === undefined && sid === undefined))
    throw new Error('The token names neither a person nor a session.');
  return { tokenId: jti, subject: sub, session: sid as string | undefined };
}

function keysOf(address: string): Keys {
  const { createRemoteJWKSet, customFetch } = jose();
  const fetchKeys = (url: string, { method, headers }: { method: string; headers: Headers }): Promise<Response> =>
    boundedFetch(url, { method, headers: Object.fromEntries(headers) });
  const keys = keysAt.get(address) ?? createRemoteJWKSet(new URL(address), { [customFetch]: fetchKeys });
  keysAt.set(address, keys);
  return keys;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 1000;
}
