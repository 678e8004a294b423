// A time by which something should have happened, which may be moved at no cost: for every chunk of a stream, for example.

/** setTimeout takes no longer delay. */
const maxDelayMs = 2 ** 31 - 1;

export class Deadline {
  readonly #expire: () => void;
  #atMs: number;
  /** The time that the timer is set for; infinite without a timer. */
  #timerAtMs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** @param atMs as performance.now() counts; infinite: never. @param expire is called once, unless it is cancelled before. */
  constructor(atMs: number, expire: () => void) {
    this.#expire = expire;
    this.#atMs = atMs;
    this.#arm();
  }

  /** Moves the deadline. A later one leaves the timer as it is: it looks at the time again when it fires. */
  set atMs(atMs: number) {
    this.#atMs = atMs;
    if (atMs < this.#timerAtMs) this.#arm();
  }

  /** Cancels the deadline. */
  forget(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timerAtMs = this.#atMs;
    if (this.#isOver || this.#atMs === Number.POSITIVE_INFINITY) return;
    const delayMs = Math.min(Math.max(this.#atMs - performance.now(), 0), maxDelayMs);
    // After the input of the turn: data that arrived while the event loop was held up has come in time.
    this.#timer = setTimeout(() => setImmediate(() => this.#check()), delayMs);
  }

  #check(): void {
    if (this.#isOver) return;
    if (this.#atMs > performance.now()) {
      this.#arm();
      return;
    }
    this.#isOver = true;
    this.#expire();
  }
}
