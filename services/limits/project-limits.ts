// The limits of projects on calls, tokens and costs: one count over all servers, in one row per project.
//
// A call takes a request and, where it asks a model, one token, before anything is sent; when it has ended, the one token
// is settled to what was really used, or given back. One token is the least that a call can use: so nobody is refused for
// what others might use but do not, and the count exceeds a limit by no more than what is in flight. Calls that come
// while the row is being written are decided together by the next writing: a crowd costs as many transactions as fit
// into its time. Projects without limits cost nothing.
//
// What a call costs is known when it has ended, and nothing is taken for it before: what is in flight may exceed a limit.
//
// Tokens and costs are counted while there is a limit on either. When one is set, what was used of the day and the month
// before is read from the usage, at the first call. Not more than that: calls that begin on another server before it hears
// of the limit, and what it has not written yet, three seconds and one, stay uncounted, for counting them later could count
// others twice.
//
// The row carries the windows it counts in. A server whose clock is behind counts in the window that another has opened.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { type LimitCounts, LimitWindow } from '../../models/limit-window.ts';
import { readOne } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import { UsageRollup } from '../../models/usage-rollup.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { countsUse, type Limits, limitsOf } from '../tenancy/project-rules.ts';
import type { EndOfCall, ModelCall, ModelCallWatcher } from './model-calls.ts';
import type { RateState } from './rates.ts';
import { costOf, inDollars, ofCents } from './usage/cost.ts';
import { monthOf, startOf, widthSeconds } from './usage/time.ts';
import { kindsWithTokens } from './usage/tokens.ts';

export type { RateState, Rates } from './rates.ts';

type Window = 'minute' | 'day' | 'month';

/** Takes one of each that is limited; refused, it takes nothing. */
interface Take {
  kind: 'take';
  of: { what: 'request' } | { what: 'token'; organizationId: string };
  limits: Limits;
  resolve(taken: Taken): void;
  reject(error: unknown): void;
}

interface Taken {
  windows: Record<Window, number>;
  rate: RateState | undefined;
}

/** Of a call that took no token: nothing is given back. */
const noWindows: Readonly<Record<Window, number>> = { minute: -1, day: -1, month: -1 };

/** Puts what was used in the place of the token that was taken. */
interface Settle {
  kind: 'settle';
  windows: Record<Window, number>;
  tokens: number;
  /** Billionths of a US dollar. */
  cost: number;
}

type Step = Take | Settle;

/** Usage has to be written before it can be read. */
const usageFirst = Symbol('usage first');

const maxStepsAtOnce = 500;
const retryMs = 1000;
/** More is not counted: whole numbers end here. */
const mostCost = Number.MAX_SAFE_INTEGER;
/** The longest wait that an answer names. */
const maxRetryAfterSeconds = 60;

export class ProjectLimits implements ModelCallWatcher {
  readonly #log: Log;
  readonly #waiting = new Map<string, Step[]>();
  readonly #working = new Map<string, Promise<void>>();
  readonly #writeUsage: () => Promise<void>;
  #closing = false;

  /** @param writeUsage writes what this server has noted of usage. */
  constructor(log: Log, writeUsage: () => Promise<void>) {
    this.#log = log;
    this.#writeUsage = writeUsage;
  }

  /** Counts a call of the Project API. Throws `rate_limit_exceeded`. At once where calls are not limited. */
  admit(project: ProjectRow): undefined | Promise<RateState | undefined> {
    const limits = limitsOf(project);
    if (limits.requests_per_minute === null) return undefined;
    return this.#take(project.id, { what: 'request' }, limits).then(({ rate }) => rate);
  }

