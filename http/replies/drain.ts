// Reads the rest of a body after its request was answered early. If the server closed the connection at once, a client
// that still writes would see a broken pipe instead of the answer. Most clients stop writing when they see the answer,
// and the connection can be reused if the body ends.

import type { IncomingMessage } from 'node:http';

const maxBytes = 64 * 1024 ** 2;
const maxMs = 10_000;

/** Returns true if more of the body may arrive. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  if (request.complete || request.destroyed) return false;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads the rest of the body and drops it. Closes the connection after 64 MiB or 10 seconds. */
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
