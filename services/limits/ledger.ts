// The state that one server keeps for the limits of one subject (a project or a key). All servers share the counts, in
// one row for each subject, and the reservations, in one lease for each subject and server.
//
// A lease covers the reservations of this server's calls in flight, and a share of what the limits have left. A call
// that fits into the share is allowed without a query. Any other call is decided in the database, in a transaction that
// locks the subject's row. So all servers together never allow a call after used plus reserved has reached a limit. Far
// from its limits a server leases an eighth of what is left. Near a limit it leases no share, and decides each call in
// the database. Once a second a server writes the usage, renews its leases, and releases unused shares.
//
// A lease expires after `leaseSeconds` unless it is renewed, which frees the reservations of a killed server.

import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { LimitCount, type LimitCounts } from '../../models/limit-count.ts';
import { LimitLease } from '../../models/limit-lease.ts';
import { ServiceError } from '../platform/index.ts';
import type { Limits } from '../tenancy/index.ts';
import { currentCounts, maxCount, refuseCall, refuseRequest, remainingIn, usedBefore } from './counts.ts';
import type { RateState } from './rates.ts';
import { reachedBy, type Spent } from './spend-thresholds.ts';
import type { Amount, Subject, Whose } from './subject.ts';

export interface LedgerOptions {
  serverId: string;
  /** Writes the usage that this server has recorded in memory, so that the database can sum it. */
  writeUsage(): Promise<void>;
  /** Called with the spend of a project that has a spend limit, in the transaction that writes it. */
  onSpent(spent: Spent, tx: Transaction): Promise<void>;
  /** Called with the error if counts could not be written. */
  onFailure(error: unknown): void;
}

interface Step {
  /** The amount to reserve; undefined counts a request and reserves nothing. */
  amount: Amount | undefined;
  limits: Limits;
  resolve(rate: RateState | undefined): void;
  reject(error: unknown): void;
}

const leaseSeconds = 45;
const renewalSeconds = 15;
/** The lifetime of a handed-over reservation without renewal, in seconds. */
const handedOverSeconds = 60;
const maxStepsAtOnce = 500;
const retryMs = 1000;
/** A server leases this part of what is left, if that is enough for `callsOfShare` of its largest calls. */
const shareOfRoom = 1 / 8;
const callsOfShare = 16;
const usageFirst = Symbol('usage first');

export class Ledger {
  readonly #subject: Subject;
  readonly #options: LedgerOptions;
  readonly #inFlight: Amount = { tokens: 0, cost: 0 };
  /** Usage that is not written yet. */
  readonly #used: Amount = { tokens: 0, cost: 0 };
  /** The unused part of the share; undefined if there is no share. */
  #share: Amount | undefined;
  /** The limits that the share was computed from. */
  #limits: Limits | undefined;
  #largest: Amount = { tokens: 1, cost: 1 };
  #isFar = false;
  /** True if calls have begun since the last write. */
  #isBusy = false;
  #leasedUntil = 0;
  /** The month and the thresholds that were already reported. */
  #reportedThresholds = '';
  #minuteRate: { limit: number; remaining: number } | undefined;
  readonly #waiting: Step[] = [];
  readonly #handingOver = new Set<Promise<unknown>>();
  #endedLeases: string[] = [];
  #working: Promise<void> | undefined;
  #needsWriting = false;
  #closing = false;

  constructor(subject: Subject, options: LedgerOptions) {
    this.#subject = subject;
    this.#options = options;
  }

  /** Counts a request. Throws `rate_limit_exceeded`. */
  countRequest(limits: Limits): Promise<RateState | undefined> {
    return this.#decideLater(undefined, limits);
  }

