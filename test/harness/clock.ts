// Moves the clock of the servers in this process, and compares measured times with their bounds.

import type { Test } from 'tap';
import { shiftClock as shift } from '../../models/clock.ts';
import { restartIds } from '../../models/ids.ts';

/** Moves the clock by `ms`, forwards or backwards. If `t` is given, moves it back at the end of the test. */
export function shiftClock(ms: number, t?: Test): void {
  shift(ms);
  // Ids never go back by themselves, and `created_at` comes from the id. If a background job had made an id while the
  // clock was 10 minutes ahead, the next test's session would begin in 10 minutes.
  if (ms < 0) restartIds();
  t?.teardown(() => shiftClock(-ms));
}

/**
 * Prints the measured value. In `npm run test:timing`, fails the test if the value exceeds the bound (in the same
 * unit): on a busy machine, a time says nothing about the code.
 */
export function holdBound(t: Test, what: string, measured: number, bound: number): void {
  const text = `${what}: ${measured.toFixed(2)}, at most ${bound}`;
  if (process.env.SVC_TEST_CLOCK === 'true') t.ok(measured <= bound, text);
  else t.comment(text);
}
