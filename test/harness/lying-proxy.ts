// A proxy that changes the responses of a server. A contract run must detect the changes.

import type { Test } from 'tap';
import { type Mutant, type Passing, startProxy, type Takeover } from '../mutants/proxy.ts';

/** Changes the response in place. `request` is the method and the path. A returned promise delays the response. */
export type Lie = (answer: Passing, request: string) => unknown;

/** Starts a proxy that applies the change to every response, and stops it when the test ends. Returns its base URL. */
export async function startLyingProxy(t: Test, target: string, lie: Lie, takeover?: Takeover): Promise<string> {
  const mutant: Mutant = {
    name: 'every response is changed',
    on: /^/,
    when: 'any',
    answer: (answer, { method, path, query }) => lie(answer, `${method} ${path}${query.size === 0 ? '' : `?${query}`}`),
  };
  const { url, close } = await startProxy(target, mutant, takeover);
  t.teardown(close);
  return url;
}
