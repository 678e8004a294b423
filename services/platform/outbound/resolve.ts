// Names to addresses, all of them judged: a name that has one address which may not be reached has none at all. So a
// record beside a public one, a second look-up or a clever order changes nothing.
//
// For names that tenants choose not dns.lookup: it takes one of the few threads that files and password hashes need, for as
// long as a name server hangs; and it reads the hosts file, which is about this machine.

import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { OutboundFailure } from './errors.ts';

const timeoutMs = 3000;

export interface Names {
  /** Every address of the name, IPv4 first. Throws an OutboundFailure where there is none, or one is not allowed. */
  addresses(name: string): Promise<LookupAddress[]>;
  /** The same, without a judgement; empty where the name servers do not know it, or do not answer. */
  known(name: string): Promise<string[]>;
}

/**
 * @param servers name servers as `address` or `address:port`; none: those of the machine.
 * @param allows judges an address of a name.
 */
export function createNames(servers: string[], allows: (address: string, name: string) => boolean): Names {
  const ask = async (name: string): Promise<PromiseSettledResult<LookupAddress[]>[]> => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers.length > 0) resolver.setServers(servers);
    // With several servers each has its own time-out; this is the one for all.
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
  return {
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
  };
}

/**
 * The same as this machine understands names: its hosts file and its search domains count, as where an operator names hosts.
 * @param allows judges an address.
 */
export function machineNames(allows: (address: string) => boolean): Names {
  return {
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
  };
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
