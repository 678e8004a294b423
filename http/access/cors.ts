// Pages of other origins, as the operator has named them (SVC_CORS_ORIGINS); without a name, none. They reach what a bearer
// credential opens under /v1, and so need to have been given one: nothing that a browser sends by itself opens anything
// there, and no answer ever allows it to be sent (`Access-Control-Allow-Credentials`). What anyone may call, /auth, /admin
// and the panel stay closed to them.
//
// A preflight is answered before anybody is asked who calls: it bears no credential, and costs a look into the router.

import type { Answer, Route, ServerCall } from '../calls/index.ts';
import type { Routes } from '../operations/index.ts';

export interface Cors {
  /** The answer to a browser that asks whether a page may call; undefined: it may not, or nobody asks. */
  preflight(call: ServerCall): Answer | undefined;
  /** The answer, with the headers that let the page read it where it may. */
  permit(call: ServerCall, answer: Answer): Answer;
}

const root = '/v1/';
const maxAgeSeconds = 600;
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

/** What clients go by, besides what every page may read. */
const exposedHeaders = [
  'x-request-id',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'openai-poll-after-ms',
  'openai-processing-ms',
  'content-disposition',
  'www-authenticate',
  'svc-ignored-fields',
  ...['limit', 'remaining', 'reset'].flatMap((what) => [`x-ratelimit-${what}-requests`, `x-ratelimit-${what}-tokens`]),
].join(', ');

const closed: Cors = { preflight: () => undefined, permit: (_call, answer) => answer };

/** @param origins those whose pages may call; `*`: all but those that have none, such as a sandboxed frame. */
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
      // The very operation: a list of what the path knows besides would not do, since browsers let POST pass unlisted.
      const operation = routes.operationAt(asked === 'HEAD' ? 'get' : asked.toLowerCase(), path);
      if (operation === undefined || !needsCredential(operation)) return undefined;
      return { status: 204, body: undefined, headers: allowances(asked, headers['access-control-request-headers']) };
    },
    permit(call, answer) {
      const { path, route, headers } = call;
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

/** Whether a credential in a header opens it, and nothing else does. */
function needsCredential({ access: { callers, origin } }: Route): boolean {
  return origin === undefined && !callers.includes('anyone') && !callers.includes('browser_session');
}

/** Any header may be sent: what the SDKs add differs from release to release, and what is not known is not looked at. */
function allowances(method: string, asked = ''): Record<string, string> {
  const names = asked.split(',').map((name) => name.trim());
  const headers = names.filter((name) => headerName.test(name)).join(', ');
  return {
    'access-control-allow-methods': method,
    ...(headers === '' ? {} : { 'access-control-allow-headers': headers }),
    'access-control-max-age': String(maxAgeSeconds),
  };
}
