// A proxy before the server (an intermediary of RFC 9110, section 3.7) adds headers to every response, and refuses some
// requests itself: neither is the server's.

import { strangeHeaders } from './answers.ts';
import { Missing } from './credentials.ts';
import type { Ask } from './send.ts';

/** The statuses with which a proxy refuses a malformed or too long request. */
const refusals = new Set([400, 413, 414, 431]);

/** The name of the lack in a report. */
export const directWay = 'a direct way';

/**
 * Returns a function that sends requests, and the names of the headers and cookies that it takes from the responses:
 * those that GET /healthz has and the document does not declare. A header stays where the document declares it. The
 * function throws Missing if a proxy refuses the request.
 */
export async function throughProxies(ask: Ask): Promise<{ ask: Ask; added: string[] }> {
  const healthz = { method: 'GET', path: '/healthz' };
  const { strange, cookies } = await ask(healthz.method, healthz.path).then(
    (answer) => ({
      strange: new Set(strangeHeaders({ ...healthz, ...answer }).filter((name) => name !== 'set-cookie')),
      cookies: new Set(answer.headers.getSetCookie().map(cookieName)),
    }),
    () => ({ strange: new Set<string>(), cookies: new Set<string | undefined>() }),
  );
  return {
    added: [...strange, ...[...cookies].map((name) => `set-cookie (${name})`)],
    ask: async (method, path, options) => {
      const answer = await ask(method, path, options);
      const { status, headers } = answer;
      // The server's own responses have an id, and its errors are JSON.
      if (refusals.has(status) && !headers.has('x-request-id') && !/json/.test(headers.get('content-type') ?? ''))
        throw new Missing(directWay);
      for (const name of strangeHeaders({ method, path, ...answer })) if (strange.has(name)) headers.delete(name);
      const own = headers.getSetCookie().filter((cookie) => !cookies.has(cookieName(cookie)));
      headers.delete('set-cookie');
      for (const cookie of own) headers.append('set-cookie', cookie);
      return answer;
    },
  };
}

function cookieName(cookie: string): string | undefined {
  return cookie.split('=')[0];
}
