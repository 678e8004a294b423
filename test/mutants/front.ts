// Ends TLS in front of the receiver of a contract run, and lies about deliveries as a mutant says.

import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { issue } from '../../scripts/fixtures/certificates.ts';
import { closeServer, listenOnLoopback } from '../harness/loopback.ts';
import { authority } from '../harness/receiver.ts';
import type { Mutant } from './proxy.ts';

/** A delivery on its way to the run. A mutant may change its members. */
export interface Delivery {
  headers: Record<string, string>;
  body: string;
  /** The values that a mutant keeps between deliveries. */
  memory: Map<string, string>;
  /** Sends the delivery to the receiver, or to another path of it. Returns its status and where it redirects to. */
  send(path?: string): Promise<{ status: number; location: string | null }>;
}

const dropped = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** Starts the front of the receiver that listens at the port. Returns its URL. */
export async function startFront(port: number, mutant?: Mutant): Promise<{ url: string; close(): Promise<void> }> {
  const memory = new Map<string, string>();
  const server = createServer(issue(authority, ['127.0.0.1']), async (request, response) => {
    const bytes = await buffer(request).catch(() => undefined);
    // The server has aborted the delivery.
    if (bytes === undefined) return;
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) => (dropped.has(name) ? [] : [[name, String(value)]])),
    );
    const delivery: Delivery = {
      headers,
      body: bytes.toString(),
      memory,
      async send(path = request.url) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: request.method ?? 'POST',
          headers: delivery.headers,
          body: delivery.body,
          redirect: 'manual',
        });
        return { status: answer.status, location: answer.headers.get('location') };
      },
    };
    const answer = (await mutant?.deliver?.(delivery)) ?? (await delivery.send().catch(() => undefined));
    if (answer === undefined) return void response.destroy();
    response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end();
  });
  const own = await listenOnLoopback(server);
  return {
    url: `https://127.0.0.1:${own}/hooks`,
    close: () => closeServer(server),
  };
}
