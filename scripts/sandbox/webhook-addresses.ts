// The address policy for webhooks of the sandbox. Fixtures may set every address that the server accepts, and loopback
// addresses with plain HTTP. The sandbox connects only to loopback.

import { OutboundFailure } from '../../services/platform/index.ts';
import { type AddressPolicy, addressPolicy } from '../../services/webhooks/index.ts';
import { isLoopback, loopbackNetworks } from './loopback.ts';

/** Returns the address policy for webhooks. The policy sends no DNS queries. */
export function loopbackPolicy(): AddressPolicy {
  const ofServer = addressPolicy(loopbackNetworks);
  const problem: AddressPolicy['problem'] = (text) => (isLoopbackUrl(text) ? undefined : ofServer.problem(text));
  return {
    problem,
    resolvedProblem: async (text) => problem(text),
    allows: isLoopback,
    names: {
      async addresses(name) {
        if (name !== 'localhost') throw new OutboundFailure('target_not_allowed');
        return [{ address: '127.0.0.1', family: 4 }];
      },
      known: async (name) => (name === 'localhost' ? ['127.0.0.1'] : []),
    },
  };
}

function isLoopbackUrl(text: string): boolean {
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || isLoopback(host);
}
