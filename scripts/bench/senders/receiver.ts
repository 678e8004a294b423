// The webhook receiver of the benchmark: TLS with a certificate of its own authority, whose PEM it writes to
// AUTHORITY_FILE. Prints its port.
//
// The receiver finds the end of each request, and answers every request with the same bytes. A complete HTTP server
// would be slower than the senders, and the benchmark would measure the receiver. It never closes a connection.

import { writeFileSync } from 'node:fs';
import { createServer, type TLSSocket } from 'node:tls';
import { createAuthority, issue } from '../../fixtures/certificates.ts';

const answer = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n');
const none = Buffer.alloc(0);
const authority = createAuthority();
writeFileSync(process.env.AUTHORITY_FILE ?? '', authority.cert);

/** Returns the length of the first request in the bytes, or undefined if the request is incomplete. */
function requestLength(bytes: Buffer): number | undefined {
  const head = bytes.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const length = /content-length: *(\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1];
  if (length === undefined) throw new Error('A request without Content-Length');
  const end = head + 4 + Number(length);
  return end <= bytes.length ? end : undefined;
}

function serve(socket: TLSSocket): void {
  let unread: Buffer = none;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    for (let end = requestLength(unread); end !== undefined; end = requestLength(unread)) {
      unread = unread.subarray(end);
      socket.write(answer);
    }
  });
}

const server = createServer(issue(authority, ['127.0.0.1']), serve);
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));
