// A circuit breaker, which makes calls of a failing server fail at once or go elsewhere. Upstreams and search engines
// have one.
//
// The caller of the breaker decides what is a failure. A 500 of an upstream should not be: one tenant's poisonous prompt
// would cut all tenants off from it.

const windowMs = 10_000;
const minFailures = 5;
const firstPauseMs = 1000;
const maxPauseMs = 30_000;
/** The time after which a probe without a reported outcome is given up. */
const probeMs = 60_000;

interface Counts {
  since: number;
  calls: number;
  failures: number;
}

export class Breaker {
  readonly #onChange: (isOpen: boolean) => void;
  #current: Counts;
  #previous: Counts;
  #openUntil = 0;
  #pauseMs = 0;
  #probeSince: number | undefined;

  /** @param onChange is called when the breaker opens and when it closes. */
  constructor(onChange: (isOpen: boolean) => void) {
    this.#onChange = onChange;
    const since = performance.now();
    this.#current = { since, calls: 0, failures: 0 };
    this.#previous = { since, calls: 0, failures: 0 };
  }

  /**
   * Returns true if a call may be sent. After a pause the breaker admits one probe, whose outcome closes or reopens it.
   */
  admits(): boolean {
    if (this.#pauseMs === 0) return true;
    const now = performance.now();
    if (now < this.#openUntil) return false;
    if (this.#probeSince !== undefined && now - this.#probeSince < probeMs) return false;
    this.#probeSince = now;
    return true;
  }

  get isOpen(): boolean {
    return this.#pauseMs !== 0;
  }

  succeeded(): void {
    if (this.#pauseMs !== 0) this.#onChange(false);
    this.#pauseMs = 0;
    this.#probeSince = undefined;
    this.#counts().calls += 1;
  }

  failed(): void {
    const counts = this.#counts();
    counts.calls += 1;
    counts.failures += 1;
    const wasProbe = this.#probeSince !== undefined;
    this.#probeSince = undefined;
    if (wasProbe) this.#open(Math.min(this.#pauseMs * 2, maxPauseMs));
    else if (this.#pauseMs === 0 && this.#tooMany()) this.#open(firstPauseMs);
  }

  /** Reports a call whose outcome says nothing about the server. */
  undecided(): void {
    this.#probeSince = undefined;
  }

  #open(pauseMs: number): void {
    if (this.#pauseMs === 0) this.#onChange(true);
    this.#pauseMs = pauseMs;
    this.#openUntil = performance.now() + pauseMs;
    this.#current = { since: performance.now(), calls: 0, failures: 0 };
    this.#previous = this.#current;
  }

  #tooMany(): boolean {
    const failures = this.#current.failures + this.#previous.failures;
    const calls = this.#current.calls + this.#previous.calls;
    return failures >= minFailures && failures * 2 >= calls;
  }

  /** Returns the counts of a sliding window of two halves, of which the older is dropped as a whole. */
  #counts(): Counts {
    const now = performance.now();
    const age = now - this.#current.since;
    if (age < windowMs / 2) return this.#current;
    this.#previous = age < windowMs ? this.#current : { since: now, calls: 0, failures: 0 };
    this.#current = { since: now, calls: 0, failures: 0 };
    return this.#current;
  }
}
