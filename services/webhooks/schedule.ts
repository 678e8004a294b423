// The retry schedule of deliveries.

import type { Config } from '../settings/index.ts';

/**
 * The process itself waits for retries up to this delay. Longer delays are stored in the database and survive the
 * process.
 */
const hotSeconds = 5;
const longestRetryAfterMs = 3_600_000;

/** The statuses whose `Retry-After` is honoured. */
const busyStatuses = new Set([429, 503]);

export interface Schedule {
  /** Returns the next attempt after the nth failed one; undefined if there are no more. */
  next(ended: number, status: number | null, retryAfter: string | undefined): NextAttempt | undefined;
  /** The maximum number of consecutive retries for which the process itself waits. */
  inProcessRetries: number;
}

export interface NextAttempt {
  delayMs: number;
  /** `true` if the delay is short enough for the process to wait. */
  soon: boolean;
}

/** Returns the configured schedule. With a broker, the broker does all the waiting. */
export function createSchedule({ broker, webhook }: Pick<Config, 'broker' | 'webhook'>): Schedule {
  const seconds = broker.enabled ? webhook.retry_schedule_broker : webhook.retry_schedule;
  const firstLong = seconds.findIndex((wait) => wait > hotSeconds);
  const inProcessRetries = broker.enabled ? 0 : firstLong === -1 ? seconds.length : firstLong;
  return {
    inProcessRetries,
    next(ended, status, retryAfter) {
      const wait = seconds[ended - 1];
      if (wait === undefined) return undefined;
      // Jitter, so that deliveries that failed together are not retried together.
      const ownMs = wait * 1000 * (0.9 + Math.random() * 0.2);
      const askedMs = status !== null && busyStatuses.has(status) ? retryAfterMs(retryAfter) : undefined;
      if (askedMs === undefined || askedMs <= ownMs) return { delayMs: ownMs, soon: ended <= inProcessRetries };
      // `Retry-After` can only lengthen the delay, and not by much: receivers must not postpone events for ever.
      return { delayMs: Math.min(askedMs, Math.max(2 * ownMs, longestRetryAfterMs)), soon: false };
    },
  };
}

/** Only seconds are supported: a date would depend on the receiver's clock. */
function retryAfterMs(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1000 : undefined;
}
