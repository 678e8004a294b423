import type { ServerResponse } from 'node:http';
import { ByteStream } from '../../services/platform/index.ts';
import type { Answer } from '../calls/index.ts';
import { type OpenStreams, stallMs } from './stream.ts';

export interface Sending {
  head: boolean;
  close: boolean;
  streams: OpenStreams;
  mayGoOn: () => Promise<boolean>;
  /** The event that keeps a silent stream alive; undefined for streams that pass through. */
  keepAlive: string | undefined;
}

/**
 * Sends the answer: objects as JSON, strings and bytes unchanged, streams as they arrive. A string is text/plain,
 * unless the answer has its own content-type.
 * @param close closes the connection after the answer: the server is stopping, or the rest of the request's body is not
 * read.
 * @param mayGoOn resolves to false if the caller may no longer get the rest of a stream.
 * @param keepAlive what keeps a silent stream of events alive.
 */
export function respond(
  response: ServerResponse,
  answer: Answer,
  requestId: string,
  { head, close, streams, mayGoOn, keepAlive }: Sending,
): void {
  const { body } = answer;
  const headers: Record<string, string | number> = {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  if (close) headers.connection = 'close';
  if (body instanceof ByteStream) {
    if (body.bytes !== undefined) {
      headers['content-type'] = 'application/octet-stream';
      headers['content-length'] = body.bytes;
    }
    Object.assign(headers, answer.headers);
    response.writeHead(answer.status, headers);
    if (head) {
      body.abort();
      response.end();
    } else {
      const isOfEvents = String(headers['content-type']).startsWith('text/event-stream');
      const isPlain = headers['content-encoding'] === undefined;
      streams.send(response, body, mayGoOn, isOfEvents && isPlain ? keepAlive : undefined);
    }
  } else if (body instanceof Uint8Array) {
    headers['content-length'] = body.byteLength;
    response.writeHead(answer.status, Object.assign(headers, answer.headers));
    endWith(response, head ? undefined : body);
  } else if (body === undefined) {
    // A 304 may leave out the length, and a 204 must not have one.
    if (answer.status !== 304 && answer.status !== 204) headers['content-length'] = 0;
    response.writeHead(answer.status, Object.assign(headers, answer.headers));
    response.end();
  } else {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    headers['content-type'] =
      typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
    headers['content-length'] = Buffer.byteLength(text);
    response.writeHead(answer.status, Object.assign(headers, answer.headers));
    endWith(response, head ? undefined : text);
  }
}

/** Disconnects a caller that then reads nothing for some time, so that unread answers do not fill the memory. */
function endWith(response: ServerResponse, body: string | Uint8Array | undefined): void {
  response.end(body);
  if (response.writableLength === 0) return;
  response.setTimeout(stallMs);
  // Before Node sets the time for which the connection may be idle.
  response.prependOnceListener('finish', () => response.setTimeout(0));
}
