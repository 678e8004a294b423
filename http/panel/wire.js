// One request to the server, and its answer or what went wrong.

/** @import { Schemas } from './types.ts' */

const patienceMs = 30_000;

/** What kept a request from what it was for. */
export class ApiError extends Error {
  /** The status; 0 where no answer came at all. */
  status = 0;
  /** The server's word for it, such as `not_found`; empty where it has none. */
  code = '';
  /** The fields that are wrong.
   * @type {Schemas['ValidationIssue'][]} */
  issues = [];
  /** Names the request in the server's log; empty where it never came there. */
  requestId = '';
  /** When to try again, in seconds; 0: the server does not say. */
  retryAfterSeconds = 0;
}

/**
 * Sends a request, and returns the body of a successful answer. Throws an ApiError.
 * @param {string} method
 * @param {string} path
 * @param {{ token?: string | undefined, headers?: Record<string, string>, body?: unknown, signal?: AbortSignal | undefined }} options
 * @returns {Promise<{ body: any, headers: Headers }>}
 */
export async function exchange(method, path, { token, headers = {}, body, signal } = {}) {
  const patience = AbortSignal.timeout(patienceMs);
  const response = await fetch(path, {
    method,
    headers: {
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
  }).catch((error) => {
    if (signal?.aborted) throw error;
    throw new ApiError('The server cannot be reached.', { cause: error });
  });
  const answer = await response.json().catch((error) => {
    if (signal?.aborted) throw error;
    return undefined;
  });
  if (response.ok && answer !== undefined) return { body: answer, headers: response.headers };
  throw refusal(response, answer);
}

/**
 * What an answer that is no success says.
 * @param {{ status: number, headers: Pick<Headers, 'get'> }} response
 * @param {any} answer
 */
export function refusal(response, answer) {
  const problem = answer?.error;
  const error = new ApiError(typeof problem?.message === 'string' ? problem.message : 'The server gave no reason.');
  error.status = response.status;
  error.code = typeof problem?.code === 'string' ? problem.code : '';
  error.issues = Array.isArray(answer?.detail) ? answer.detail : [];
  error.requestId = response.headers.get('x-request-id') ?? '';
  error.retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0) || 0;
  return error;
}