  /** Takes a token. Throws `rate_limit_exceeded`, `tokens_per_day`, `tokens_per_month` or `project_spend_limit_exceeded`. */
  begin(call: ModelCall): undefined | EndOfCall | Promise<EndOfCall> {
    const { limits, projectId, organizationId } = call;
    if (!countsUse(limits) || !countsTokens(call)) return undefined;
    const settling =
      (windows: Record<Window, number>): EndOfCall =>
      (end) => {
        const used = end.tokens;
        const tokens = used === undefined ? 0 : used.input + used.output;
        if (tokens > 0 || windows !== noWindows)
          this.#add(projectId, { kind: 'settle', windows, tokens, cost: costOf(call, end, used) });
      };
    // To read asks no model, and may be the first to say what one used in the background.
    if (call.kind === 'kept_response') return settling(noWindows);
    return this.#take(projectId, { what: 'token', organizationId }, limits).then(({ windows, rate }) => {
      call.rates.tokens = rate;
      return settling(windows);
    });
  }

  /** Writes what is to be settled. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#working.values());
  }

  #take(projectId: string, of: Take['of'], limits: Limits): Promise<Taken> {
    return new Promise((resolve, reject) => this.#add(projectId, { kind: 'take', of, limits, resolve, reject }));
  }

  #add(projectId: string, step: Step): void {
    const waiting = this.#waiting.get(projectId);
    if (waiting === undefined) this.#waiting.set(projectId, [step]);
    else waiting.push(step);
    if (!this.#working.has(projectId)) this.#working.set(projectId, this.#work(projectId));
  }

  /** Writes what waits, until nothing does. */
  async #work(projectId: string): Promise<void> {
    for (;;) {
      const waiting = this.#waiting.get(projectId) ?? [];
      const steps = waiting.splice(0, maxStepsAtOnce);
      if (steps.length === 0) break;
      try {
        if ((await decide(projectId, steps, { usageIsWritten: false })) === usageFirst) {
          await this.#writeUsage();
          await decide(projectId, steps, { usageIsWritten: true });
        }
      } catch (error) {
        await this.#failed(projectId, steps, error);
      }
    }
    this.#waiting.delete(projectId);
    this.#working.delete(projectId);
  }

  /** Who waits is told; what was used is kept for the next time. */
  async #failed(projectId: string, steps: Step[], error: unknown): Promise<void> {
    for (const step of steps) if (step.kind === 'take') step.reject(error);
    const settles = steps.filter((step) => step.kind === 'settle');
    if (settles.length === 0) return;
    this.#log.warn({ err: error, project: projectId }, 'could not count what was used; it is tried again');
    if (this.#closing) return;
    this.#waiting.get(projectId)?.push(...settles);
    await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
  }
}

/** What the calls of the project have cost in the month that runs: billionths of a US dollar. */
export async function costOfMonth({ id, organizationId }: ProjectRow): Promise<number> {
  const row = await readOne(LimitWindow, { projectId: id });
  if (row !== undefined && row.day !== 0) return currentCounts(row, nowSeconds()).monthCost;
  return (await usedBefore({ organizationId, projectId: id })).monthCost;
}

/** Endpoints and MCP servers do not say what they use. */
function countsTokens({ kind }: ModelCall): boolean {
  return kind !== 'custom_endpoint' && kind !== 'mcp';
}

/** Takes the steps, and writes the counts once. What was used comes first: nobody is let through for want of it. */
async function decide(
  projectId: string,
  steps: Step[],
  { usageIsWritten }: { usageIsWritten: boolean },
): Promise<typeof usageFirst | undefined> {
  const outcomes = await transaction(async (inside) => {
    const row = await LimitWindow.hold(projectId, inside);
    if (row === undefined) return undefined;
    const organizationId = organizationOf(steps);
    const isUncounted = row.day === 0 && organizationId !== undefined;
    if (isUncounted && !usageIsWritten) return usageFirst;
    const counts = currentCounts(row, nowSeconds());
    for (const step of steps) if (step.kind === 'settle') settle(step, counts);
    // What was settled until now is among what was used.
    if (isUncounted) Object.assign(counts, await usedBefore({ organizationId, projectId }, inside));
    const decided = steps.map((step) => (step.kind === 'take' ? take(step, counts) : undefined));
    await row.update(counts, { transaction: inside });
    return decided;
  });
  if (outcomes === usageFirst) return usageFirst;
  steps.forEach((step, index) => {
    if (step.kind !== 'take') return;
    const outcome = outcomes?.[index] ?? new ServiceError('not_found', 'The project has just been deleted.');
    if (outcome instanceof ServiceError) step.reject(outcome);
    else step.resolve(outcome);
  });
  return undefined;
}

/** The project's organization, where a step takes a token; undefined where none does. */
function organizationOf(steps: Step[]): string | undefined {
  for (const step of steps) {
    if (step.kind === 'take' && step.of.what === 'token') return step.of.organizationId;
  }
  return undefined;
}

