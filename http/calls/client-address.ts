// The caller's network address: the socket's peer, or, where that is a trusted proxy, the right-most hop of
// X-Forwarded-For that is not one. What a caller writes further left is never believed.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { inNetworks } from '../../services/platform/index.ts';

export function clientAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = inNetworks(trustedProxies);
  return (request) => {
    let address = plain(request.socket.remoteAddress ?? '');
    if (trustedProxies.length === 0) return address;
    const hops = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => plain(hop.trim()));
    while (isTrusted(address) && isIP(hops.at(-1) ?? '') !== 0) {
      address = hops.pop() as string;
    }
    return address;
  };
}

/** Networks of IPv6 addresses that have called: to find one takes as long as half of a small call. */
const networks = new LRUCache<string, string>({ max: 1000 });

/** The address under which attempts are counted: an IPv6 customer has a whole /64, on whichever link (`fe80::1%eth0`). */
export function throttleAddress(address: string): string {
  if (!address.includes(':') || isIP(address) !== 6) return address;
  let network = networks.get(address);
  if (network === undefined) {
    network = networkOf(address);
    networks.set(address, network);
  }
  return network;
}

function networkOf(address: string): string {
  // A URL has no place for the zone.
  const groups = new URL(`http://[${address.split('%', 1)[0]}]/`).hostname.slice(1, -1).split('::');
  const head = (groups[0] ?? '').split(':').filter((group) => group !== '');
  const tail = (groups[1] ?? '').split(':').filter((group) => group !== '');
  const zeros = groups.length === 1 ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/** An IPv4 address in IPv6's clothes is that IPv4 address. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
