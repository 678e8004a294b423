// The sign-in of this browser. The refresh token is in an HttpOnly cookie. The access token is only in the memory of
// the open tabs; after a reload, a tab gets a new one with the cookie.
//
// A refresh uses the cookie's token up, so one tab at a time refreshes and sends the new access token to the others.
// Earlier access tokens stay valid until they expire.

import { note, noted } from './notes.ts';
import { askTabs, inTurn, notifyTabs, onTabMessage } from './tabs.ts';
import { ApiError, exchange } from './wire.ts';

/** A token is replaced this many milliseconds before it expires. */
const aheadMs = 60_000;
const longestTimerMs = 2 ** 31 - 1;
/**
 * A note in localStorage that a user may be signed in: `yes` after a sign-in here, `maybe` while an identity provider
 * asks. Without the note, the panel skips a request that would be refused.
 */
const signedInNote = 'svc-signed-in';
/** The state in sessionStorage with which this tab left for the sign-out at an identity provider. */
const leavingNote = 'svc-leaving';

type Access = { token: string; expiresAtMs: number };

let access: Access | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** `ended`: the server no longer accepts the session. */
type Change = 'signed-in' | 'signed-out' | 'ended';
let onChange: (why: Change) => void = () => undefined;
let hasEnded = false;
/** The requests that wait until the user signs in again. */
let waiting: PromiseWithResolvers<void> | undefined;

/**
 * Checks whether this browser is signed in. Throws an ApiError if the server does not answer.
 * @param listener hears when that changes, in this tab or another; and of every call that comes
 * after the sign-in has ended: it waits for `goOn`.
 */
export async function startSession(listener: (why: Change) => void) {
  onChange = listener;
  onTabMessage((message) => {
    if (message.type === 'ask' && access !== undefined) notifyTabs({ type: 'token', ...access });
    if (message.type === 'token') keep(message);
    if (message.type === 'signed-out') end('signed-out');
    if (message.type === 'signed-in') onChange('signed-in');
  });
  const known = await askTabs(undefined);
  if (known !== undefined) keep(known);
  // The server is asked where the storage is blocked.
  else if (noted('localStorage', signedInNote) !== null) await refresh(undefined).catch(ignoreSignedOut);
}

export function isSignedIn() {
  return access !== undefined;
}

/** Returns whether the session has ended without a sign-out. */
export function hasSessionEnded() {
  return hasEnded;
}

/** Signs in for all tabs. */
export function signIn(email: string, password: string) {
  return begin('/auth/session', { email, password });
}

/** Makes the server's first admin, and signs in for all tabs. */
export function setUp(body: object) {
  return begin('/auth/setup', body);
}

/** Signs in for all tabs by the link of the operator. */
export function signInByLink(token: string) {
  return begin('/auth/session/link', { token });
}

async function begin(path: string, body: object) {
  await inTurn(async () => {
    take(await exchange('POST', path, { body }));
  });
  notifyTabs({ type: 'signed-in' });
}

/** Leaves for the pages of an identity provider, which lead back to the panel. */
export function signInBy(provider: string) {
  note('localStorage', signedInNote, 'maybe');
  location.assign(`/auth/sso/${provider}`);
}

/**
 * Sends a request that only this browser's cookie allows, and no token. Not during a refresh, which replaces the cookie.
 */
export async function byCookie<Answer>(path: string, body: object): Promise<Answer> {
  return (await inTurn(() => exchange<Answer>('POST', path, { body }))).body;
}

/** Signs out in all tabs. Returns the address that ends the session at the identity provider, too; null: there is none. */
export async function signOut(): Promise<string | null> {
  const { body } = await inTurn(() => exchange<{ sign_out_url: string | null }>('DELETE', '/auth/session'));
  forgetSession();
  return body.sign_out_url;
}

/** Leaves for the page of an identity provider that ends the session there, and leads back to the panel. */
export function signOutAt(address: string) {
  note('sessionStorage', leavingNote, new URL(address).searchParams.get('state'));
  location.assign(address);
}

