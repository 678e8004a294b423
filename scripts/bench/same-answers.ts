// Compared servers must do the same work. Before a measurement, their response bodies are compared byte for byte, and
// the names of their response headers too.

import { request as httpRequest } from 'node:http';
import type { LoadRequest } from './load.ts';
import type { Subject } from './rounds.ts';

interface Seen {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Headers that only some server programs send and that show nothing about the work done. */
const incidental = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'x-request-id']);

/** Throws if a server's response differs from the first server's. */
export async function checkSameAnswers(subjects: Subject[], request: LoadRequest): Promise<void> {
  const [first, ...others] = subjects as [Subject, ...Subject[]];
  const expected = await send(first, request);
  if (expected.status !== 200 || expected.headers['x-request-id'] === undefined) throw unlike(first, request, expected);
  for (const other of others) {
    const seen = await send(other, request);
    const same =
      seen.status === expected.status &&
      seen.text === expected.text &&
      seen.headers['x-request-id'] !== undefined &&
      JSON.stringify(essential(seen.headers)) === JSON.stringify(essential(expected.headers));
    if (!same) throw unlike(other, request, seen);
  }
}

function unlike({ name }: Subject, { method, path }: LoadRequest, { status, headers, text }: Seen): Error {
  return new Error(`${name} answers ${method} ${path} unlike svc: ${status} ${JSON.stringify(headers)} ${text}`);
}

function essential(headers: Record<string, unknown>): [string, unknown][] {
  return Object.entries(headers)
    .filter(([name]) => !incidental.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function send({ server }: Subject, { method, path, headers, body }: LoadRequest): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(server.url + path, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}
