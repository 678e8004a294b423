// CSRF protection: a browser's cookie counts only for requests from the server's own pages.

import type { Services } from '../../services/index.ts';
import { sessionToken } from '../../services/people/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import type { ServerCall } from '../calls/index.ts';

/**
 * Throws `foreign_origin` for a request from another origin's page, and for a session cookie without an Origin header.
 * Browsers send that header with every request that is not GET or HEAD, and scripts cannot set it.
 */
export function checkOrigin({ headers }: ServerCall, { config, site }: Services): void {
  const { origin } = headers;
  if (origin === undefined) {
    if (sessionToken(site, headers.cookie) === undefined) return;
    throw foreign('Send the Origin header along with the session cookie.');
  }
  // Without a public URL the server does not know its own name, so it compares with the Host header. A page that
  // reaches this server under a foreign name (DNS rebinding) does not get the session cookie.
  const own = config.server.public_url === '' ? `http://${headers.host ?? ''}` : new URL(site.url).origin;
  if (origin !== own) {
    throw foreign(
      `Browsers may call this only from pages of ${own}. If the server has another address, set SVC_PUBLIC_URL.`,
    );
  }
}

function foreign(message: string): ServiceError {
  return new ServiceError('foreign_origin', message);
}
