// Moves the sandbox's time. Jobs that run keep the rest of their leases, because their workers are alive.

import { nowMs, setClocksAhead } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { restartIds } from '../../models/ids.ts';
import { Job } from '../../models/job.ts';

export class Clock {
  #aheadMs = 0;

  async advance(seconds: number): Promise<void> {
    const ms = seconds * 1000;
    await transaction((tx) => Job.extendLeases(ms, tx));
    this.#aheadMs += ms;
    setClocksAhead(this.#aheadMs);
  }

  /** Sets the clock back to the time of day. */
  reset(): void {
    this.#aheadMs = 0;
    setClocksAhead(0);
    restartIds();
  }

  get now(): number {
    return Math.floor(nowMs() / 1000);
  }
}
