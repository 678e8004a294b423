// Selects the server and the credential of a command.

import type { components } from '../../generated/openapi.ts';
import { ApiError, type ApiRequest, receive, send, serverAddress } from './client.ts';
import { currentServer, type Defaults, renewLogin, savedDefaults, savedLogin, signedOut } from './saved-logins.ts';

/** The global flags. Environment variables replace some of them. */
export interface Globals {
  organization?: string;
  project?: string;
  url?: string;
  token?: string;
  insecure?: boolean;
  json?: boolean;
}

const defaultAddress = 'http://127.0.0.1:8080';
/**
 * The limit of token refreshes for one request. Other commands may also refresh the token between two attempts, but not
 * this often.
 */
const maxRenewals = 3;

/**
 * Returns the server's base URL: --url, else SVC_URL, else the server of the last login, else the default of `npm
 * start`.
 */
export function addressOf({ url, insecure }: Globals): string {
  return serverAddress(url || process.env.SVC_URL || currentServer() || defaultAddress, insecure === true);
}

/**
 * Returns the organization and the project of commands that name none: SVC_ORGANIZATION and SVC_PROJECT, else what `svc
 * use` saved. The saved ones belong to the saved login: a credential of --token or SVC_TOKEN has its own organization.
 */
export function defaultsOf(globals: Globals): Defaults {
  const { SVC_ORGANIZATION: organization, SVC_PROJECT: project, SVC_TOKEN: token } = process.env;
  const saved = globals.token || token ? {} : savedDefaults(addressOf(globals));
  const isElsewhere = Boolean(organization) && organization !== saved.organization;
  const chosen = {
    organization: organization || saved.organization,
    project: project || (isElsewhere ? undefined : saved.project),
  };
  return Object.fromEntries(Object.entries(chosen).filter(([, id]) => id !== undefined));
}

/** Returns the organization that the server uses for the signed-in user; undefined for a key, or if there is none. */
export async function defaultOrganization(globals: Globals): Promise<string | undefined> {
  try {
    const account = (await call(globals, { method: 'GET', path: '/auth/me' })) as components['schemas']['Account'];
    return account.default_organization_id ?? undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return undefined;
    throw error;
  }
}

/**
 * Sends the request with the credential of --token, else SVC_TOKEN, else the saved login. Returns the response body.
 */
export function call(globals: Globals, request: ApiRequest): Promise<unknown> {
  return callBy(send, globals, request);
}

/** Sends the request like `call`, and returns the response body as a stream of bytes. */
export function download(globals: Globals, request: ApiRequest): Promise<ReadableStream<Uint8Array>> {
  return callBy(receive, globals, request);
}

type Send<Answer> = (address: string, request: ApiRequest, token: string | undefined) => Promise<Answer>;

async function callBy<Answer>(by: Send<Answer>, globals: Globals, request: ApiRequest): Promise<Answer> {
  const address = addressOf(globals);
  const token = globals.token || process.env.SVC_TOKEN;
  if (token) return by(address, request, token);
  const login = savedLogin(address);
  if (login === undefined) throw signedOut(address);
  return asUser(by, address, request, login.access_token);
}

/**
 * Returns a credential that is valid for the given number of seconds. A saved login is refreshed if it expires earlier.
 */
export async function lastingToken(globals: Globals, seconds: number): Promise<string> {
  const address = addressOf(globals);
  const token = globals.token || process.env.SVC_TOKEN;
  if (token) return token;
  const login = savedLogin(address);
  if (login === undefined) throw signedOut(address);
  const lasts = login.access_expires_at * 1000 - Date.now() > seconds * 1000;
  return lasts ? login.access_token : (await renewLogin(address, login.access_token)).access_token;
}

/**
 * Sends the request as the signed-in user. If the server refuses the token, refreshes it and sends the request again,
 * which is safe because a 401 has no effect.
 */
export function callAsUser(address: string, request: ApiRequest, firstToken: string): Promise<unknown> {
  return asUser(send, address, request, firstToken);
}

async function asUser<Answer>(
  by: Send<Answer>,
  address: string,
  request: ApiRequest,
  firstToken: string,
): Promise<Answer> {
  let token = firstToken;
  for (let renewals = 0; ; renewals += 1) {
    try {
      return await by(address, request, token);
    } catch (error) {
      if (!isRefusedToken(error) || renewals === maxRenewals) throw error;
      token = (await renewLogin(address, token)).access_token;
    }
  }
}

/** Includes `invalid_api_key`: when another command refreshes the token, the old access token is invalid at once. */
function isRefusedToken(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'token_expired' || error.code === 'invalid_api_key');
}
