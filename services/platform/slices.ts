// The slices of long work on the event loop: some milliseconds each.

import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Waits for the next slice of long work: one slice, of whatever request, runs in a turn of the event loop. If each request
 * only yielded, a project with 16 of them at once would delay every other request by 16 slices.
 */
export function nextSlice(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
