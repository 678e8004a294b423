// Calls the public API as the signed-in user.

/** @import { AnyOptions, Api, Scope } from './types.ts' */

import { accessToken, anotherToken, endSession } from './session.js';
import { ApiError, exchange } from './wire.js';

/**
 * Returns the API client. Each request carries the organization and project of the scope, and the scope's signal aborts
 * it.
 * @param {Scope} scope
 * @returns {Api}
 */
export function apiOf(scope) {
  return /** @type {Api} */ ({
    get: (/** @type {string} */ path, /** @type {AnyOptions} */ options) => call('GET', path, { ...scope, ...options }),
    post: (/** @type {string} */ path, /** @type {AnyOptions} */ options) =>
      // Navigation must not abort a request that changes data.
      call('POST', path, { ...scope, signal: undefined, ...options }),
    patch: (/** @type {string} */ path, /** @type {AnyOptions} */ options) =>
      call('PATCH', path, { ...scope, signal: undefined, ...options }),
    remove: (/** @type {string} */ path, /** @type {AnyOptions} */ options) =>
      call('DELETE', path, { ...scope, signal: undefined, ...options }),
  });
}

/** Requests that need no sign-in. */
export const publicApi = /** @type {Api} */ ({
  get: (/** @type {string} */ path, /** @type {AnyOptions} */ options) => send('GET', path, undefined, options),
  post: (/** @type {string} */ path, /** @type {AnyOptions} */ options) => send('POST', path, undefined, options),
  patch: (/** @type {string} */ path, /** @type {AnyOptions} */ options) => send('PATCH', path, undefined, options),
  remove: (/** @type {string} */ path, /** @type {AnyOptions} */ options) => send('DELETE', path, undefined, options),
});

/**
 * @param {string} method
 * @param {string} path
 * @param {AnyOptions} options
 */
async function call(method, path, options) {
  return asReader((token) => send(method, path, token, options));
}

/**
 * Sends a request with the user's token. Throws an ApiError.
 * @template Answer
 * @param {(token: string) => Promise<Answer>} attempt
 * @returns {Promise<Answer>}
 */
export async function asReader(attempt) {
  const token = await accessToken();
  try {
    return await attempt(token);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  // The token was replaced or has ended. Retry once with a new token, from a refresh or from a new sign-in.
  const another = await anotherToken(token);
  try {
    return await attempt(another);
  } catch (error) {
    if (isRefused(error)) endSession();
    throw error;
  }
}

/** @param {unknown} error */
function isRefused(error) {
  return error instanceof ApiError && ['token_expired', 'invalid_api_key'].includes(error.code);
}

/**
 * @param {string} method
 * @param {string} template
 * @param {string | undefined} token
 * @param {AnyOptions} options
 */
async function send(method, template, token, { params = {}, query = {}, body, ...scope } = {}) {
  const { organization, project, signal, onHeaders } = scope;
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).flatMap(pairs)).toString();
  const { body: answer, headers } = await exchange(method, search === '' ? path : `${path}?${search}`, {
    token,
    body,
    signal,
    headers: {
      ...(organization === undefined ? {} : { 'compat-organization': organization }),
      ...(project === undefined ? {} : { 'compat-project': project }),
    },
  });
  onHeaders?.(headers);
  return answer;
}

/**
 * Appends a query parameter. A list repeats the parameter's name.
 * @param {[name: string, value: unknown]} parameter
 * @returns {[name: string, value: string][]}
 */
function pairs([name, value]) {
  if (value === undefined) return [];
  return [value].flat().map((one) => [name, String(one)]);
}
