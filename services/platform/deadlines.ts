// Times by which something should have happened, for a crowd of things to which it nearly always does: a place in a list
// instead of a timer for each. One timer looks after all of them, while there are any.
//
// Not a Set, nor a list that is cut short: what is added to and taken from at every call is then copied again and again, and
// its old copies hold things that are long over, with all that hangs on them, until the next collection of the whole heap.

/** How late a deadline may be noticed, at most. */
const sweepMs = 50;

/** Something that should have happened by a time. */
export class Deadline {
  readonly #expire: () => void;
  #place = -1;
  /** When it is too late, as performance.now() counts. It may be moved; infinite: never. */
  atMs: number;

  /** Begins to wait. `expire` is called once, unless it is forgotten before. */
  constructor(atMs: number, expire: () => void) {
    this.atMs = atMs;
    this.#expire = expire;
    this.#place = count;
    awaited[count] = this;
    count += 1;
    // After the turn's input: what came while the event loop was held up has come in time.
    timer ??= setInterval(() => setImmediate(sweep), sweepMs);
  }

  /** It has happened. */
  forget(): void {
    if (this.#place === -1) return;
    count -= 1;
    const last = awaited[count] as Deadline;
    awaited[this.#place] = last;
    last.#place = this.#place;
    awaited[count] = undefined;
    this.#place = -1;
  }

  /** Expires, if it is too late. */
  check(nowMs: number): void {
    if (this.atMs > nowMs) return;
    this.forget();
    this.#expire();
  }
}

/** As long as it ever was; those that are awaited come first. */
const awaited: (Deadline | undefined)[] = [];
let count = 0;
let timer: NodeJS.Timeout | undefined;

function sweep(): void {
  const now = performance.now();
  // From the end: the place of one that goes is taken by one that was looked at already.
  for (let place = count - 1; place >= 0; place -= 1) awaited[place]?.check(now);
  // Not before: who comes and goes one by one would start and stop the timer each time.
  if (count > 0) return;
  clearInterval(timer);
  timer = undefined;
}
