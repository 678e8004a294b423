// A webhook receiver: HTTPS on loopback with a certificate of the test's own authority. It records all requests, and
// answers as the test says.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { type Certificate, createAuthority, issue } from '../../scripts/fixtures/certificates.ts';
import { closeServer } from './loopback.ts';
import { until } from './process.ts';

/** A received request. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The event in the body. */
  // biome-ignore lint/suspicious/noExplicitAny: off the wire; tests say what they expect of it.
  event: any;
  at: number;
}

/** Answers a request. If it does not end the response, the request stays open. */
export type Behaviour = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  /** Sets how the receiver answers from now on. The default is 204. */
  behave(behaviour: Behaviour): void;
  /** Waits until `count` requests have arrived. Returns them. */
  wait(count: number, timeoutMs?: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** The certificate authority of this test file. `authorityFile` is the value for SVC_WEBHOOK_CA_FILE. */
export const authority = createAuthority();
const authorityFolder = mkdtempSync(join(tmpdir(), 'svc-authority-'));
export const authorityFile = join(authorityFolder, 'authority.pem');
process.once('exit', () => rmSync(authorityFolder, { recursive: true, force: true }));
writeFileSync(authorityFile, authority.cert);

/** The settings with which a server trusts the receivers, and may reach them on loopback. */
export const loopbackSettings = {
  SVC_WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  SVC_WEBHOOK_CA_FILE: authorityFile,
};

/** Returns an empty response with this status. */
export function status(code: number, headers: Record<string, string> = {}): Behaviour {
  return (response) => response.writeHead(code, headers).end();
}

/** Starts a receiver, and stops it when the test ends. */
export async function startReceiver(
  t: Pick<Test, 'teardown'>,
  {
    behaviour = status(204),
    certificate = issue(authority, ['127.0.0.1', '127.1.0.1', 'hooks.test.example']),
    host = '127.0.0.1',
    port = 0,
    tls = {},
  }: { behaviour?: Behaviour; certificate?: Certificate; host?: string; port?: number; tls?: ServerOptions } = {},
): Promise<Receiver> {
  let behave = behaviour;
  const received: Received[] = [];
  const server = createServer({ ...certificate, ...tls }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const post = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        event: JSON.parse(String(body)),
        at: Date.now(),
      };
      received.push(post);
      behave(response, post, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.address() as { port: number };
  const close = (): Promise<void> => closeServer(server);
  t.teardown(close);
  return {
    url: `https://${host}:${address.port}/hooks`,
    port: address.port,
    received,
    behave(behaviour) {
      behave = behaviour;
    },
    async wait(count, timeoutMs) {
      await until(() => (received.length >= count ? true : undefined), timeoutMs);
      return received;
    },
    close,
  };
}
