// Validates webhook URLs: HTTPS on the public internet. The check uses the parsed URL, never its text: `0x7f.1`,
// `①②⑦.0.0.1` and `127.0.0.1.` are all loopback, which only the parser knows.

import { isIP } from 'node:net';
import { createNames, inNetworks, type Names, publicOr, type ValidationIssue } from '../platform/index.ts';

type Problem = Pick<ValidationIssue, 'type' | 'msg' | 'ctx'>;

/** Refused ports from 1024 on, on which databases, brokers and the like listen. */
const servicePorts: ReadonlySet<number> = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5671, 5672, 5900, 5984, 5985, 5986, 6379,
  6443, 7000, 7001, 8086, 8500, 9042, 9092, 9200, 9300, 10250, 11211, 15672, 25672, 27017, 27018, 27019,
]);
const localNames = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** The policy for webhook addresses, with the operator's exceptions. */
export interface AddressPolicy {
  /** DNS look-ups under this policy. */
  names: Names;
  /** Returns true if connections to the IP address are allowed. */
  allows(address: string): boolean;
  /** Returns why the text is not a valid webhook URL, without DNS look-ups; undefined if it may be valid. */
  problem(text: string): Problem | undefined;
  /**
   * Returns why the text is not a valid webhook URL, including what its host resolves to. A public name that does not
   * resolve now is accepted.
   */
  resolvedProblem(text: string): Promise<Problem | undefined>;
}

/**
 * Returns the policy with `allowedCidrs` as exceptions. `nameServers` replace those of the machine, if there are any.
 */
export function addressPolicy(allowedCidrs: string[], nameServers: string[] = []): AddressPolicy {
  const allows = publicOr(allowedCidrs);
  const isInside = inNetworks(allowedCidrs);
  const mayBeLocal = allowedCidrs.length > 0;
  const problem = (text: string): Problem | undefined => urlProblem(text, allows, mayBeLocal);
  // A non-public name must not resolve to a public address.
  const allowsFor = (address: string, name: string): boolean =>
    isPublicName(name) ? allows(address) : isInside(address);
  const names = createNames(nameServers, allowsFor);
  return {
    names,
    allows,
    problem,
    async resolvedProblem(text) {
      const host = URL.parse(text)?.hostname ?? '';
      if (problem(text) !== undefined || isIP(bare(host)) !== 0) return problem(text);
      const addresses = await names.known(host);
      // A public name is refused only if an address is not allowed. A non-public name must resolve into the operator's
      // networks.
      if (addresses.length === 0) return isPublicName(host) ? undefined : nonPublic;
      return addresses.every((address) => allowsFor(address, host)) ? undefined : nonPublic;
    },
  };
}

const nonPublic = valueProblem('the host is not at a public address; webhooks go to the public internet only');

function urlProblem(text: string, allows: (address: string) => boolean, mayBeLocal: boolean): Problem | undefined {
  // The parser would drop these characters silently, and the request would go to a URL other than the one that people
  // read.
  if (/[\s\p{Cc}]/u.test(text))
    return {
      type: 'url_parsing',
      msg: 'Input should be a valid URL, it contains white space',
      ctx: { error: 'it contains white space' },
    };
  const url = URL.parse(text);
  if (url === null)
    return { type: 'url_parsing', msg: 'Input should be a valid URL', ctx: { error: 'not an absolute URL' } };
  if (url.protocol !== 'https:')
    return { type: 'url_scheme', msg: "URL scheme should be 'https'", ctx: { expected_schemes: "'https'" } };
  if (url.username !== '' || url.password !== '')
    return valueProblem('the address must not contain a user name or password');
  if (url.hash !== '' || text.endsWith('#')) return valueProblem('the address must not contain a fragment');
  const port = url.port === '' ? 443 : Number(url.port);
  if (port !== 443 && port < 1024) return valueProblem('the port must be 443, or one from 1024 on');
  if (servicePorts.has(port)) return valueProblem(`the port ${port} is that of a well-known service; choose another`);
  const host = bare(url.hostname);
  if (isIP(host) !== 0) return allows(host) ? undefined : nonPublic;
  return isPublicName(host) || (mayBeLocal && isName(host)) ? undefined : nonPublic;
}

function isPublicName(host: string): boolean {
  const name = withoutDot(host);
  return isName(name) && name.includes('.') && !localNames.test(name);
}

function withoutDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function isName(host: string): boolean {
  const name = withoutDot(host);
  const labels = name.split('.');
  if (name.length > 253) return false;
  return labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
}

/** Returns an IPv6 host without its brackets. */
function bare(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

function valueProblem(text: string): Problem {
  return { type: 'value_error', msg: `Value error, ${text}`, ctx: { error: text } };
}
