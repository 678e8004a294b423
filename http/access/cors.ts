// CORS for the origins in SVC_CORS_ORIGINS. The default is none.
//
// Pages of these origins reach only operations under /v1 that need a bearer credential. No answer has
// `Access-Control-Allow-Credentials`, so a browser never adds a credential by itself. Operations without a credential,
// /auth, /admin and the panel stay closed to other origins.
//
// A preflight has no credential, so it is answered before authentication. It costs one lookup in the router.

import type { Answer, Progress, Route, ServerCall } from '../calls/index.ts';
import type { Routes } from '../dispatch/index.ts';

export interface Cors {
  /** Returns the answer to a CORS preflight. Returns undefined for other requests and for pages that may not call. */
  preflight(call: ServerCall): Answer | undefined;
  /** Returns the answer with the CORS headers that let the page read it, if the page may. */
  permit(call: ServerCall, progress: Progress, answer: Answer): Answer;
}

const root = '/v1/';
const maxAgeSeconds = 600;
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

/** Response headers that clients use and that CORS hides by default. */
const exposedHeaders = [
  'x-request-id',
  'request-id',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'openai-poll-after-ms',
  'openai-processing-ms',
  'content-disposition',
  'www-authenticate',
  'svc-ignored-fields',
  'svc-searched-until',
  'svc-ignored-tools',
  'svc-warning',
  'server-timing',
  ...['limit', 'remaining', 'reset'].flatMap((what) => [`x-ratelimit-${what}-requests`, `x-ratelimit-${what}-tokens`]),
].join(', ');

const closed: Cors = { preflight: () => undefined, permit: (_call, _progress, answer) => answer };

/**
 * @param origins the allowed origins. `*` allows every origin but `null`, which for example a sandboxed frame sends.
 */
export function createCors(origins: readonly string[], routes: Pick<Routes, 'operationAt'>): Cors {
  if (origins.length === 0) return closed;
  const isOpen = origins.includes('*');
  const admitted = ({ origin }: ServerCall['headers']): string | undefined => {
    if (origin === undefined || origin === 'null') return undefined;
    if (isOpen) return '*';
    return origins.includes(origin) ? origin : undefined;
  };
  return {
    preflight({ method, path, headers }) {
      const asked = headers['access-control-request-method'];
      if (method !== 'options' || asked === undefined) return undefined;
      if (!path.startsWith(root) || admitted(headers) === undefined) return undefined;
      // Looks for exactly this operation. A list of the path's methods is not enough: browsers send POST even if it is
      // not in the list.
      const operation = routes.operationAt(asked === 'HEAD' ? 'get' : asked.toLowerCase(), path);
      if (operation === undefined || !needsCredential(operation)) return undefined;
      return { status: 204, body: undefined, headers: allowances(asked, headers['access-control-request-headers']) };
    },
    permit(call, { route }, answer) {
      const { path, headers } = call;
      if (!path.startsWith(root) || (route !== undefined && !needsCredential(route))) return answer;
      const isRefusedPreflight = call.method === 'options' && answer.status !== 204;
      const origin = isRefusedPreflight ? undefined : admitted(headers);
      const readable =
        origin === undefined
          ? {}
          : { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders };
      return { ...answer, headers: { ...answer.headers, ...readable, vary: 'origin' } };
    },
  };
}

/** Returns true if only a credential in the Authorization header opens the operation. */
function needsCredential({ access: { callers, origin } }: Route): boolean {
  return origin === undefined && !callers.includes('anyone') && !callers.includes('browser_session');
}

/** Allows every header: the SDKs' headers differ from release to release, and the server ignores unknown headers. */
function allowances(method: string, asked = ''): Record<string, string> {
  const names = asked.split(',').map((name) => name.trim());
  const headers = names.filter((name) => headerName.test(name)).join(', ');
  return {
    'access-control-allow-methods': method,
    ...(headers === '' ? {} : { 'access-control-allow-headers': headers }),
    'access-control-max-age': String(maxAgeSeconds),
  };
}