/** What the usage says of the day and the month that run. */
async function usedBefore(
  project: { organizationId: string; projectId: string },
  inside?: Transaction,
): Promise<Omit<LimitCounts, 'minute' | 'minuteRequests' | 'minuteTokens'>> {
  const { day, month } = dayAndMonth(nowSeconds());
  const days: number[] = [];
  for (let one = month; one <= day; one += widthSeconds.day) days.push(one);
  const used = await UsageRollup.usedByDay(project, kindsWithTokens, days, inside);
  const monthTokens = [...used.values()].reduce((sum, { tokens }) => sum + tokens, 0);
  const monthCost = [...used.values()].reduce((sum, { cost }) => sum + cost, 0);
  return { day, dayTokens: used.get(day)?.tokens ?? 0, month, monthTokens, monthCost: Math.min(monthCost, mostCost) };
}

function dayAndMonth(now: number): Pick<LimitCounts, 'day' | 'month'> {
  return { day: startOf('day', now), month: monthOf(now).start };
}

/** The counts as they stand now: those of windows that have passed begin anew. What is not counted yet stays so. */
function currentCounts(row: LimitCounts, now: number): LimitCounts {
  const minute = startOf('minute', now);
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

function take({ of, limits }: Take, counts: LimitCounts): Taken | ServiceError {
  const windows = { minute: counts.minute, day: counts.day, month: counts.month };
  const resetSeconds = Math.max(counts.minute + 60 - nowSeconds(), 1);
  if (of.what === 'request') {
    const limit = limits.requests_per_minute ?? Number.POSITIVE_INFINITY;
    if (counts.minuteRequests >= limit) return tooMany('requests', limit, resetSeconds);
    counts.minuteRequests += 1;
    return { windows, rate: { limit, remaining: limit - counts.minuteRequests, resetSeconds } };
  }
  // What waiting does not soon lift comes first: a client that waits for the minute would be refused again.
  if (limits.spendLimit !== null && counts.monthCost >= ofCents(limits.spendLimit)) return spent(limits.spendLimit);
  if (isUsedUp(counts.monthTokens, limits.tokens_per_month)) return usedUp('tokens_per_month', limits);
  if (isUsedUp(counts.dayTokens, limits.tokens_per_day)) return usedUp('tokens_per_day', limits);
  if (isUsedUp(counts.minuteTokens, limits.tokens_per_minute))
    return tooMany('tokens', limits.tokens_per_minute ?? 0, resetSeconds);
  addTokens(counts, { minute: 1, day: 1, month: 1 });
  const limit = limits.tokens_per_minute;
  if (limit === null) return { windows, rate: undefined };
  return { windows, rate: { limit, remaining: Math.max(limit - counts.minuteTokens, 0), resetSeconds } };
}

/** In a window that has ended since, nothing is to be given back. */
function settle({ windows, tokens, cost }: Settle, counts: LimitCounts): undefined {
  counts.monthCost = Math.min(counts.monthCost + cost, mostCost);
  addTokens(counts, {
    minute: windows.minute === counts.minute ? tokens - 1 : tokens,
    day: windows.day === counts.day ? tokens - 1 : tokens,
    month: windows.month === counts.month ? tokens - 1 : tokens,
  });
}

function addTokens(counts: LimitCounts, more: Record<Window, number>): void {
  counts.minuteTokens = Math.max(counts.minuteTokens + more.minute, 0);
  counts.dayTokens = Math.max(counts.dayTokens + more.day, 0);
  counts.monthTokens = Math.max(counts.monthTokens + more.month, 0);
}

function isUsedUp(used: number, limit: number | null): boolean {
  return limit !== null && used >= limit;
}

function tooMany(of: 'requests' | 'tokens', limit: number, resetSeconds: number): ServiceError {
  const what = of === 'requests' ? 'calls' : 'tokens';
  return new ServiceError(
    'rate_limit_exceeded',
    `The project may use ${limit} ${what} a minute. Wait, then try again.`,
    {
      retryAfterSeconds: Math.min(resetSeconds, maxRetryAfterSeconds),
      rate: { limit, resetSeconds, of },
    },
  );
}

function spent(cents: number): ServiceError {
  const dollars = inDollars(ofCents(cents)).toFixed(2);
  return new ServiceError(
    'project_spend_limit_exceeded',
    `The project's spend limit, $${dollars} a month, is reached.`,
  );
}

function usedUp(limit: 'tokens_per_day' | 'tokens_per_month', limits: Limits): ServiceError {
  return new ServiceError(limit, `The project's limit ${limit}, which is ${limits[limit]} tokens, is used up.`);
}
