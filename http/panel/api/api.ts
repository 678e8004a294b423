// Calls the public API as the signed-in user.

import { accessToken, anotherToken, endSession } from './session.ts';
import type { AnyOptions, Api, Scope } from './types.ts';
import { ApiError, exchange } from './wire.ts';

/**
 * Returns the API client. Each request carries the organization and project of the scope, and the scope's signal aborts
 * it.
 */
export function apiOf(scope: Scope): Api {
  return {
    get: (path: string, options: AnyOptions) => call('GET', path, { ...scope, ...options }),
    post: (path: string, options: AnyOptions) =>
      // Navigation must not abort a request that changes data.
      call('POST', path, { ...scope, signal: undefined, ...options }),
    patch: (path: string, options: AnyOptions) => call('PATCH', path, { ...scope, signal: undefined, ...options }),
    remove: (path: string, options: AnyOptions) => call('DELETE', path, { ...scope, signal: undefined, ...options }),
  } as Api;
}

/** Requests that need no sign-in. */
export const publicApi = {
  get: (path: string, options: AnyOptions) => send('GET', path, undefined, options),
  post: (path: string, options: AnyOptions) => send('POST', path, undefined, options),
  patch: (path: string, options: AnyOptions) => send('PATCH', path, undefined, options),
  remove: (path: string, options: AnyOptions) => send('DELETE', path, undefined, options),
} as Api;

async function call(method: string, path: string, options: AnyOptions) {
  return asReader((token) => send(method, path, token, options));
}

/** Sends a request with the user's token. Throws an ApiError. */
export async function asReader<Answer>(attempt: (token: string) => Promise<Answer>): Promise<Answer> {
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

function isRefused(error: unknown) {
  return error instanceof ApiError && ['token_expired', 'invalid_api_key'].includes(error.code);
}

async function send(
  method: string,
  template: string,
  token: string | undefined,
  { params = {}, query = {}, body, ...scope }: AnyOptions = {},
) {
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

/** Appends a query parameter. A list repeats the parameter's name. */
function pairs([name, value]: [name: string, value: unknown]): [name: string, value: string][] {
  if (value === undefined) return [];
  return [value].flat().map((one) => [name, String(one)]);
}
