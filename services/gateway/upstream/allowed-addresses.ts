// The network guard of upstreams that an admin adds while the server runs: they may be at public addresses and in
// SVC_UPSTREAM_ALLOWED_CIDRS. Otherwise a stolen admin token would reach the internal network. Upstreams from the
// configuration file and the environment, and their origins, are not restricted.
//
// An address is checked when an admin enters it, so that the admin sees the error, and again at every connection,
// because the DNS entry of a name may change.

import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { guardedConnector, machineNames, publicOr } from '../../platform/index.ts';

export interface AllowedAddresses {
  /** undici's connector. */
  connect: buildConnector.connector;
  /**
   * Returns true if the URL's host is allowed. A name that does not resolve now is allowed, because each connection
   * checks it again.
   */
  allow(url: string): Promise<boolean>;
}

export function allowedAddresses(allowedCidrs: readonly string[]): AllowedAddresses {
  const allows = publicOr(allowedCidrs);
  const names = machineNames(allows);
  return {
    connect: guardedConnector({ names, allows, caFile: '', proxyUrl: '' }),
    async allow(url) {
      const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
      return isIP(host) !== 0 ? allows(host) : (await names.known(host)).every(allows);
    },
  };
}
