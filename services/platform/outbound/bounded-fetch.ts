// Fetches small documents from servers that the operator's settings name, such as identity providers. Like upstreams of
// the file, they may be at any address. The time and the size are limited, and redirects are not followed.

import { ServiceError } from '../errors.ts';
import { lazyRequire } from '../lazy-require.ts';

const undici = lazyRequire<typeof import('undici')>('undici');
const timeoutMs = 10_000;
const maxBytes = 1_048_576;

export interface BoundedRequest {
  method: string;
  headers: Record<string, string>;
  /** A form or a text. */
  body?: unknown;
}

/**
 * Sends the request on a connection of its own. Throws `upstream_failed` if the server cannot be reached or has a fault,
 * or if the whole answer takes over 10 seconds or 1 MiB.
 */
export async function boundedFetch(url: string, { method, headers, body }: BoundedRequest): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  const dispatcher = new (undici().Agent)({ maxResponseSize: maxBytes, connections: 1, pipelining: 0 });
  try {
    const sent = body === undefined || body === null ? null : String(body);
    const options = { method: method as 'GET' | 'POST', headers, body: sent, signal, dispatcher };
    const answer = await undici().request(url, options);
    const bytes = await answer.body.arrayBuffer();
    if (answer.statusCode >= 500) throw new Error(`The provider answered ${answer.statusCode}`);
    const given = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((text): [string, string] => [name, text]),
    );
    const isBodiless = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(isBodiless ? null : bytes, { status: answer.statusCode, headers: given });
  } catch (cause) {
    throw new ServiceError('upstream_failed', 'The identity provider does not answer. Try again in a minute.', {
      cause,
    });
  } finally {
    await dispatcher.close();
  }
}
