// The limits of projects and their keys on calls, tokens and costs, counted over all servers.
//
// Before a model call is sent, its tokens and its cost are reserved: the estimated input, and the output limit
// that the caller sets, or else the mean output of recent calls (usage/tokens.ts). When the call has ended, the actual
// usage replaces the reservation. A call is allowed while used plus reserved is below every limit. So all servers
// together exceed a limit by at most one reservation, plus what calls in flight use beyond their reservations.
// ledger.ts explains how servers share the limits. Projects without limits cause no work.
//
// Tokens and costs are counted while one of them has a limit. When a limit is set, the usage of the current day and
// month is read once, at the first call. Two things are not counted: calls that start on another server before it knows
// the limit, and usage that it has not written yet (3 seconds and 1 second). Counting them later could count others
// twice.

import { createHash } from 'node:crypto';
import { nowSeconds } from '../../models/clock.ts';
import { newId } from '../../models/ids.ts';
import { LimitCount } from '../../models/limit-count.ts';
import { readOne } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import type { Log } from '../platform/index.ts';
import { countsUse, type Limits, limitsOf, type Principal } from '../tenancy/index.ts';
import { currentCounts, usedBefore } from './counts.ts';
import { Ledger } from './ledger.ts';
import { type EndOfCall, type ModelCall, type ModelCallWatcher, notSent } from './model-calls.ts';
import type { RateState } from './rates.ts';
import type { SpendThresholds } from './spend-thresholds.ts';
import type { Amount, Subject } from './subject.ts';
import { costOf } from './usage/cost.ts';
import type { RecentOutput } from './usage/recent-output.ts';
import { kindsWithTokens, reservationOf } from './usage/tokens.ts';

const tickMs = 1000;
const nothing: Amount = { tokens: 0, cost: 0 };

export class ProjectLimits implements ModelCallWatcher {
  readonly #log: Log;
  readonly #writeUsage: () => Promise<void>;
  readonly #recent: RecentOutput;
  readonly #thresholds: SpendThresholds;
  readonly #ledgers = new Map<string, Ledger>();
  readonly #serverId = newId('server');
  readonly #timer: NodeJS.Timeout;

  /** @param writeUsage writes the usage that this server has recorded in memory. */
  constructor(log: Log, recent: RecentOutput, thresholds: SpendThresholds, writeUsage: () => Promise<void>) {
    this.#thresholds = thresholds;
    this.#log = log;
    this.#recent = recent;
    this.#writeUsage = writeUsage;
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#timer.unref();
  }

  /** Counts a call of the Project API. Returns synchronously if calls are not limited. Throws `rate_limit_exceeded`. */
  admit(project: ProjectRow, caller: Principal | undefined): undefined | Promise<RateState | undefined> {
    const { id: projectId, organizationId } = project;
    const subject = subjectOf({ projectId, organizationId });
    const ofProject = this.#countRequest(subject, limitsOf(project));
    if (caller?.kind !== 'project_key' || caller.limits === undefined) return ofProject;
    const ofKey = this.#countRequest(ofKeyIn(subject, caller.keyId), caller.limits);
    if (ofKey === undefined || ofProject === undefined) return ofKey ?? ofProject;
    return Promise.all([ofProject, ofKey]).then(([one, other]) => tighter(one, other));
  }

