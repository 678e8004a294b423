// When a delivery is tried again.

import type { Config } from '../settings/index.ts';

/** Waits of up to this long are sat out in the process; longer ones are the database's, and survive it. */
const hotSeconds = 5;
const longestRetryAfterMs = 3_600_000;

/** Answers whose `Retry-After` is heeded. */
const busyStatuses = new Set([429, 503]);

export interface Schedule {
  /** What follows the nth failed attempt; undefined: no other. */
  next(ended: number, status: number | null, retryAfter: string | undefined): NextTry | undefined;
  /** How many waits in a row, at most, are sat out in the process. */
  hotTries: number;
}

export interface NextTry {
  delayMs: number;
  /** Short enough to be sat out in the process. */
  soon: boolean;
}

/** The configured schedule. With a broker all waiting is the broker's. */
export function createSchedule({ broker, webhook }: Pick<Config, 'broker' | 'webhook'>): Schedule {
  const seconds = broker.enabled ? webhook.retry_schedule_broker : webhook.retry_schedule;
  const firstLong = seconds.findIndex((wait) => wait > hotSeconds);
  const hotTries = broker.enabled ? 0 : firstLong === -1 ? seconds.length : firstLong;
  return {
    hotTries,
    next(ended, status, retryAfter) {
      const wait = seconds[ended - 1];
      if (wait === undefined) return undefined;
      // Spread, so that what failed together does not come back together.
      const ownMs = wait * 1000 * (0.9 + Math.random() * 0.2);
      const askedMs = status !== null && busyStatuses.has(status) ? retryAfterMs(retryAfter) : undefined;
      if (askedMs === undefined || askedMs <= ownMs) return { delayMs: ownMs, soon: ended <= hotTries };
      // Never sooner than planned, and not much later: a receiver must not park events for ever.
      return { delayMs: Math.min(askedMs, Math.max(2 * ownMs, longestRetryAfterMs)), soon: false };
    },
  };
}

/** Seconds only: the other form, a date, is by the receiver's clock. */
function retryAfterMs(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1000 : undefined;
}
