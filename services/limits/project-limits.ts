// The limits of projects and of their keys on calls, tokens and costs, counted over all servers.
//
// Before a call of a model is sent, its tokens and its cost are reserved: the input as estimated, and the output as the
// caller bounds it, else as calls of the model used lately (usage/tokens.ts). When the call has ended, what it used takes
// the reservation's place. A call is let through while what is used and what is reserved is below every limit, so all
// servers together exceed a limit by at most one reservation, and by what calls in flight use beyond their reservations.
// See ledger.ts for how servers share the room. Projects without limits cost nothing.
//
// Tokens and costs are counted while there is a limit on either. When one is set, what was used of the day and the month
// before is read from the usage, at the first call. Not more than that: calls that begin on another server before it hears
// of the limit, and usage that it has not written yet (three seconds and one) stay uncounted, for counting them later
// could count others twice.

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

  /** @param writeUsage writes what this server has noted of usage. */
  constructor(log: Log, recent: RecentOutput, thresholds: SpendThresholds, writeUsage: () => Promise<void>) {
    this.#thresholds = thresholds;
    this.#log = log;
    this.#recent = recent;
    this.#writeUsage = writeUsage;
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#timer.unref();
  }

  /** Counts a call of the Project API. Throws `rate_limit_exceeded`. At once where calls are not limited. */
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

  /** Reserves what the call may use. Throws `rate_limit_exceeded`, `tokens_per_day`, `tokens_per_month` or `project_spend_limit_exceeded`. */
  begin(call: ModelCall): undefined | EndOfCall | Promise<EndOfCall | undefined> {
    const { limits, keyLimits } = call;
    const subject = subjectOf(call);
    const ofProject = countsUse(limits) ? this.#beginOf(subject, limits, call) : undefined;
    if (keyLimits === undefined || !countsUse(keyLimits)) return ofProject;
    return this.#beginOfKey(ofKeyIn(subject, call.callerId), keyLimits, call, ofProject);
  }

  /** Reserves of the key's limits too. Where they refuse, the project's are given back. */
  async #beginOfKey(
    subject: Subject,
    limits: Limits,
    call: ModelCall,
    ofProject: ReturnType<ModelCallWatcher['begin']>,
  ): Promise<EndOfCall> {
    const endOfProject = await ofProject;
    try {
      const endOfKey = await this.#beginOf(subject, limits, call);
      return (end) => {
        endOfProject?.(end);
        endOfKey?.(end);
      };
    } catch (error) {
      endOfProject?.(notSent);
      throw error;
    }
  }

  #beginOf(subject: Subject, limits: Limits, call: ModelCall): undefined | EndOfCall | Promise<EndOfCall | undefined> {
    const ledger = this.#ledgerOf(subject);
    const settling =
      (reserved: Amount): EndOfCall =>
      ({ tokens, goesOnAs, settles, ...end }) => {
        if (goesOnAs !== undefined) return ledger.handOver(reserved, goesOnAs);
        if (settles !== undefined) ledger.endLease(settles);
        const used =
          tokens === undefined ? nothing : { tokens: tokens.input + tokens.output, cost: costOf(call, end, tokens) };
        if (used !== nothing || reserved !== nothing) ledger.settle(reserved, used);
      };
    // Reading a kept response asks no model; the server's own reading says what one used in the background.
    if (call.kind === 'kept_response') return settling(nothing);
    // Endpoints and MCP servers do not say what they use: their calls only have to find room.
    if (!countsTokens(call)) {
      const found = ledger.reserve(nothing, limits);
      return found instanceof Promise ? found.then(() => undefined) : undefined;
    }
    const amount = this.#amountOf(call, limits);
    const reserved = ledger.reserve(amount, limits);
    const tell = (rate: RateState | undefined): EndOfCall => {
      call.rates.tokens = tighter(call.rates.tokens, rate);
      return settling(amount);
    };
    return reserved instanceof Promise ? reserved.then(tell) : tell(reserved);
  }

  /** Writes what is to be settled, and gives back what is reserved. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#ledgers.values()].map((ledger) => ledger.close()));
  }

  #amountOf(call: ModelCall, { spendLimit }: Limits): Amount {
    const tokens = reservationOf(call, this.#recent);
    const costs = spendLimit === null ? [] : call.answerers.map((upstream) => costOf(call, { upstream }, tokens));
    return { tokens: tokens.input + tokens.output, cost: Math.max(0, ...costs) };
  }

  #ledgerOf(subject: Subject): Ledger {
    const found = this.#ledgers.get(subject.id);
    if (found !== undefined) return found;
    const ledger = new Ledger(subject, {
      serverId: this.#serverId,
      writeUsage: this.#writeUsage,
      onSpent: (spent, inside) => this.#thresholds.tell(spent, inside),
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

/** Returns what the calls of the project have cost in the month that runs: billionths of a US dollar. */
export async function costOfMonth({ id, organizationId }: ProjectRow): Promise<number> {
  const row = await readOne(LimitCount, { subjectId: id });
  if (row !== undefined && row.day !== 0) return currentCounts(row, nowSeconds()).monthCost;
  return (await usedBefore(subjectOf({ projectId: id, organizationId }))).monthCost;
}

function subjectOf({ projectId, organizationId }: Pick<ModelCall, 'projectId' | 'organizationId'>): Subject {
  return { id: projectId, projectId, organizationId, keyId: undefined };
}

function ofKeyIn(project: Subject, keyId: string): Subject {
  return { ...project, id: keyId, keyId };
}

/** Returns the rate that leaves less, for the headers of an answer. */
function tighter(one: RateState | undefined, other: RateState | undefined): RateState | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.remaining < one.remaining ? other : one;
}

function countsTokens({ kind }: ModelCall): boolean {
  return kindsWithTokens.some((one) => one === kind);
}