  #countRequest(subject: Subject, limits: Limits): undefined | Promise<RateState | undefined> {
    return limits.requests_per_minute === null ? undefined : this.#ledgerOf(subject).countRequest(limits);
  }

  /**
   * Reserves the tokens and the cost of the call. Throws `rate_limit_exceeded`, `tokens_per_day`, `tokens_per_month`,
   * `project_spend_limit_exceeded` or `monthly_spend`.
   */
  begin(call: ModelCall): undefined | Promise<EndOfCall | undefined> {
    const [first, ...others] = countedBy(call);
    if (first === undefined) return undefined;
    const ofFirst = this.#beginOf(first, call);
    return others.length === 0 ? ofFirst : this.#beginOfAll(ofFirst, others, call);
  }

  /** Reserves against the limits of further subjects. If one refuses the call, releases the reservations before it. */
  async #beginOfAll(
    first: Promise<EndOfCall | undefined>,
    others: readonly Counted[],
    call: ModelCall,
  ): Promise<EndOfCall> {
    const ends = [await first];
    try {
      for (const other of others) ends.push(await this.#beginOf(other, call));
    } catch (error) {
      for (const end of ends) end?.(notSent);
      throw error;
    }
    return (end) => {
      for (const one of ends) one?.(end);
    };
  }

  async #beginOf({ subject, limits }: Counted, call: ModelCall): Promise<EndOfCall | undefined> {
    const ledger = this.#ledgerOf(subject);
    const settling =
      (reserved: Amount): EndOfCall =>
      ({ tokens, continuesAs, endsLease, ...end }) => {
        if (continuesAs !== undefined) return ledger.handOver(reserved, continuesAs);
        if (endsLease !== undefined) ledger.endLease(endsLease);
        const used = {
          tokens: tokens === undefined ? 0 : tokens.input + tokens.output,
          cost: costOf(call, end, tokens),
        };
        if (used.tokens > 0 || used.cost > 0 || reserved !== nothing) ledger.settle(reserved, used);
      };
    // Reading a stored response calls no model. Its background usage is recorded when the server itself reads it.
    if (call.kind === 'kept_response') return settling(nothing);
    if (subject.whose === 'model in this project') await this.#countRequest(subject, limits);
    if (!countsUse(limits)) return undefined;
    const amount = this.#amountOf(call, limits);
    const rate = await ledger.reserve(amount, limits);
    if (countsTokens(call)) call.rates.tokens = tighter(call.rates.tokens, rate);
    return settling(amount);
  }

  /** Writes all counts, and then drops them from memory. For `svc sandbox`, which replaces the rows of the database. */
  async forgetAll(): Promise<void> {
    const ledgers = [...this.#ledgers.values()];
    this.#ledgers.clear();
    this.#recent.forgetAll();
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  }

  /** Writes the usage, and releases all reservations. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#ledgers.values()].map((ledger) => ledger.close()));
  }

  #amountOf(call: ModelCall, { spendLimit }: Limits): Amount {
    // Nobody knows before the answer whether a custom endpoint or an MCP server reports tokens.
    const tokens = countsTokens(call) ? reservationOf(call, this.#recent) : undefined;
    const costs =
      spendLimit === null ? [] : call.providers.map((upstream) => costOf(call, { upstream, status: 200 }, tokens));
    const cost = Math.max(0, ...costs);
    if (tokens === undefined && cost === 0) return nothing;
    return { tokens: tokens === undefined ? 0 : tokens.input + tokens.output, cost };
  }

  #ledgerOf(subject: Subject): Ledger {
    const found = this.#ledgers.get(subject.id);
    if (found !== undefined) return found;
    const ledger = new Ledger(subject, {
      serverId: this.#serverId,
      writeUsage: this.#writeUsage,
      onSpent: (spent, tx) => this.#thresholds.notify(spent, tx),
      onFailure: (error) =>
        this.#log.warn({ err: error, project: subject.projectId }, 'could not count usage; retrying'),
    });
    this.#ledgers.set(subject.id, ledger);
    return ledger;
  }

  #tick(): void {
    for (const [id, ledger] of this.#ledgers) if (!ledger.tick()) this.#ledgers.delete(id);
  }
}

/** Returns the cost of a project's or an organization's calls in the current month, in billionths of a US dollar. */
export async function costOfMonth(whole: Pick<Subject, 'organizationId' | 'projectId'>): Promise<number> {
  const row = await readOne(LimitCount, { subjectId: whole.projectId ?? whole.organizationId });
  const counts = row && currentCounts(row, nowSeconds());
  if (counts !== undefined && counts.day !== 0) return counts.monthCost;
  return (await usedBefore({ ...whole, keyId: undefined })).monthCost;
}

/** A subject whose limits a call counts against. */
interface Counted {
  subject: Subject;
  limits: Limits;
}

/** Returns the subjects whose limits the call counts against: organization, project, model and key. */
function countedBy(call: ModelCall): Counted[] {
  const { limits, keyLimits, organizationId, callerId, target } = call;
  const { organizationSpendLimit: spendLimit = null, models } = limits;
  const project = subjectOf(call);
  const counted: Counted[] = [];
  if (countsUse(limits)) counted.push({ subject: project, limits });
  if (spendLimit !== null) {
    const subject: Subject = { ...project, id: organizationId, whose: 'organization', projectId: undefined };
    counted.push({ subject, limits: { ...noLimits, spendLimit } });
  }
  const ofModel = models?.get(target);
  if (ofModel !== undefined) {
    const subject: Subject = { ...project, id: modelSubject(project.id, target), whose: 'model in this project' };
    counted.push({ subject, limits: { ...noLimits, ...ofModel } });
  }
  if (keyLimits !== undefined && countsUse(keyLimits))
    counted.push({ subject: ofKeyIn(project, callerId), limits: keyLimits });
  return counted;
}

const noLimits: Limits = {
  requests_per_minute: null,
  tokens_per_minute: null,
  tokens_per_day: null,
  tokens_per_month: null,
  vector_store_bytes: null,
  file_bytes: null,
  spendLimit: null,
};

/** Returns the id that the counts of a model in a project have: 64 characters, because a model's name may be longer. */
function modelSubject(projectId: string, model: string): string {
  return `${projectId} ${createHash('sha256').update(model).digest('base64url').slice(0, 32)}`;
}

function subjectOf({ projectId, organizationId }: Pick<ModelCall, 'projectId' | 'organizationId'>): Subject {
  return { id: projectId, whose: 'project', projectId, organizationId, keyId: undefined };
}

function ofKeyIn(project: Subject, keyId: string): Subject {
  return { ...project, id: keyId, whose: 'key', keyId };
}

/** Returns the rate state with fewer remaining, for the response headers. */
function tighter(one: RateState | undefined, other: RateState | undefined): RateState | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.remaining < one.remaining ? other : one;
}

function countsTokens({ kind }: ModelCall): boolean {
  return kindsWithTokens.some((one) => one === kind);
}