/** Returns true once if the browser comes back from `signOutAt`. Removes the state from the address. */
export function takeReturn(): boolean {
  const state = new URLSearchParams(location.search).get('state');
  if (state === null) return false;
  history.replaceState(null, '', location.pathname + location.hash);
  const kept = noted('sessionStorage', leavingNote);
  note('sessionStorage', leavingNote, null);
  return kept === state;
}

/** Clears the session in all tabs after a sign-out. */
export function forgetSession() {
  notifyTabs({ type: 'signed-out' });
  end('signed-out');
}

/** Clears the session after the server has ended it. */
export function endSession() {
  end('ended');
}

/**
 * Continues the requests that wait for a new sign-in.
 * @param isSignedIn whether it is there again; else they fail.
 */
export function goOn(isSignedIn: boolean) {
  if (isSignedIn) waiting?.resolve();
  else waiting?.reject(signedOut());
  waiting = undefined;
}

/** Returns the access token for a request. Throws an ApiError with status 401 if no user is signed in. */
export async function accessToken(): Promise<string> {
  if (access === undefined) {
    await signInAgain();
    return accessToken();
  }
  return access.expiresAtMs > Date.now() ? access.token : anotherToken(access.token);
}

/**
 * Returns a new token in place of one that the server refused. After the end of a session the token belongs to a new
 * sign-in. Throws an ApiError.
 */
export async function anotherToken(old: string) {
  try {
    return await refresh(old);
  } catch (error) {
    ignoreSignedOut(error);
    return accessToken();
  }
}

/** Waits until the user has signed in again. Throws an ApiError with status 401 if the user declines. */
async function signInAgain() {
  if (!hasEnded) throw signedOut();
  waiting ??= Promise.withResolvers();
  const { promise } = waiting;
  onChange('ended');
  await promise;
}

/** Returns a new token in place of one that is refused or about to expire. Throws an ApiError. */
async function refresh(old: string | undefined): Promise<string> {
  try {
    return await inTurn(async () => {
      // Another tab may have refreshed first, and its message may not have arrived yet.
      if (old !== undefined && access?.token === old) await askTabs(old).then((known) => known && keep(known));
      if (access !== undefined && access.token !== old) return access.token;
      return take(await exchange('POST', '/auth/session/refresh'));
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) end('ended');
    throw error;
  }
}

function take({
  body,
  headers,
}: {
  body: { access_token: string; access_expires_at: number };
  headers: Headers;
}): string {
  // The expiry uses the server's clock, which may differ from this computer's clock.
  const serverNowMs = Date.parse(headers.get('date') ?? '') || Date.now();
  const lifeMs = body.access_expires_at * 1000 - serverNowMs;
  keep({ token: body.access_token, expiresAtMs: Date.now() + lifeMs });
  notifyTabs({ type: 'token', token: body.access_token, expiresAtMs: Date.now() + lifeMs });
  note('localStorage', signedInNote, 'yes');
  return body.access_token;
}

function keep({ token, expiresAtMs }: Access) {
  access = { token, expiresAtMs };
  hasEnded = false;
  clearTimeout(timer);
  const lifeMs = expiresAtMs - Date.now();
  const waitMs = Math.max(lifeMs - Math.min(aheadMs, lifeMs / 2), 1000);
  // After a failure here, the next request that needs the token refreshes it.
  timer = setTimeout(() => void refresh(token).catch(() => undefined), Math.min(waitMs, longestTimerMs));
}

function end(why: 'signed-out' | 'ended') {
  const was = access !== undefined;
  const isNews = was || (hasEnded && why === 'signed-out');
  access = undefined;
  clearTimeout(timer);
  hasEnded = why === 'ended' && (was || hasEnded || noted('localStorage', signedInNote) === 'yes');
  note('localStorage', signedInNote, null);
  if (isNews) onChange(why);
}

function signedOut() {
  const error = new ApiError(hasEnded ? 'Your session has ended. Sign in to continue.' : 'Sign in to continue.');
  error.status = 401;
  return error;
}

function ignoreSignedOut(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 401) throw error;
}
