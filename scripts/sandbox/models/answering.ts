// Sends the answers of the sandbox's models over HTTP.

import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export type Json = Record<string, unknown>;

/** A model call. */
export interface Answering {
  method: string;
  /** The path behind /v1, without the query. */
  path: string;
  query: URLSearchParams;
  body: Json;
  response: ServerResponse;
}

/** Answers with JSON. */
export async function json(response: ServerResponse, status: number, body: unknown, delayMs = 0): Promise<void> {
  if (delayMs > 0) await wait(delayMs);
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Streams the events, with a pause before each, until the caller disconnects. */
export async function pieces(response: ServerResponse, events: string[], pauseMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  for (const event of events) {
    if (pauseMs > 0) await wait(pauseMs);
    if (response.destroyed) return;
    response.write(event);
  }
  response.end();
}

/** Answers with an error in the form of the public API. */
export function refuse(response: ServerResponse, status: number, message: string, code: string): Promise<void> {
  return json(response, status, { error: { message, type: 'invalid_request_error', param: null, code } });
}