  /** Reserves the amount, without a query while the share suffices. Throws the errors of `refuseCall`. */
  reserve(amount: Amount, limits: Limits): undefined | RateState | Promise<RateState | undefined> {
    const share = this.#share;
    const fits = share !== undefined && amount.tokens <= share.tokens && amount.cost <= share.cost;
    if (!fits || !areSame(limits, this.#limits)) return this.#decideLater(amount, limits);
    move(amount, share, this.#inFlight);
    this.#isBusy = true;
    return this.#rate(amount.tokens);
  }

  /** Replaces a reservation with the actual usage. */
  settle(reserved: Amount, used: Amount): void {
    move(reserved, this.#inFlight, this.#share);
    if (this.#share !== undefined) move(used, this.#share, undefined);
    this.#used.tokens += used.tokens;
    this.#used.cost += used.cost;
    // Near a limit, other calls wait for the released reservation.
    if (!this.#isFar) this.#write();
  }

  /** Moves the reservation to a lease of its own, which outlives the call and this server. */
  handOver(amount: Amount, leaseId: string): void {
    const lease = { subjectId: this.#subject.id, serverId: leaseId, ...amount };
    const handingOver = LimitLease.upsert({ ...lease, expiresAt: nowSeconds() + handedOverSeconds })
      .catch(this.#options.onFailure)
      // Does not return the amount to the share, because the new lease holds it.
      .finally(() => {
        move(amount, this.#inFlight, undefined);
        this.#handingOver.delete(handingOver);
      });
    this.#handingOver.add(handingOver);
  }

  /** Ends a handed-over lease with the next write. */
  endLease(leaseId: string): void {
    this.#endedLeases.push(leaseId);
    if (!this.#isFar) this.#write();
  }

  /** Writes what is due. Runs once a second. Returns false if the ledger has no state worth keeping. */
  tick(): boolean {
    const hasLease = this.#leasedUntil > 0;
    const isDue = hasLease && this.#leasedUntil - nowSeconds() < leaseSeconds - renewalSeconds;
    const isIdle = this.#share !== undefined && (!this.#isBusy || !this.#isFar);
    const isUnwritten = this.#used.tokens > 0 || this.#used.cost > 0 || this.#endedLeases.length > 0;
    if (isDue || isIdle || isUnwritten) this.#write();
    return hasLease || this.#working !== undefined || this.#inFlight.tokens > 0 || this.#inFlight.cost > 0;
  }

  /** Writes the usage, and releases everything that is not in flight. */
  async close(): Promise<void> {
    await Promise.all(this.#handingOver);
    this.#closing = true;
    this.#isBusy = false;
    this.#write();
    await this.#working;
  }

  #decideLater(amount: Amount | undefined, limits: Limits): Promise<RateState | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ amount, limits, resolve, reject });
      this.#write();
    });
  }

  #write(): void {
    this.#needsWriting = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      if (this.#needsWriting && !this.#closing) this.#write();
    });
  }

  async #work(): Promise<void> {
    while (this.#needsWriting) {
      const steps = this.#waiting.splice(0, maxStepsAtOnce);
      this.#needsWriting = this.#waiting.length > 0;
      try {
        if ((await this.#decide(steps, false)) !== usageFirst) continue;
        await this.#options.writeUsage();
        await this.#decide(steps, true);
      } catch (error) {
        for (const step of steps) step.reject(error);
        if (this.#used.tokens === 0 && this.#used.cost === 0) continue;
        this.#options.onFailure(error);
        if (this.#closing) return;
        await wait(retryMs, undefined, { ref: false });
        this.#needsWriting = true;
      }
    }
  }

  /** Decides the steps and writes counts and lease in one transaction. */
  async #decide(steps: Step[], usageIsWritten: boolean): Promise<typeof usageFirst | undefined> {
    const calls = steps.filter(({ amount }) => amount !== undefined);
    const limits = calls.at(-1)?.limits ?? this.#limits;
    const isBusy = this.#isBusy || calls.length > 0;
    this.#isBusy = false;
    // Far from the limits, calls continue during the write, because the existing lease covers them.
    if (!this.#isFar || !isBusy) this.#share = undefined;
    const kept: Amount = positive(this.#share);
    const used = { ...this.#used };
    const ended = [...this.#endedLeases];
    const own = { tokens: this.#inFlight.tokens + kept.tokens, cost: this.#inFlight.cost + kept.cost };
    for (const { amount } of calls) this.#largest = largerOf(this.#largest, amount as Amount);
    const { whose } = this.#subject;
    const done = await transaction(async (tx) => {
      const row = await LimitCount.hold(this.#subject.id, tx);
      const now = nowSeconds();
      const counts = currentCounts(row, now);
      const isUncounted = counts.day === 0 && limits !== undefined && calls.length > 0;
      if (isUncounted && !usageIsWritten) return usageFirst;
      const { serverId } = this.#options;
      const subjectId = this.#subject.id;
      if (ended.length > 0) await LimitLease.destroy({ where: { subjectId, serverId: ended }, transaction: tx });
      const others = await LimitLease.sumOfOthers({ subjectId, serverId }, now, tx);
      // Adds the usage before the decisions, so that no call is allowed or refused by outdated counts.
      addUsed(counts, used);
      if (isUncounted) Object.assign(counts, await usedBefore(this.#subject, tx));
      const granted = { tokens: 0, cost: 0 };
      const reserved = { tokens: others.tokens + own.tokens, cost: others.cost + own.cost };
      const outcomes = steps.map(({ amount, limits: asked }) => {
        if (amount === undefined) return countOne(counts, asked, whose);
        const refusal = refuseCall(counts, reserved, asked, whose);
        if (refusal !== undefined) return refusal;
        add(reserved, amount);
        add(granted, amount);
        return rateOf(counts, reserved, asked);
      });
      const share = isBusy && limits !== undefined ? this.#shareOf(remainingIn(counts, reserved, limits), kept) : none;
      const lease = {
        tokens: own.tokens + granted.tokens + finite(share.tokens),
        cost: own.cost + granted.cost + finite(share.cost),
      };
      await row.update(counts, { transaction: tx });
      const reportedThresholds = await this.#reportSpent(counts, limits, tx);
      const until = await this.#writeLease(lease, now, tx);
      return { outcomes, granted, share, until, reportedThresholds };
    });
    if (done === usageFirst) {
      this.#isBusy = isBusy;
      return usageFirst;
    }
    const { outcomes, granted, share, until } = done;
    this.#reportedThresholds = done.reportedThresholds;
    this.#leasedUntil = until;
    this.#used.tokens -= used.tokens;
    this.#used.cost -= used.cost;
    this.#endedLeases = this.#endedLeases.slice(ended.length);
    add(this.#inFlight, granted);
    this.#isFar = share !== none;
    this.#limits = limits;
    if (this.#isFar)
      this.#share = { tokens: share.tokens + left(this.#share?.tokens), cost: share.cost + left(this.#share?.cost) };
    for (const [index, step] of steps.entries()) {
      const outcome = outcomes[index];
      if (outcome instanceof ServiceError) {
        step.reject(outcome);
        continue;
      }
      if (step.amount !== undefined) this.#minuteRate = outcome && { ...outcome };
      step.resolve(outcome);
    }
    return undefined;
  }

  /**
   * Reports newly reached thresholds of the spend limit. Returns the new value of the reported month and thresholds.
   */
  async #reportSpent({ month, monthCost: cost }: LimitCounts, limits: Limits | undefined, tx: Transaction) {
    const limit = limits?.spendLimit ?? null;
    const { whose, projectId } = this.#subject;
    if (limit === null || whose !== 'project' || projectId === undefined) return this.#reportedThresholds;
    const spent = { projectId, month, cost, limit };
    const reached = reachedBy(spent);
    const reportedThresholds = `${month} ${reached.join()}`;
    if (reached.length > 0 && reportedThresholds !== this.#reportedThresholds) await this.#options.onSpent(spent, tx);
    return reportedThresholds;
  }

  /** Returns the amount to add to the kept share; `none` near a limit. Infinite without a limit. */
  #shareOf(room: Amount, kept: Amount): Amount {
    const of = (left: number, before: number): number => Math.floor((left + before) * shareOfRoom);
    const whole = { tokens: of(room.tokens, kept.tokens), cost: of(room.cost, kept.cost) };
    const { tokens, cost } = this.#largest;
    if (whole.tokens < tokens * callsOfShare || whole.cost < cost * callsOfShare) return none;
    return { tokens: Math.max(whole.tokens - kept.tokens, 0), cost: Math.max(whole.cost - kept.cost, 0) };
  }

  /** Writes the lease. Returns its expiry in Unix seconds; 0 if nothing is leased. */
  async #writeLease(
    { tokens, cost }: Amount,
    now: number,
    tx: Parameters<typeof LimitLease.sumOfOthers>[2],
  ): Promise<number> {
    const key = { subjectId: this.#subject.id, serverId: this.#options.serverId };
    if (tokens <= 0 && cost <= 0) {
      if (this.#leasedUntil > 0) await LimitLease.destroy({ where: key, transaction: tx });
      return 0;
    }
    const expiresAt = now + leaseSeconds;
    await LimitLease.upsert(
      { ...key, tokens: Math.max(tokens, 0), cost: Math.max(cost, 0), expiresAt },
      { transaction: tx },
    );
    return expiresAt;
  }

  /** Returns the remaining tokens per minute, as far as this server knows. */
  #rate(tokens: number): RateState | undefined {
    if (this.#minuteRate === undefined) return undefined;
    this.#minuteRate.remaining = Math.max(this.#minuteRate.remaining - tokens, 0);
    return { ...this.#minuteRate, resetSeconds: 60 - (nowSeconds() % 60) };
  }
}

const none: Amount = { tokens: 0, cost: 0 };

function countOne(counts: LimitCounts, limits: Limits, whose: Whose): RateState | ServiceError | undefined {
  const refusal = refuseRequest(counts, limits, whose);
  if (refusal !== undefined) return refusal;
  counts.minuteRequests += 1;
  const limit = limits.requests_per_minute;
  if (limit === null) return undefined;
  return {
    limit,
    remaining: limit - counts.minuteRequests,
    resetSeconds: Math.max(counts.minute + 60 - nowSeconds(), 1),
  };
}

function rateOf(counts: LimitCounts, reserved: Amount, { tokens_per_minute: limit }: Limits): RateState | undefined {
  if (limit === null) return undefined;
  const remaining = Math.max(limit - counts.minuteTokens - reserved.tokens, 0);
  return { limit, remaining, resetSeconds: Math.max(counts.minute + 60 - nowSeconds(), 1) };
}

function addUsed(counts: LimitCounts, { tokens, cost }: Amount): void {
  counts.minuteTokens = Math.max(counts.minuteTokens + tokens, 0);
  counts.dayTokens = Math.max(counts.dayTokens + tokens, 0);
  counts.monthTokens = Math.max(counts.monthTokens + tokens, 0);
  counts.monthCost = Math.min(Math.max(counts.monthCost + cost, 0), maxCount);
}

function add(to: Amount, { tokens, cost }: Amount): void {
  to.tokens += tokens;
  to.cost += cost;
}

function move({ tokens, cost }: Amount, from: Amount, to: Amount | undefined): void {
  from.tokens -= tokens;
  from.cost -= cost;
  if (to === undefined) return;
  to.tokens += tokens;
  to.cost += cost;
}

/** Returns the part of a share to keep across a write. An infinite share is not kept. */
function positive(share: Amount | undefined): Amount {
  if (share === undefined) return { tokens: 0, cost: 0 };
  return { tokens: Math.max(finite(share.tokens), 0), cost: Math.max(finite(share.cost), 0) };
}

function left(share: number | undefined): number {
  return share === undefined || !Number.isFinite(share) ? 0 : share;
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

function largerOf(one: Amount, other: Amount): Amount {
  return { tokens: Math.max(one.tokens, other.tokens), cost: Math.max(one.cost, other.cost) };
}

function areSame(one: Limits, other: Limits | undefined): boolean {
  if (one === other) return true;
  return (
    one.tokens_per_minute === other?.tokens_per_minute &&
    one.tokens_per_day === other.tokens_per_day &&
    one.tokens_per_month === other.tokens_per_month &&
    one.spendLimit === other.spendLimit
  );
}
