// Where upstreams may be that an admin names while the server runs: at public addresses, and in the networks that whoever
// runs the server allows (SVC_UPSTREAM_ALLOWED_CIDRS). Else an admin's stolen token would reach whatever this machine can
// reach. Those of the file and of the environment may be anywhere, and what is at one of their origins too.
//
// An address is judged when it is named, so that the admin learns of it, and with every connection, since what a name means
// may change.

import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { guardedConnector, machineNames, publicOr } from '../../platform/index.ts';

export interface Places {
  /** What undici is to connect with. */
  connect: buildConnector.connector;
  /** Whether the host of the URL may be one. A name that does not resolve now is no proof against it. */
  allow(url: string): Promise<boolean>;
}

export function placesIn(allowedCidrs: readonly string[]): Places {
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
