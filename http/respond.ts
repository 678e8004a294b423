// An answer becomes bytes.

import type { ServerResponse } from 'node:http';
import type { Answer } from './call.ts';

/**
 * Sends the answer: objects as JSON, texts as they are.
 * @param close ends the connection afterwards: the server is stopping, or the request's body was not read to its end.
 */
export function respond(
  response: ServerResponse,
  answer: Answer,
  requestId: string,
  { head, close }: { head: boolean; close: boolean },
): void {
  const text = typeof answer.body === 'string' ? answer.body : (JSON.stringify(answer.body) ?? '');
  const headers: Record<string, string | number> = {
    'content-type': typeof answer.body === 'string' ? contentTypeOf(text) : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...answer.headers,
  };
  if (close) headers.connection = 'close';
  if (answer.body === undefined) {
    delete headers['content-type'];
    // A 304 has the length of what it stands for, or none.
    if (answer.status === 304) delete headers['content-length'];
  }
  response.writeHead(answer.status, headers);
  response.end(head ? undefined : text);
}

function contentTypeOf(text: string): string {
  return text.startsWith('<!doctype html>') ? 'text/html; charset=utf-8' : 'text/plain; version=0.0.4; charset=utf-8';
}
