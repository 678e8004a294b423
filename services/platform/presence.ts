import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.ts';

/** The reader of an answer. */
export interface Reader {
  project: { id: string };
  onGone(listener: () => void): void;
}

/** The caller has disconnected, so nobody reads the answer. */
export class CallerLeftError extends Error {
  override readonly name = 'CallerLeftError';
}

/** Reading and encoding an answer of this size blocks the event loop for about 5 ms. */
const largeBytes = 1024 * 1024;
/** The large answers that one process reads at once. Ten of them in a row would delay every other call by 0.4 s. */
const largeReads = new Turns(2);
/**
 * The turns of the event loop before a large read. The loop accepts one new connection a turn, so without them a call
 * behind ten new callers would wait for the reads of all ten: 0.37 s in place of 0.1.
 */
const turnsBetween = 32;

/** Returns a function that gives others a turn of the event loop. It throws a CallerLeftError if the caller has left. */
export function whilePresent(caller: Pick<Reader, 'onGone'>): () => Promise<void> {
  let isGone = false;
  caller.onGone(() => {
    isGone = true;
  });
  return async () => {
    await nextTurn();
    if (isGone) throw new CallerLeftError('The caller has disconnected');
  };
}

/**
 * Reads the rows of an answer whose size is known. Large answers are read one after the other, two at once, and projects
 * take turns. Throws a CallerLeftError if the caller has left by then: the rows are not read.
 */
export async function readInTurn<Rows>(caller: Reader, bytes: number, read: () => Promise<Rows>): Promise<Rows> {
  const proceed = whilePresent(caller);
  if (bytes < largeBytes) {
    await proceed();
    return read();
  }
  return largeReads.run(caller.project.id, async () => {
    for (let turn = 1; turn < turnsBetween; turn += 1) await nextTurn();
    await proceed();
    return read();
  });
}
