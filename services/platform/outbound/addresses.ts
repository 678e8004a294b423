// Which addresses are public: those that whoever may name a server for this one to call may name without the operator's
// word for it.
//
// IPv4 is public unless listed. IPv6 is public only inside 2000::/3 and unless listed there: that refuses loopback,
// mapped and translated forms of IPv4, link-local, unique local and multicast addresses, and those yet to be assigned.
// Sources: the IANA special-purpose address registries for IPv4 and IPv6.

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
  // A cloud's host agent, at a public address.
  '168.63.129.16/32',
];
const publicIpv6 = '2000::/3';
const deniedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];
const isPublicIpv6 = inNetworks([publicIpv6]);
// Not as one list: an IPv4 network would take in the IPv6 forms of its addresses.
const isUnicast = (address: string): boolean => isIP(address) === 4 || isPublicIpv6(address);
const isDenied = inNetworks([...deniedIpv4, ...deniedIpv6]);

/** Whether a literal IP address is public, or in one of the networks that the operator allows. */
export function publicOr(allowedCidrs: readonly string[]): (address: string) => boolean {
  const isAllowed = inNetworks(allowedCidrs);
  return (address) => isAllowed(address) || (isUnicast(address) && !isDenied(address) && !isOwnAddress(address));
}

/** The host's own public address is routed over loopback, past any firewall. */
function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return inNetworks(own.map(({ address: mine, family }) => `${mine.split('%')[0]}/${family === 'IPv4' ? 32 : 128}`))(
    address,
  );
}
