// Compares measured times with their bounds, but only in `npm run test:timing`: on a busy machine, a time says nothing
// about the code.

import type { Test } from 'tap';

/**
 * Prints the measured value. In `npm run test:timing`, fails the test if the value exceeds the bound (in the same
 * unit).
 */
export function holdBound(t: Test, what: string, measured: number, bound: number): void {
  const text = `${what}: ${measured.toFixed(2)}, at most ${bound}`;
  if (process.env.SVC_TEST_CLOCK === 'true') t.ok(measured <= bound, text);
  else t.comment(text);
}
