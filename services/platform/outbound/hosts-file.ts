// Reads the hosts file of this machine. It is read at every look-up, so that a change needs no restart.

import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export const hostsFile =
  process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts';

/** Returns the addresses of a name, IPv4 first. Returns an empty list if the file does not have the name. */
export async function addressesInHostsFile(name: string, path: string): Promise<LookupAddress[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const wanted = name.toLowerCase().replace(/\.$/, '');
  const found = new Set<string>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) !== 0 && names.some((one) => one.toLowerCase() === wanted)) found.add(address);
  }
  return [...found]
    .map((address) => ({ address, family: isIP(address) }))
    .sort((one, other) => one.family - other.family);
}
