// The address of the server under test. A credential must not be sent in plain text to another machine, and a server on
// another machine must be named twice, because a run writes to it.

import { isIP } from 'node:net';
import { cannot } from './failure.ts';

/** Returns the normalized base URL. Throws a KitFailure if it is invalid or would expose the credential. */
export function addressOf(text: string, isInsecureAllowed: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw cannot("The server's address must have the form https://host[:port].");
  if (url.username !== '' || url.password !== '') throw cannot("The server's address must not hold a password.");
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !isInsecureAllowed)
    throw cannot(
      `${url.host} would get the credential over plain HTTP, which anyone on the network can read. Use https://, or --insecure.`,
    );
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Throws a KitFailure for a server on another machine that --allow-host does not name. */
export function refuseOtherHosts(url: string, allowed: readonly string[]): void {
  const { hostname } = new URL(url);
  if (!isLoopback(hostname) && !allowed.includes(hostname))
    throw cannot(`${hostname} is not this machine. If you may test it, add --allow-host ${hostname}`);
}

/** Returns true if the host name of a URL always means this machine. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true;
  return isIP(hostname) === 4 && hostname.startsWith('127.');
}

/** Returns why the server did not answer, as a text. */
export function unreachable(address: string, error: unknown): string {
  const { name, cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `${address} did not answer in time.`;
  if (cause?.code === 'ECONNREFUSED') return `No server listens at ${address}. Start the server, or name another.`;
  return `${address} cannot be reached: ${cause?.message ?? message}.`;
}
