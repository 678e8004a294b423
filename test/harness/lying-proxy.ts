// A proxy that changes the responses of a server. A contract run must detect the changes.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Test } from 'tap';
import { type Sent, send } from '../../scripts/contract/send.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';

/** A response on its way to the client. */
export interface Passing {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: any response of the server; text if it is not JSON.
  body: any;
}

/** Changes the response in place. `request` is the method and the path. A returned promise delays the response. */
export type Lie = (answer: Passing, request: string) => unknown;

/** Answers a request instead of the server. Returns false for a request that goes on to the server. */
export type Takeover = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Starts a proxy that applies the change to every response, and stops it when the test ends. Returns its base URL. */
export async function startLyingProxy(
  t: Test,
  target: string,
  lie: Lie,
  takeover: Takeover = () => false,
): Promise<string> {
  const server = createServer(async (request, response) => {
    if (takeover(request, response)) return;
    // An interrupted run leaves requests behind, which may outlive the server.
    const forwarded = await forward(target, request).catch(() => undefined);
    if (forwarded === undefined) {
      response.destroy();
      return;
    }
    const { status, headers, text } = forwarded;
    const isJson = headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    const passing = { status, headers, body: isJson ? JSON.parse(text) : text };
    await lie(passing, `${request.method} ${request.url}`);
    const sent = isJson ? JSON.stringify(passing.body) : passing.body;
    passing.headers.set('content-length', String(Buffer.byteLength(sent)));
    response.writeHead(passing.status, Object.fromEntries(passing.headers));
    response.end(sent);
  });
  const port = await listenOnLoopback(server);
  t.teardown(() => closeServer(server));
  return `http://127.0.0.1:${port}`;
}

/** Node's own client, which `send` uses, costs a third of the CPU time of `fetch`. */
async function forward(target: string, request: IncomingMessage): Promise<Sent> {
  const raw = await buffer(request);
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  return send(target, request.method ?? 'GET', request.url ?? '/', {
    headers: headers as Record<string, string>,
    contentType: null,
    ...(raw.length === 0 ? {} : { raw }),
  });
}
