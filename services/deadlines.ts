// Times by which something should have happened, for a crowd of things to which it nearly always does: an entry in a set
// instead of a timer for each. One timer looks after all of them, while there are any.

/** How late a deadline may be noticed, at most. */
const sweepMs = 50;

export interface Awaited {
  /** When it is too late, as performance.now() counts. It may be moved meanwhile; infinite: not now. */
  deadlineMs: number;
  /** It is too late: called once. */
  expire(): void;
}

const awaited = new Set<Awaited>();
let timer: NodeJS.Timeout | undefined;

/** Lets the thing expire once its deadline has passed. */
export function awaitUntilDeadline(thing: Awaited): void {
  awaited.add(thing);
  // After the turn's input: what came while the event loop was held up has come in time.
  timer ??= setInterval(() => setImmediate(sweep), sweepMs);
}

/** It has happened. */
export function forgetDeadline(thing: Awaited): void {
  awaited.delete(thing);
}

function sweep(): void {
  const now = performance.now();
  for (const thing of awaited) {
    if (thing.deadlineMs > now) continue;
    awaited.delete(thing);
    thing.expire();
  }
  // Not before: who comes and goes one by one would start and stop the timer each time.
  if (awaited.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
