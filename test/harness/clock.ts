// Times that tests hold against a bound only under `npm run test:timing`: on a machine with other work a clock says nothing
// about the code.

import type { Test } from 'tap';

/** Prints what was measured. Under `npm run test:timing` fails the test where it is above the bound, in the same unit. */
export function holdBound(t: Test, what: string, measured: number, bound: number): void {
  const text = `${what}: ${measured.toFixed(2)}, at most ${bound}`;
  if (process.env.SVC_TEST_CLOCK === 'true') t.ok(measured <= bound, text);
  else t.comment(text);
}
