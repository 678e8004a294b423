// A receiver for the senders to send to: HTTPS with a certificate of its own authority, whose PEM it writes to the file
// in AUTHORITY_FILE. Prints the port it listens on.

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createAuthority, issue } from '../../../test/harness/certificates.ts';

const authority = createAuthority();
writeFileSync(process.env.AUTHORITY_FILE ?? '', authority.cert);
const server = createServer(issue(authority, ['127.0.0.1']), (request, response) => {
  request.resume().on('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));
