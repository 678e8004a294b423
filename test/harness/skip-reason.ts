// What a test needs of the machine, and does not find there: said, instead of passing as if it had been tried.

import type { Test } from 'tap';

/** Skips the test, or fails it under CI=true, where what it needs must be there. */
export function notTried(t: Test, reason: string): void {
  if (process.env.CI === 'true') t.fail(`${reason}: under CI=true that must be tried`);
  else t.plan(0, reason);
}
