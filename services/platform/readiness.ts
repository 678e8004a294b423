// Whether the database does what the server needs of it: it takes a write, and soon.

import { probeWrite } from '../../models/connection.ts';

const deadlineMs = 2000;
/** Anybody may ask, as often as they like: what was found is good for so long. */
const freshMs = 500;

export class Readiness {
  #probe: Promise<boolean> | undefined;
  #ready = false;
  #foundAt = Number.NEGATIVE_INFINITY;

  /** Whether the database has taken a write within the last half second, or does so within 2 s. */
  async databaseWrites(): Promise<boolean> {
    if (performance.now() - this.#foundAt < freshMs) return this.#ready;
    // A database that is frozen gets one write to think about, however many ask.
    this.#probe ??= probeWrite()
      .then(
        () => true,
        () => false,
      )
      .then((ready) => {
        this.#probe = undefined;
        this.#ready = ready;
        this.#foundAt = performance.now();
        return ready;
      });
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), deadlineMs);
    return Promise.race([this.#probe, late.promise]).finally(() => clearTimeout(timer));
  }
}
