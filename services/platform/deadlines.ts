// A deadline that can be moved at almost no cost, for example at every chunk of a stream.

/** The longest delay that setTimeout accepts. */
const maxDelayMs = 2 ** 31 - 1;

export class Deadline {
  readonly #expire: () => void;
  #atMs: number;
  /** The time for which the timer is set; infinite without a timer. */
  #timerAtMs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /**
   * @param atMs the deadline, in milliseconds of performance.now(); infinite means never. @param expire is called once
   * when the deadline passes, unless it is cancelled before.
   */
  constructor(atMs: number, expire: () => void) {
    this.#expire = expire;
    this.#atMs = atMs;
    this.#arm();
  }

  /** Moves the deadline. A later deadline keeps the timer, which checks the time again when it fires. */
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
    // Checks after the input of the turn, because data that arrived while the event loop was blocked is in time.
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
