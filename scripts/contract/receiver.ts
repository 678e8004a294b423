// A receiver of webhooks for the rules about deliveries. It listens on this machine; the server must reach it at the URL
// that the person who runs the contract gives, directly or through a tunnel that ends TLS.

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface ReceiverOptions {
  /** The URL at which the server reaches the receiver. */
  url: string;
  /** By default the port of the URL. 0: a free one. */
  port?: number | undefined;
  /** A certificate and its key in PEM. Without one, the receiver speaks HTTP behind whatever ends TLS. */
  certificate?: string | undefined;
}

/** A received request. */
export interface Received {
  method: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  at: number;
}

/** How a hook answers. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
}

/** A URL of its own for the webhook of one project. */
export interface Hook {
  url: string;
  received: Received[];
  /** The replies to the next requests; after them 204. */
  replies: Reply[];
  /** Resolves when so many requests have arrived, or when the time is up. */
  wait(count: number, ms: number): Promise<Received[]>;
}

export interface Receiver {
  port: number;
  hook(): Hook;
  close(): Promise<void>;
}

const mostBytes = 2 ** 20;
const mostRequests = 100;
const pollMs = 20;

/** Starts the receiver. Throws if it cannot listen at its port. */
export async function startReceiver({ url, port, certificate }: ReceiverOptions): Promise<Receiver> {
  const hooks = new Map<string, Hook>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const hook = hooks.get((request.url ?? '').split('/').at(-1) ?? '');
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
    });
    request.on('end', () => {
      const { method = '', headers } = request;
      const isTaken = hook !== undefined && hook.received.length < mostRequests;
      if (isTaken) hook.received.push({ method, headers, body: Buffer.concat(chunks), at: Date.now() });
      const reply = hook === undefined ? { status: 404 } : (hook.replies.shift() ?? { status: 204 });
      response.writeHead(reply.status, reply.headers).end();
    });
  };
  const server =
    certificate === undefined ? createServer(answer) : createTlsServer({ cert: certificate, key: certificate }, answer);
  const listened = port ?? Number(new URL(url).port || 443);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listened, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    hook() {
      const name = randomBytes(8).toString('hex');
      const hook: Hook = {
        url: `${url.replace(/\/$/, '')}/${name}`,
        received: [],
        replies: [],
        async wait(count, ms) {
          const deadline = performance.now() + ms;
          while (hook.received.length < count && performance.now() < deadline) await wait(pollMs);
          return hook.received;
        },
      };
      hooks.set(name, hook);
      return hook;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
