// Authentication: finds the caller by the bearer token (or the header that the operation takes in its place) or by the cookie of a browser session.

import type { Services } from '../../services/index.ts';
import { sessionToken } from '../../services/people/index.ts';
import { inNetworks, ServiceError } from '../../services/platform/index.ts';
import { credentialKind, type Principal, revoked } from '../../services/tenancy/index.ts';
import { malformed, type Route, type ServerCall } from '../calls/index.ts';

const bearer = /^bearer +([\x21-\x7e]+) *$/i;

/**
 * Sets `call.caller`, unless the operation needs no credential. A credential in the cache needs no database query.
 * Throws `missing_api_key`, `invalid_api_key` or `token_expired`. Throws `rate_limit_exceeded` after too many unknown
 * credentials from one address.
 */
export async function authenticate(call: ServerCall, services: Services): Promise<void> {
  const { callers } = (call.route as Route).access;
  if (callers[0] === 'anyone' || isOpen(call, services)) return;
  if (callers.includes('browser_session')) admitBrowser(call, services);
  else await authenticateBearer(call, services);
}

/** Returns true if this caller needs no credential for the operation. See `local` in spec/common/access.tsp. */
export function isOpen({ route, address, headers }: ServerCall, { config }: Services): boolean {
  if ((route as Route).access.local !== 'open') return false;
  // If the metrics have a separate listener, this path answers 404 to every caller.
  if (config.metrics.public || config.metrics.address !== '') return true;
  // A proxy on this machine that is not in SVC_TRUSTED_PROXIES makes every request look local, so proxy headers count
  // as remote.
  return isLoopback(address) && forwardingHeaders.every((name) => headers[name] === undefined);
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
const isLoopback = inNetworks(['127.0.0.0/8', '::1/128']);

async function authenticateBearer(call: ServerCall, { access }: Services): Promise<void> {
  const { apiKeyHeader } = call.route as Route;
  const credential = credentialOf(call.headers, apiKeyHeader);
  if (credential === undefined) {
    const other = apiKeyHeader === undefined ? '' : ` or as "${apiKeyHeader}: <credential>"`;
    throw new ServiceError('missing_api_key', `Send a credential as "Authorization: Bearer <credential>"${other}.`);
  }
  admit(call, await access.principal(credential, call.address));
}

/**
 * Returns the credential of the request. Throws `malformed_request` if two headers have different credentials, because
 * the caller would be ambiguous.
 */
function credentialOf({ authorization, ...headers }: ServerCall['headers'], apiKeyHeader = ''): string | undefined {
  const token = bearer.exec(authorization ?? '')?.[1];
  const key = headers[apiKeyHeader]?.trim();
  if (key === undefined || key === '') return token;
  if (authorization !== undefined && token !== key)
    throw malformed(`Send one credential: 'authorization' and '${apiKeyHeader}' have different ones.`);
  return key;
}

/** Accepts a refresh token only for the refresh operation, and accepts no other credential there. */
function admit(call: ServerCall, principal: Principal): void {
  const { callers } = (call.route as Route).access;
  if (callers.includes('refresh_token') !== (principal.kind === 'refresh_token')) throw revoked();
  call.caller = principal;
}

/** Accepts the cookie only without an Authorization header: with both, the caller would be ambiguous. */
function admitBrowser(call: ServerCall, { site }: Services): void {
  const token = sessionToken(site, call.headers.cookie);
  if (token === undefined) throw new ServiceError('missing_api_key', 'This browser is not signed in.');
  if (call.headers.authorization !== undefined) {
    throw malformed('Send the session cookie or an Authorization header, not both.');
  }
  if (credentialKind(token) !== 'refresh') throw revoked();
  call.caller = { kind: 'browser_session', token };
}
