// Measures how soon an upstream notices that the caller has disconnected. This process is both the caller and the
// upstream, so that one clock measures both ends.

import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from '../part.ts';
import { Servers } from '../server-process.ts';
import type { Tenant } from '../tenant.ts';

const runs = 20;

/**
 * Returns the milliseconds from the caller's disconnect until the upstream notices it, for calls without and with a
 * stream.
 */
export async function abortTimes(bench: Bench, settings: Record<string, string>, tenant: Tenant): Promise<number[]> {
  let learned: (at: number) => void = () => undefined;
  let asked: () => void = () => undefined;
  const upstream = createServer((request, response) => {
    response.once('close', () => learned(performance.now()));
    request.resume().once('end', () => {
      if (request.url?.endsWith('/chat/completions')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"choices":[]}\n\n');
      }
      asked();
    });
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  const listed = [{ name: 'bench', base_url: `http://127.0.0.1:${port}/v1`, models: ['bench'] }];
  const servers = new Servers();
  const server = await servers.startSvc(bench.cores?.servers, { ...settings, SVC_UPSTREAMS: JSON.stringify(listed) });
  const headers = { authorization: `Bearer ${tenant.projectKey.value}`, 'content-type': 'application/json' };
  const timed = async (path: string, body: unknown): Promise<number> => {
    const reached = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const noticed = new Promise<number>((resolve) => {
      learned = resolve;
    });
    const request = httpRequest(server.url + path, { method: 'POST', headers, agent: false });
    request.on('error', () => undefined).on('response', (response) => response.resume().on('error', () => undefined));
    request.end(JSON.stringify(body));
    await reached;
    await wait(20);
    const left = performance.now();
    request.destroy();
    return (await noticed) - left;
  };
  try {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      times.push(await timed('/v1/embeddings', { model: 'bench', input: 'x' }));
      times.push(await timed('/v1/chat/completions', { model: 'bench', messages: [{ role: 'user' }], stream: true }));
    }
    return times;
  } finally {
    await servers.stop();
    upstream.closeAllConnections();
    upstream.close();
  }
}
