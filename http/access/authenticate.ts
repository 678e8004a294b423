// Authentication: finds the caller by the bearer token (or the header that the operation takes in its place) or by the cookie of a browser session.

import type { Services } from '../../services/index.ts';
import { sessionToken } from '../../services/people/index.ts';
import { inNetworks, ServiceError } from '../../services/platform/index.ts';
import { type BrowserSessionPrincipal, credentialKind, type Principal, revoked } from '../../services/tenancy/index.ts';
import { type Matched, malformed, type Route, type ServerCall } from '../calls/index.ts';

const bearer = /^bearer +([\x21-\x7e]+) *$/i;

/**
 * Returns the caller; undefined if the operation needs no credential. A credential in the cache needs no database query.
 * Throws `missing_api_key`, `invalid_api_key` or `token_expired`. Throws `rate_limit_exceeded` after too many unknown
 * credentials from one address.
 */
export async function authenticate(
  call: ServerCall,
  { route }: Matched,
  services: Services,
): Promise<Principal | undefined> {
  const { callers } = route.access;
  if (callers[0] === 'anyone' || isOpen(call, route, services)) return undefined;
  if (callers.includes('browser_session')) return browser(call, services);
  return await authenticateBearer(call, route, services);
}

/** Returns true if this caller needs no credential for the operation. See `local` in spec/common/access.tsp. */
export function isOpen({ address, headers }: ServerCall, { access }: Route, { config }: Services): boolean {
  if (access.local !== 'open') return false;
  // If the metrics have a separate listener, this path answers 404 to every caller.
  if (config.metrics.public || config.metrics.address !== '') return true;
  // A proxy on this machine makes every request look local. So a header that only proxies add, or a name that is not
  // the machine's own, counts as remote.
  return isLoopback(address) && namesLoopback(headers.host) && !Object.keys(headers).some(isOfProxy);
}

const isLoopback = inNetworks(['127.0.0.0/8', '::1/128']);
const proxyHeader = /^(?:forwarded|via|x-real-ip|x-forwarded-.*|cf-.*)$/;

function isOfProxy(header: string): boolean {
  return proxyHeader.test(header);
}

/** Returns true if the Host header names this machine: `localhost`, or an address that only the machine itself has. */
function namesLoopback(host = ''): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'));
}

async function authenticateBearer(call: ServerCall, route: Route, { access }: Services): Promise<Principal> {
  const { apiKeyHeader } = route;
  const credential = credentialOf(call.headers, apiKeyHeader);
  if (credential === undefined) {
    const other = apiKeyHeader === undefined ? '' : ` or as "${apiKeyHeader}: <credential>"`;
    throw new ServiceError('missing_api_key', `Send a credential as "Authorization: Bearer <credential>"${other}.`);
  }
  return admitted(await access.principal(credential, call.address), route);
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
function admitted(principal: Principal, { access: { callers } }: Route): Principal {
  if (callers.includes('refresh_token') !== (principal.kind === 'refresh_token')) throw revoked();
  return principal;
}

/** Accepts the cookie only without an Authorization header: with both, the caller would be ambiguous. */
function browser(call: ServerCall, { site }: Services): BrowserSessionPrincipal {
  const token = sessionToken(site, call.headers.cookie);
  if (token === undefined) throw new ServiceError('missing_api_key', 'This browser is not signed in.');
  if (call.headers.authorization !== undefined) {
    throw malformed('Send the session cookie or an Authorization header, not both.');
  }
  if (credentialKind(token) !== 'refresh') throw revoked();
  return { kind: 'browser_session', token };
}
