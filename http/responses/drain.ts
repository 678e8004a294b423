// A request that was answered before its body had arrived. Were the connection closed at once, the client would be told
// of a broken pipe instead of the answer: it is still writing. So what comes is read and thrown away, for a while; most
// clients stop when they see the answer, and the connection can be used again where the body ends.

import type { IncomingMessage } from 'node:http';

const maxBytes = 64 * 1024 ** 2;
const maxMs = 10_000;

/** Whether something of the body may still come. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  if (request.complete || request.destroyed) return false;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads the rest of the body and throws it away; ends the connection where there is too much of it. */
export function drain(request: IncomingMessage): void {
  let left = maxBytes;
  const cut = (): void => void request.socket.destroy();
  const timer = setTimeout(cut, maxMs);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
  request.on('error', () => undefined);
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
