// Readiness check: the database takes a write in time. Liveness: it has done so within a limit, if there is one.

import { probeWrite } from '../../models/connection.ts';

const deadlineMs = 2000;
/** The result is cached for this long, because anybody may call /readyz as often as they like. */
const freshMs = 500;

export class Readiness {
  #probe: Promise<boolean> | undefined;
  #ready = false;
  #foundAt = Number.NEGATIVE_INFINITY;
  /** When the first check since the last good one failed. */
  #lostAt: number | undefined;

  /** Returns true if the database took a write within the last 500 ms, or takes one within 2 s. */
  async databaseWrites(): Promise<boolean> {
    if (performance.now() - this.#foundAt < freshMs) return this.#ready;
    // All callers share one probe, so that a frozen database gets only one write.
    this.#probe ??= probeWrite()
      .then(
        () => true,
        () => false,
      )
      .then((ready) => {
        this.#probe = undefined;
        this.#ready = ready;
        if (ready) this.#lostAt = undefined;
        else this.#lostAt ??= performance.now();
        this.#foundAt = performance.now();
        return ready;
      });
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), deadlineMs);
    return Promise.race([this.#probe, late.promise]).finally(() => clearTimeout(timer));
  }

  /** Returns true if the database has taken no write for this many seconds, as far as the checks have seen. */
  async hasLostDatabase(seconds: number): Promise<boolean> {
    if (await this.databaseWrites()) return false;
    return this.#lostAt !== undefined && performance.now() - this.#lostAt >= seconds * 1000;
  }
}
