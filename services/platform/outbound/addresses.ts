// Decides which IP addresses are public. Tenants may name only public addresses as targets, unless the operator allows
// more.
//
// An IPv4 address is public unless it is listed here. An IPv6 address is public only inside 2000::/3 and if it is not
// listed here. That refuses loopback, link-local, unique local, multicast and unassigned addresses, and the mapped and
// translated forms of IPv4. Sources: the IANA special-purpose address registries for IPv4 and IPv6.

import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { inNetworks } from '../networks.ts';

const deniedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's host agent, which has a public address.
  '168.63.129.16/32',
];
const publicIpv6 = '2000::/3';
const deniedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];
const isPublicIpv6 = inNetworks([publicIpv6]);
// Not one list for both, because an IPv4 network would also match the IPv6 forms of its addresses.
const isUnicast = (address: string): boolean => isIP(address) === 4 || isPublicIpv6(address);
const isDenied = inNetworks([...deniedIpv4, ...deniedIpv6]);

/** Returns a function that is true for a literal IP address that is public or in an allowed network. */
export function publicOr(allowedCidrs: readonly string[]): (address: string) => boolean {
  const isAllowed = inNetworks(allowedCidrs);
  return (address) => isAllowed(address) || (isUnicast(address) && !isDenied(address) && !isOwnAddress(address));
}

/** The host's own public address is routed over loopback, and so bypasses any firewall. */
function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return inNetworks(own.map(({ address: mine, family }) => `${mine.split('%')[0]}/${family === 'IPv4' ? 32 : 128}`))(
    address,
  );
}
