// Sets of IP addresses, given as networks.

import { BlockList, isIP } from 'node:net';

/** Whether an address is in one of the networks. What is no IP address is in none, and so is one with a zone index. */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  // BlockList takes what it cannot read, or an address of the other family, for one that is not listed.
  return (address) => isIP(address) !== 0 && !address.includes('%') && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
