// A third-party server: records every request, and answers as the test says.

import { createServer, type IncomingMessage } from 'node:http';
import type { Test } from 'tap';
import { closeServer, listenOnLoopback } from './loopback.ts';

export interface ScriptedAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

export interface RecordingServer {
  url: string;
  requests: IncomingMessage[];
}

/** Starts a server, and stops it when the test ends. */
export async function startRecordingServer(
  t: Test,
  answer: (request: IncomingMessage) => ScriptedAnswer | Promise<ScriptedAnswer>,
): Promise<RecordingServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    requests.push(request);
    const { status, headers = {}, body } = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  });
  const port = await listenOnLoopback(server);
  t.teardown(() => closeServer(server));
  return { url: `http://127.0.0.1:${port}`, requests };
}
