// Which pages may act for a browser that brings its cookies along by itself: the server's own.

import type { Services } from '../../services/index.ts';
import { sessionToken } from '../../services/people/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import type { ServerCall } from '../calls/index.ts';

/**
 * Throws `foreign_origin` for a call that another origin's page makes, or that brings the session's cookie and does not
 * say from where. Browsers send the header with every call that changes something, and let no script write it.
 */
export function checkOrigin({ headers }: ServerCall, { config, site }: Services): void {
  const { origin } = headers;
  if (origin === undefined) {
    if (sessionToken(site, headers.cookie) === undefined) return;
    throw foreign('Send the Origin header along with the session cookie.');
  }
  // Without a public URL the server does not know its name. A page that came from the host it calls is no foreign one:
  // and one that only claims the name (DNS rebinding) gets no cookie of ours.
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
