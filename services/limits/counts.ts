// The counts of a subject's limits: the time windows that they belong to, what the limits have left, and the errors of
// exceeded limits.

import type { Transaction } from 'sequelize';
import { maxAheadSeconds, nowSeconds } from '../../models/clock.ts';
import type { LimitCounts } from '../../models/limit-count.ts';
import { UsageRollup } from '../../models/usage-rollup.ts';
import { ServiceError } from '../platform/index.ts';
import type { Limits } from '../tenancy/index.ts';
import type { Amount, Subject, Whose } from './subject.ts';
import { fromCents, toDollars } from './usage/cost.ts';
import { startOf, startOfMonth, widthSeconds } from './usage/time.ts';
import { countedKinds } from './usage/tokens.ts';

/** Counts stop at the largest exact integer. */
export const maxCount = Number.MAX_SAFE_INTEGER;
/** The longest wait that a response tells the client, in seconds. */
const maxRetryAfterSeconds = 60;

/**
 * Returns the counts at `now`: the counts of windows that have ended are 0. Counts that were not initialized yet stay
 * so. Counts of a wrong clock are to be initialized again: their windows would end in months or years.
 */
export function currentCounts(row: LimitCounts, now: number): LimitCounts {
  const minute = startOf('minute', now);
  if (row.minute > now + maxAheadSeconds) return { ...uncounted, minute };
  const { day, month } = row.day === 0 ? row : dayAndMonth(now);
  return {
    minute: Math.max(minute, row.minute),
    minuteRequests: minute > row.minute ? 0 : row.minuteRequests,
    minuteTokens: minute > row.minute ? 0 : row.minuteTokens,
    day: Math.max(day, row.day),
    dayTokens: day > row.day ? 0 : row.dayTokens,
    month: Math.max(month, row.month),
    monthTokens: month > row.month ? 0 : row.monthTokens,
    monthCost: month > row.month ? 0 : row.monthCost,
  };
}

const uncounted: LimitCounts = {
  minute: 0,
  minuteRequests: 0,
  minuteTokens: 0,
  day: 0,
  dayTokens: 0,
  month: 0,
  monthTokens: 0,
  monthCost: 0,
};

/** Sums the usage of the subject in the current day and month. */
export async function usedBefore(
  { organizationId, projectId, keyId }: Pick<Subject, 'organizationId' | 'projectId' | 'keyId'>,
  tx?: Transaction,
): Promise<Omit<LimitCounts, 'minute' | 'minuteRequests' | 'minuteTokens'>> {
  const { day, month } = dayAndMonth(nowSeconds());
  const days: number[] = [];
  for (let one = month; one <= day; one += widthSeconds.day) days.push(one);
  const used = await UsageRollup.usedByDay({ organizationId, projectId, callerId: keyId }, countedKinds, days, tx);
  const monthTokens = [...used.values()].reduce((sum, { tokens }) => sum + tokens, 0);
  const monthCost = [...used.values()].reduce((sum, { cost }) => sum + cost, 0);
  return { day, dayTokens: used.get(day)?.tokens ?? 0, month, monthTokens, monthCost: Math.min(monthCost, maxCount) };
}

function dayAndMonth(now: number): Pick<LimitCounts, 'day' | 'month'> {
  return { day: startOf('day', now), month: startOfMonth(now) };
}

/** Returns the amount that is left for more usage or reservations; infinite without a limit. */
export function remainingIn(counts: LimitCounts, reserved: Amount, limits: Limits): Amount {
  const tokens = [
    remainingOf(limits.tokens_per_minute, counts.minuteTokens),
    remainingOf(limits.tokens_per_day, counts.dayTokens),
    remainingOf(limits.tokens_per_month, counts.monthTokens),
  ];
  const cost = remainingOf(limits.spendLimit === null ? null : fromCents(limits.spendLimit), counts.monthCost);
  return { tokens: Math.min(...tokens) - reserved.tokens, cost: cost - reserved.cost };
}

function remainingOf(limit: number | null, used: number): number {
  return limit === null ? Number.POSITIVE_INFINITY : limit - used;
}

/** Returns the error for a request over the rate limit, or undefined if the request is allowed. */
export function refuseRequest(
  counts: LimitCounts,
  { requests_per_minute: limit }: Limits,
  whose: Whose,
): ServiceError | undefined {
  if (limit === null || counts.minuteRequests < limit) return undefined;
  return tooMany('requests', limit, counts, whose);
}

/**
 * Returns the error for a call, or undefined if it is allowed. A call is allowed while used plus reserved is below
 * every limit. Its own reservation does not count, because otherwise a limit below the size of one reservation would
 * refuse calls forever.
 */
export function refuseCall(
  counts: LimitCounts,
  reserved: Amount,
  limits: Limits,
  whose: Whose,
): ServiceError | undefined {
  const { spendLimit, tokens_per_month, tokens_per_day, tokens_per_minute } = limits;
  // Checks the limits with the longest windows first: a client that waits for the next minute would be refused again by
  // the month.
  if (spendLimit !== null && counts.monthCost >= fromCents(spendLimit)) return spent(spendLimit, whose);
  if (isReached(counts.monthTokens, tokens_per_month)) return usedUp('tokens_per_month', tokens_per_month, whose);
  if (isReached(counts.dayTokens, tokens_per_day)) return usedUp('tokens_per_day', tokens_per_day, whose);
  if (isReached(counts.minuteTokens, tokens_per_minute)) return tooMany('tokens', tokens_per_minute, counts, whose);
  const room = remainingIn(counts, reserved, limits);
  if (room.tokens > 0 && room.cost > 0) return undefined;
  const which = room.tokens > 0 ? 'spend limit' : 'limit of tokens';
  return new ServiceError(
    'rate_limit_exceeded',
    `The ${whose}'s ${which} is reached if the reservations of its calls in flight count. Try again in a second.`,
    { retryAfterSeconds: 1, rate: { resetSeconds: 1, of: 'tokens' } },
  );
}

function isReached(used: number, limit: number | null): limit is number {
  return limit !== null && used >= limit;
}

function tooMany(of: 'requests' | 'tokens', limit: number, { minute }: LimitCounts, whose: Whose): ServiceError {
  const what = of === 'requests' ? 'calls' : 'tokens';
  const resetSeconds = Math.max(minute + 60 - nowSeconds(), 1);
  return new ServiceError(
    'rate_limit_exceeded',
    `The ${whose} may use ${limit} ${what} a minute. Wait, then try again.`,
    {
      retryAfterSeconds: Math.min(resetSeconds, maxRetryAfterSeconds),
      rate: { limit, resetSeconds, of },
    },
  );
}

function spent(cents: number, whose: Whose): ServiceError {
  const dollars = toDollars(fromCents(cents)).toFixed(2);
  return new ServiceError(
    whose === 'organization' ? 'monthly_spend' : 'project_spend_limit_exceeded',
    `The ${whose}'s spend limit, $${dollars} a month, is reached. Raise the limit, or wait for the next month.`,
  );
}

function usedUp(limit: 'tokens_per_day' | 'tokens_per_month', tokens: number, whose: Whose): ServiceError {
  return new ServiceError(
    limit,
    `The ${whose}'s limit ${limit}, which is ${tokens} tokens, is used up. Raise the limit, or wait for the next ${limit === 'tokens_per_day' ? 'day' : 'month'}.`,
  );
}
