// Calls the public API as the signed-in user.

import { accessToken, anotherToken, endSession } from './session.ts';
import type { AnyOptions, Api, Scope } from './types.ts';
import { ApiError, exchange } from './wire.ts';

/**
 * Returns the API client. Each request carries the organization and project of the scope, and the scope's signal aborts
 * it.
 */
export function apiOf(scope: Scope): Api {
  return clientOf((method, path, options) => {
    // Navigation must not abort a request that changes data.
    const signal = method === 'GET' ? scope.signal : undefined;
    return asReader((token) => send(method, path, token, { ...scope, signal, ...options }));
  });
}

/** Requests that need no sign-in. */
export const publicApi = clientOf((method, path, options) => send(method, path, undefined, options));

function clientOf(call: (method: string, path: string, options: AnyOptions) => Promise<unknown>): Api {
  const by = (method: string) => (path: string, options: AnyOptions) => call(method, path, options);
  return { get: by('GET'), post: by('POST'), patch: by('PATCH'), remove: by('DELETE') } as Api;
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

/** The idempotency keys of requests whose response was lost: the same request again must not create a second resource. */
const lost: Map<string, string> = new Map();

async function send(
  method: string,
  template: string,
  token: string | undefined,
  { params = {}, query = {}, body, ...scope }: AnyOptions = {},
) {
  const { organization, project, signal, onHeaders } = scope;
  const values: Record<string, string | undefined> = { project_id: project, ...params };
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).flatMap(pairs)).toString();
  const request = JSON.stringify([path, organization, project, body]);
  const idempotencyKey = method === 'POST' ? (lost.get(request) ?? randomText()) : undefined;
  const { body: answer, headers } = await exchange(method, search === '' ? path : `${path}?${search}`, {
    token,
    ...{ organization, project, body, signal, idempotencyKey },
  }).catch((error) => {
    const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (idempotencyKey !== undefined && !isRefusal) lost.set(request, idempotencyKey);
    throw error;
  });
  lost.delete(request);
  // The resource of a lost response may be the deleted one.
  if (method === 'DELETE') lost.clear();
  onHeaders?.(headers);
  return answer;
}

/** Appends a query parameter. A list repeats the parameter's name. */
function pairs([name, value]: [name: string, value: unknown]): [name: string, value: string][] {
  if (value === undefined) return [];
  return [value].flat().map((one) => [name, String(one)]);
}

/** `crypto.randomUUID` is missing in pages without TLS. */
function randomText() {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
