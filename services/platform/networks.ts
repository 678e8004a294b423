// Sets of IP addresses in CIDR notation.

import { BlockList, isIP } from 'node:net';

/**
 * Returns a check whether an address is in one of the networks. Invalid IP addresses, and addresses with a zone index,
 * are in none.
 */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  // BlockList treats an invalid address, or one of the other family, as not listed.
  return (address) => isIP(address) !== 0 && !address.includes('%') && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Returns true for a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const version = isIP(address);
  return rest.length === 0 && version !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
