// Finds the caller's network address: the socket's peer, or, behind a trusted proxy, the right-most hop of
// X-Forwarded-For that is not a trusted proxy. A caller can forge the hops further left, so they are ignored.

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

/** A cache of networks by IPv6 address: computing one takes half as long as a small call. */
const networks = new LRUCache<string, string>({ max: 1000 });

/**
 * Returns the address for rate limits. For IPv6 it is the /64 network, which one customer usually has; a zone
 * (`fe80::1%eth0`) is dropped.
 */
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
  // A URL cannot contain the zone.
  const groups = new URL(`http://[${address.split('%', 1)[0]}]/`).hostname.slice(1, -1).split('::');
  const head = (groups[0] ?? '').split(':').filter((group) => group !== '');
  const tail = (groups[1] ?? '').split(':').filter((group) => group !== '');
  const zeros = groups.length === 1 ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/** Returns the IPv4 address of an IPv4-mapped IPv6 address. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
