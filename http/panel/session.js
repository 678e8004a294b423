// The sign-in of this browser. The refresh token is in a cookie that no script reads; the access token is in the memory
// of the open tabs, and nowhere else. A reload gets a new one by the cookie.
//
// Refreshing uses the cookie's token up, so it happens in one tab at a time, and the others are handed the new access
// token. Those before live out their hour.

import { askTabs, inTurn, onTabMessage, tellTabs } from './tabs.js';
import { ApiError, exchange } from './wire.js';

/** How long before its end a token is replaced. */
const aheadMs = 60_000;
const longestTimerMs = 2 ** 31 - 1;
/** In the browser's storage while somebody may be signed in: it saves whoever is not a question that is refused. */
const signedInNote = 'svc-signed-in';

/** @typedef {{ token: string, expiresAtMs: number }} Access */

/** @type {Access | undefined} */
let access;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @typedef {'signed-in' | 'signed-out' | 'ended'} Change `ended`: nobody has signed out, the server takes it no more. */
/** @type {(why: Change) => void} */
let onChange = () => undefined;
let hasEnded = false;
/** The calls that wait for the reader to sign in again.
 * @type {PromiseWithResolvers<void> | undefined} */
let waiting;

/**
 * Finds out whether this browser is signed in. Throws an ApiError where the server cannot say.
 * @param {(why: Change) => void} listener hears when that changes, in this tab or another; and of every call that comes
 *   after the sign-in has ended: it waits for `goOn`.
 */
export async function startSession(listener) {
  onChange = listener;
  onTabMessage((message) => {
    if (message.type === 'ask' && access !== undefined) tellTabs({ type: 'token', ...access });
    if (message.type === 'token') keep(message);
    if (message.type === 'signed-out') end('signed-out');
    if (message.type === 'signed-in') onChange('signed-in');
  });
  const known = await askTabs(undefined);
  if (known !== undefined) keep(known);
  else if (mayBeSignedIn()) await refresh(undefined).catch(ignoreSignedOut);
}

export function isSignedIn() {
  return access !== undefined;
}

/** Whether there was a sign-in that has ended by itself. */
export function hasSessionEnded() {
  return hasEnded;
}

/**
 * Signs in, for all tabs.
 * @param {string} email
 * @param {string} password
 */
export async function signIn(email, password) {
  await inTurn(async () => {
    take(await exchange('POST', '/auth/session', { body: { email, password } }));
  });
  tellTabs({ type: 'signed-in' });
}

/** Signs out, in all tabs. */
export async function signOut() {
  await inTurn(() => exchange('DELETE', '/auth/session'));
  forgetSession();
}

/** The reader has ended the sign-in: no tab has it any more. */
export function forgetSession() {
  tellTabs({ type: 'signed-out' });
  end('signed-out');
}

/** The sign-in has ended on the server. */
export function endSession() {
  end('ended');
}

/**
 * Lets the calls go on that wait since the sign-in has ended.
 * @param {boolean} isSignedIn whether it is there again; else they fail.
 */
export function goOn(isSignedIn) {
  if (isSignedIn) waiting?.resolve();
  else waiting?.reject(signedOut());
  waiting = undefined;
}

/**
 * The access token for a call. Throws an ApiError of status 401 where nobody is signed in.
 * @returns {Promise<string>}
 */
export async function accessToken() {
  if (access === undefined) {
    await signInAgain();
    return accessToken();
  }
  return access.expiresAtMs > Date.now() ? access.token : anotherToken(access.token);
}

/**
 * A token in place of one that the server does not take any more; that of another sign-in, where this one has ended.
 * Throws an ApiError.
 * @param {string} old
 */
export async function anotherToken(old) {
  try {
    return await refresh(old);
  } catch (error) {
    ignoreSignedOut(error);
    return accessToken();
  }
}

/** Waits until the reader has signed in again. Throws an ApiError of status 401 where that is not wanted. */
async function signInAgain() {
  if (!hasEnded) throw signedOut();
  waiting ??= Promise.withResolvers();
  const { promise } = waiting;
  onChange('ended');
  await promise;
}

/**
 * A token in place of one that the server does not take any more, or is about not to. Throws an ApiError.
 * @param {string | undefined} old
 * @returns {Promise<string>}
 */
async function refresh(old) {
  try {
    return await inTurn(async () => {
      // Another tab may have been faster, and its word be on the way.
      if (old !== undefined && access?.token === old) await askTabs(old).then((known) => known && keep(known));
      if (access !== undefined && access.token !== old) return access.token;
      return take(await exchange('POST', '/auth/session/refresh'));
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) end('ended');
    throw error;
  }
}

/**
 * @param {{ body: { access_token: string, access_expires_at: number }, headers: Headers }} answer
 * @returns {string}
 */
function take({ body, headers }) {
  // The end is told by the server's clock; this computer's may be another.
  const serverNowMs = Date.parse(headers.get('date') ?? '') || Date.now();
  const lifeMs = body.access_expires_at * 1000 - serverNowMs;
  keep({ token: body.access_token, expiresAtMs: Date.now() + lifeMs });
  tellTabs({ type: 'token', token: body.access_token, expiresAtMs: Date.now() + lifeMs });
  noteSignedIn(true);
  return body.access_token;
}

/** @param {Access} given */
function keep({ token, expiresAtMs }) {
  access = { token, expiresAtMs };
  hasEnded = false;
  clearTimeout(timer);
  const lifeMs = expiresAtMs - Date.now();
  const waitMs = Math.max(lifeMs - Math.min(aheadMs, lifeMs / 2), 1000);
  // What fails here is tried again by the next call that needs the token.
  timer = setTimeout(() => void refresh(token).catch(() => undefined), Math.min(waitMs, longestTimerMs));
}

/** @param {'signed-out' | 'ended'} why */
function end(why) {
  const was = access !== undefined;
  const isNews = was || (hasEnded && why === 'signed-out');
  access = undefined;
  clearTimeout(timer);
  hasEnded = why === 'ended' && (was || hasEnded || isNoted() === true);
  noteSignedIn(false);
  if (isNews) onChange(why);
}

/** Where nothing may be stored, the server is asked. */
function mayBeSignedIn() {
  return isNoted() !== false;
}

/** Whether somebody was signed in here; undefined where nothing may be stored. */
function isNoted() {
  try {
    return localStorage.getItem(signedInNote) !== null;
  } catch {
    return undefined;
  }
}

/** @param {boolean} isIn */
function noteSignedIn(isIn) {
  try {
    if (isIn) localStorage.setItem(signedInNote, 'yes');
    else localStorage.removeItem(signedInNote);
  } catch {
    // See isNoted.
  }
}

function signedOut() {
  const error = new ApiError(hasEnded ? 'Your session has ended. Sign in to continue.' : 'Sign in to continue.');
  error.status = 401;
  return error;
}

/** @param {unknown} error */
function ignoreSignedOut(error) {
  if (!(error instanceof ApiError) || error.status !== 401) throw error;
}
