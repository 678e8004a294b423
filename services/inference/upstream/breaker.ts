// A breaker keeps calls away from an upstream that fails, so that they fail at once or go elsewhere, and a retry budget
// keeps repeated calls from becoming a load of their own.
//
// What counts as a failure is for the caller to say. A 500 should not: one tenant's poisonous prompt would close the
// upstream for all.

const windowMs = 10_000;
const minFailures = 5;
const firstPauseMs = 1000;
const maxPauseMs = 30_000;
/** A probe whose outcome nobody reports is given up after this. */
const probeMs = 60_000;

interface Counts {
  since: number;
  calls: number;
  failures: number;
}

export class Breaker {
  readonly #now: () => number;
  readonly #onChange: (isOpen: boolean) => void;
  #current: Counts;
  #previous: Counts;
  #openUntil = 0;
  #pauseMs = 0;
  #probeSince: number | undefined;

  /**
   * @param onChange is told when it begins to keep calls away, and when it lets them through again.
   * @param now milliseconds that never go back.
   */
  constructor(onChange: (isOpen: boolean) => void = () => undefined, now: () => number = () => performance.now()) {
    this.#onChange = onChange;
    this.#now = now;
    this.#current = { since: now(), calls: 0, failures: 0 };
    this.#previous = { since: now(), calls: 0, failures: 0 };
  }

  /** Whether a call may go now. After a pause one may, and its outcome decides. */
  admits(): boolean {
    if (this.#pauseMs === 0) return true;
    const now = this.#now();
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

  /** The call ended without saying anything about the upstream. */
  undecided(): void {
    this.#probeSince = undefined;
  }

  #open(pauseMs: number): void {
    if (this.#pauseMs === 0) this.#onChange(true);
    this.#pauseMs = pauseMs;
    this.#openUntil = this.#now() + pauseMs;
    this.#current = { since: this.#now(), calls: 0, failures: 0 };
    this.#previous = this.#current;
  }

  #tooMany(): boolean {
    const failures = this.#current.failures + this.#previous.failures;
    const calls = this.#current.calls + this.#previous.calls;
    return failures >= minFailures && failures * 2 >= calls;
  }

  /** Two halves of the window, the older of which falls away as a whole. */
  #counts(): Counts {
    const now = this.#now();
    const age = now - this.#current.since;
    if (age < windowMs / 2) return this.#current;
    this.#previous = age < windowMs ? this.#current : { since: now, calls: 0, failures: 0 };
    this.#current = { since: now, calls: 0, failures: 0 };
    return this.#current;
  }
}

const budgetShare = 0.1;
const budgetMax = 10;

/** Allows repeats for a tenth of the calls, and a few at once. */
export class RetryBudget {
  #left = budgetMax;

  /** A call is made for the first time. */
  earn(): void {
    this.#left = Math.min(this.#left + budgetShare, budgetMax);
  }

  /** Whether a call may be repeated; if so, it is counted. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
