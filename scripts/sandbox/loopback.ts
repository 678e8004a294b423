// Limits the connections of this process to loopback, and blocks DNS queries. The sandbox calls addresses that a test has
// entered, and no test may reach another machine by mistake.

import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, Socket } from 'node:net';
import { inNetworks } from '../../services/platform/index.ts';

/** The networks that the sandbox may connect to. */
export const loopbackNetworks = ['127.0.0.0/8', '::1/128'];

/** Returns true if the IP address is on loopback. */
export const isLoopback = inNetworks(loopbackNetworks);

/** Refuses every connection of this process to another machine, and every DNS query. */
export function stayOnLoopback(): void {
  guardLookup();
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]) {
    const host = hostOf(args);
    if (host === undefined || host === 'localhost' || (isIP(host) !== 0 && isLoopback(host)))
      return Reflect.apply(connect, this, args) as Socket;
    process.nextTick(() => this.destroy(refusal(host, 'ECONNREFUSED')));
    return this;
  } as typeof connect;
}

function guardLookup(): void {
  const { lookup } = dns.promises;
  dns.promises.lookup = (async (host: string, options: dns.LookupOptions) => {
    if (host !== 'localhost' && isIP(host) === 0) throw refusal(host, 'ENOTFOUND');
    return lookup(host, options);
  }) as typeof lookup;
  // For modules that have imported the function by its name.
  syncBuiltinESMExports();
}

function refusal(host: string, code: string): Error {
  return Object.assign(new Error(`The sandbox connects to loopback only, not to ${host}`), { code });
}

/** Returns the host; undefined for a pipe or for this machine by default. */
function hostOf([first, second]: unknown[]): string | undefined {
  // node:net calls connect() with its arguments normalized to a list.
  const [options, host] = Array.isArray(first) ? [first[0] as unknown, undefined] : [first, second];
  if (typeof options === 'object' && options !== null) {
    const { host: name, path } = options as { host?: string; path?: string };
    return path === undefined ? name : undefined;
  }
  return typeof host === 'string' ? host : undefined;
}
