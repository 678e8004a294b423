// Sends a request to the server and returns the response or throws an ApiError.

import type { Schemas } from './types.ts';

const patienceMs = 30_000;

/** A failed request. */
export class ApiError extends Error {
  /** The HTTP status; 0: no response. */
  status = 0;
  /** The error code, such as `not_found`; empty: the response has none. */
  code = '';
  /** The fields that are wrong. */
  issues: Schemas['ValidationIssue'][] = [];
  /** The request id for the server's log; empty: the request did not reach the server. */
  requestId = '';
  /** Seconds until a retry is useful; 0: unknown. */
  retryAfterSeconds = 0;
}

/** Counts the changes: each may change what the reader may do. */
export const sent = { changes: 0 };

interface Caller {
  token?: string | undefined;
  organization?: string | undefined;
  project?: string | undefined;
}

/** Returns the headers that say who calls, and in which organization and project. */
export function headersOf({ token, organization, project }: Caller): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(organization === undefined ? {} : { 'compat-organization': organization }),
    ...(project === undefined ? {} : { 'compat-project': project }),
  };
}

/** Sends a request and returns the body of a successful response. Throws an ApiError. */
export async function exchange<Body>(
  method: string,
  path: string,
  {
    body,
    signal,
    idempotencyKey,
    ...caller
  }: Caller & { body?: unknown; signal?: AbortSignal | undefined; idempotencyKey?: string | undefined } = {},
): Promise<{ body: Body; headers: Headers }> {
  const patience = AbortSignal.timeout(patienceMs);
  const response = await reached(path, signal, {
    method,
    headers: {
      ...headersOf(caller),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
  });
  const answer = await response.json().catch((error) => {
    if (signal?.aborted) throw error;
    return undefined;
  });
  if (method !== 'GET') sent.changes += 1;
  if (response.ok && answer !== undefined) return { body: answer, headers: response.headers };
  throw refusal(response, answer);
}

/**
 * Sends a request. Throws an ApiError if the server cannot be reached.
 * @param leaving aborts when the reader leaves the page.
 */
export function reached(path: string, leaving: AbortSignal | undefined, request: RequestInit) {
  return fetch(path, { credentials: 'same-origin', cache: 'no-store', ...request }).catch((error) => {
    if (leaving?.aborted) throw error;
    throw new ApiError('The server cannot be reached.', { cause: error });
  });
}

interface Refusal {
  error?: { message?: unknown; code?: unknown };
  detail?: unknown;
}

/** Converts an error response. */
export function refusal(response: { status: number; headers: Pick<Headers, 'get'> }, answer: Refusal | undefined) {
  const problem = answer?.error;
  // The server gives a reason for each of its errors.
  const silent = `A proxy in front of the server answered with status ${response.status}. Ask the operator of the server.`;
  const error = new ApiError(typeof problem?.message === 'string' ? problem.message : silent);
  error.status = response.status;
  error.code = typeof problem?.code === 'string' ? problem.code : '';
  error.issues = Array.isArray(answer?.detail) ? answer.detail : [];
  error.requestId = response.headers.get('x-request-id') ?? '';
  error.retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0) || 0;
  return error;
}
