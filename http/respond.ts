// An answer becomes bytes.

import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { ByteContent } from '../services/files/received.ts';
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
  if (answer.body instanceof ByteContent) {
    sendBytes(response, answer.body, answer, requestId, { head, close });
    return;
  }
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

/** Streams the content. Where its source fails, the connection is cut off: the length was promised already. */
function sendBytes(
  response: ServerResponse,
  { stream, bytes }: ByteContent,
  { status, headers }: Answer,
  requestId: string,
  { head, close }: { head: boolean; close: boolean },
): void {
  response.writeHead(status, {
    'content-type': 'application/octet-stream',
    'content-length': bytes,
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...headers,
    ...(close ? { connection: 'close' } : {}),
  });
  if (head) {
    stream.destroy();
    response.end();
  } else {
    pipeline(stream, response, () => undefined);
  }
}

function contentTypeOf(text: string): string {
  return text.startsWith('<!doctype html>') ? 'text/html; charset=utf-8' : 'text/plain; version=0.0.4; charset=utf-8';
}
