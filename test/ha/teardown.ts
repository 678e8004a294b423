// Runs the ends of a test also if it throws at its top level, or is stopped by a signal: servers in other namespaces
// would go on for ever.

import type { Test } from 'tap';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Calls `end`, which is synchronous, when the test ends or the process does. */
export function atEnd(t: Test, end: () => void): void {
  let isDone = false;
  const once = (): void => {
    if (!isDone) end();
    isDone = true;
  };
  t.teardown(once);
  process.once('exit', once);
}
