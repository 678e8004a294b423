// A proxy before the server (an intermediary of RFC 9110, section 3.7) adds headers to every response, and refuses some
// requests itself: neither is the server's.

import { unknownHeaders } from './answers.ts';
import { Missing } from './credentials.ts';
import type { Ask } from './send.ts';

/** The statuses with which a proxy refuses a malformed or too long request. */
const refusals = new Set([400, 413, 414, 431]);

/** The name of the lack in a report. */
export const directWay = 'a direct way';

/**
 * Returns a function that sends requests, and that names of the headers which it takes from the responses: those that
 * GET /healthz has and no response of the document. It throws Missing for what a proxy refuses.
 */
export async function throughProxies(ask: Ask): Promise<{ ask: Ask; added: string[] }> {
  const added = await ask('GET', '/healthz').then(
    ({ headers }) => unknownHeaders(headers),
    () => [],
  );
  return {
    added,
    ask: async (...request) => {
      const answer = await ask(...request);
      const { status, headers } = answer;
      // The server's own responses have an id, and its errors are JSON.
      if (refusals.has(status) && !headers.has('x-request-id') && !/json/.test(headers.get('content-type') ?? ''))
        throw new Missing(directWay);
      for (const name of added) headers.delete(name);
      return answer;
    },
  };
}
