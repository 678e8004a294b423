// A retry budget, which keeps retries from overloading upstreams.

const budgetShare = 0.1;
const budgetMax = 10;

/** Allows retries for a tenth of the calls, with a small burst. */
export class RetryBudget {
  #left = budgetMax;

  /** Counts a first attempt. */
  earn(): void {
    this.#left = Math.min(this.#left + budgetShare, budgetMax);
  }

  /** Returns true if a retry is allowed, and counts it. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
