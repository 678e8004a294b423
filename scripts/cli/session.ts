// Which server a command talks to, and as whom.

import { type ApiRequest, Refusal, receive, send, serverAddress } from './client.ts';
import { currentServer, renewLogin, savedLogin, signedOut } from './saved-logins.ts';

/** The flags that every command knows, and the variables that stand in for them. */
export interface Globals {
  organization?: string;
  project?: string;
  url?: string;
  token?: string;
  insecure?: boolean;
  json?: boolean;
}

const defaultAddress = 'http://127.0.0.1:8080';
/** Another command may replace the tokens between two of our attempts; more often than this it does not. */
const maxRenewals = 3;

/** The server: of --url, else SVC_URL, else of the last sign-in, else the one that `npm start` starts. */
export function addressOf({ url, insecure }: Globals): string {
  return serverAddress(url || process.env.SVC_URL || currentServer() || defaultAddress, insecure === true);
}

/** Sends the request with the credential of --token, else SVC_TOKEN, else of the saved sign-in. */
export function call(globals: Globals, request: ApiRequest): Promise<unknown> {
  return callBy(send, globals, request);
}

/** The bytes of the answer. */
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

/** A credential for many requests, which take that many seconds: that of a saved sign-in is renewed where it ends before. */
export async function lastingToken(globals: Globals, seconds: number): Promise<string> {
  const address = addressOf(globals);
  const token = globals.token || process.env.SVC_TOKEN;
  if (token) return token;
  const login = savedLogin(address);
  if (login === undefined) throw signedOut(address);
  const lasts = login.access_expires_at * 1000 - Date.now() > seconds * 1000;
  return lasts ? login.access_token : (await renewLogin(address, login.access_token)).access_token;
}

/** Sends the request as the signed-in user. A refused token is renewed, and the request sent again: a 401 did nothing. */
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

/** `invalid_api_key` too: when another command refreshes, the access token of before is gone at once. */
function isRefusedToken(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'token_expired' || error.code === 'invalid_api_key');
}
