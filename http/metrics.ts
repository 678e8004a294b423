// A separate listener for the metrics, so that the public address need not serve them. It has one path and no
// authentication: the operator protects it by the address that it listens on.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newRequestId } from '../models/ids.ts';
import type { Services } from '../services/index.ts';
import { metricsType, ServiceError } from '../services/platform/index.ts';
import { hostAndPort } from '../services/settings/index.ts';
import type { Answer } from './calls/index.ts';
import { errorAnswer, isDefect, MethodNotAllowedError } from './replies/index.ts';

const timeoutMs = 10_000;
const maxConnections = 64;

export interface MetricsListener {
  /** The URL to scrape. */
  url: string;
  close(): Promise<void>;
}

/**
 * Starts the listener if the metrics have an address of their own. Throws if the address is taken or is not this
 * machine's.
 */
export async function listenForMetrics(services: Services): Promise<MetricsListener | undefined> {
  const { address } = services.config.metrics;
  if (address === '') return undefined;
  const server = createServer({ headersTimeout: timeoutMs, requestTimeout: timeoutMs }, (request, response) => {
    void answer(request, services).then((found) => send(request, response, found));
  });
  server.maxConnections = maxConnections;
  const { host, port } = hostAndPort(address);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer({ method, url = '' }: IncomingMessage, { metrics, log }: Services): Promise<Answer> {
  try {
    if (url.split('?', 1)[0] !== '/metrics')
      throw new ServiceError('unknown_path', 'This address serves only /metrics.');
    if (method !== 'GET' && method !== 'HEAD') throw new MethodNotAllowedError(method ?? '', ['GET', 'HEAD']);
    return { status: 200, body: await metrics.text(), headers: { 'content-type': metricsType } };
  } catch (error) {
    if (isDefect(error)) log.error({ err: error }, 'the metrics could not be read');
    return errorAnswer(error);
  }
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, body, headers }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': newRequestId(),
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : text);
}
