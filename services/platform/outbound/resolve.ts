// Resolves host names and checks all their addresses: a name with one forbidden address counts as having none. So an
// attacker gains nothing from a mix of public and private records, DNS rebinding or a certain order of records.
//
// Names from tenants are not resolved with dns.lookup: it blocks one of libuv's 4 threads, which file access and
// password hashing need too, while a name server hangs. The machine's hosts file is read here instead.

import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { OutboundFailure } from './errors.ts';
import { addressesInHostsFile, hostsFile } from './hosts-file.ts';

const timeoutMs = 3000;

export interface Names {
  /**
   * Returns all addresses of the name, IPv4 first. Throws an OutboundFailure if the name has none or a forbidden one.
   */
  addresses(name: string): Promise<LookupAddress[]>;
  /**
   * Returns all addresses of the name without checking them. Returns an empty list if the name is unknown or no name
   * server answers.
   */
  known(name: string): Promise<string[]>;
}

/**
 * Resolves names by the machine's hosts file, and else by asking name servers directly.
 * @param servers name servers as `address` or `address:port`; empty for those of the machine.
 * @param allows returns true if an address of a name is allowed.
 */
export function createNames(
  servers: string[],
  allows: (address: string, name: string) => boolean,
  hosts = hostsFile,
): Names {
  const ask = async (name: string): Promise<PromiseSettledResult<LookupAddress[]>[]> => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers.length > 0) resolver.setServers(servers);
    // Each of several servers has its own timeout; this one limits the total time.
    const timer = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      return await Promise.allSettled([
        resolver.resolve4(name).then((found) => found.map((address) => ({ address, family: 4 }))),
        resolver.resolve6(name).then((found) => found.map((address) => ({ address, family: 6 }))),
      ]);
    } finally {
      clearTimeout(timer);
    }
  };
  return withHostsFile(hosts, allows, {
    async addresses(name) {
      const answers = await ask(name);
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (found.length === 0) throw failure(answers);
      if (!found.every(({ address }) => allows(address, name))) throw new OutboundFailure('target_not_allowed');
      return found;
    },
    async known(name) {
      const answers = await ask(name);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])).map((one) => one.address);
    },
  });
}

/**
 * Looks names up in the hosts file first. Its entries are the operator's, so one forbidden address does not refuse the
 * others: `localhost` is usually both 127.0.0.1 and ::1, and an operator allows one of them.
 */
function withHostsFile(path: string, allows: (address: string, name: string) => boolean, others: Names): Names {
  return {
    async addresses(name) {
      const found = await addressesInHostsFile(name, path);
      if (found.length === 0) return others.addresses(name);
      const allowed = found.filter(({ address }) => allows(address, name));
      if (allowed.length === 0) throw new OutboundFailure('target_not_allowed');
      return allowed;
    },
    async known(name) {
      const found = await addressesInHostsFile(name, path);
      if (found.length === 0) return others.known(name);
      const allowed = found.filter(({ address }) => allows(address, name));
      return (allowed.length === 0 ? found : allowed).map(({ address }) => address);
    },
  };
}

/**
 * Resolves names as this machine does, with its hosts file and search domains. Used for hosts that the operator names.
 * @param allows returns true if an address is allowed.
 */
export function machineNames(allows: (address: string) => boolean, hosts = hostsFile): Names {
  return withHostsFile(hosts, allows, {
    async addresses(name) {
      const found = await lookup(name, { all: true }).catch((cause: unknown) => {
        throw new OutboundFailure('dns_not_found', { cause });
      });
      if (!found.every(({ address }) => allows(address))) throw new OutboundFailure('target_not_allowed');
      return found;
    },
    async known(name) {
      const found = await Promise.race([lookup(name, { all: true }), wait(timeoutMs, [], { ref: false })]).catch(
        () => [],
      );
      return found.map(({ address }) => address);
    },
  });
}

function failure(answers: PromiseSettledResult<unknown>[]): OutboundFailure {
  const codes = answers.map((answer) =>
    answer.status === 'rejected' ? (answer.reason as { code?: string }).code : '',
  );
  const cause = answers.find((answer) => answer.status === 'rejected')?.reason;
  if (codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA'))
    return new OutboundFailure('dns_not_found', { cause });
  const timedOut = codes.some((code) => code === 'ETIMEOUT' || code === 'ECANCELLED');
  return new OutboundFailure(timedOut ? 'dns_timeout' : 'dns_failed', { cause });
}
