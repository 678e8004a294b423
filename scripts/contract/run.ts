// A contract run: calls every selected operation of a deployment over HTTP, within a time budget. It always deletes
// what it created.

import type { ContractCase, OperationCases } from '../document/index.ts';
import { Ledger } from './cleaning/ledger.ts';
import { sweep } from './cleaning/sweep.ts';
import { isLoopback } from './command/address.ts';
import { type Credentials, Missing } from './credentials.ts';
import { type Effect, type MissingNeeds, missingNeed, missingNeeds } from './deployment.ts';
import { throughProxies } from './intermediary.ts';
import { boundedAsk, CleaningTime, type Ending, pause, RunEnd, withRetryAfter } from './limits.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts';
import { ruleResults, Stage, type StageOptions, Watch } from './rules/index.ts';
import { type CaseResult, runOperation, skipped } from './run-operation.ts';
import { newTag } from './tag.ts';
import { allCases } from './tenants.ts';
import { type Account, TestTenant } from './test-tenant.ts';

export type { Ending } from './limits.ts';

/** The pages of each list in which a run looks for resources of earlier runs, newest items first. */
const sweptPages = 10;
/** A server takes about this long for what an aborted request has begun. */
const sweepPauseMs = 500;
const sweepsAfterEnd = 2;

export interface RunOptions {
  url: string;
  credentials: Credentials;
  /** By default, all. */
  operations?: OperationCases[];
  /** Tries the rules only, without the cases, which need one request each. */
  isOfRulesOnly?: boolean;
  /** The names of rules that are not tried. By default, none. */
  rulesLeftOut?: ReadonlySet<string>;
  /** By default, none. */
  allowed?: ReadonlySet<Effect>;
  /** Fixtures that the run cannot create, by name. */
  given?: ReadonlyMap<string, string>;
  account?: Account | undefined;
  /** Where the run receives webhooks. Without it, the rules about deliveries are skipped. */
  receiver?: ReceiverOptions | undefined;
  /** The number of concurrent requests: 4 by default. */
  width?: number;
  /** 30,000 by default. */
  requestTimeoutMs?: number;
  /** 1,800,000 by default. */
  budgetMs?: number;
  /** Aborts the run. The run still deletes what it created. */
  interrupted?: AbortSignal;
  /** Called before the run creates anything on the server. */
  onBegin?(course: Course): void;
  /** Called after each operation. */
  onProgress?(done: number, operationId: string): void;
}

/** The state of a run in progress, for a caller that cannot wait for its end. */
export interface Course {
  /** The prefix of the names of everything that the run creates. */
  tag: string;
  /** Returns a text for each resource that the run has created and not yet deleted. */
  made(): string[];
  /** Returns the results so far. */
  report(): RunReport;
}

export interface RunReport {
  results: CaseResult[];
  /** The remedy for each unmet need of skipped cases. */
  remedies: ReadonlyMap<string, string>;
  requests: number;
  /** The headers that a proxy adds to the responses. */
  added: string[];
  ending: Ending | undefined;
  /** The resources that could not be deleted. */
  left: string[];
}

/**
 * Returns which cases would run, and the unmet needs of the others. Reads the server's settings and changes nothing.
 */
export async function planRun(given: RunOptions): Promise<RunReport> {
  const options = complete(given);
  const ask = boundedAsk(options);
  const lacks = await missingNeeds(ask, options.credentials.adminToken, offerOf(options));
  const tenant = new TestTenant({
    ...options,
    ask,
    lacks,
    tag: '',
    ledger: new Ledger(options.credentials, ''),
    ended: options.interrupted,
  });
  const results = options.operations.flatMap((operation) =>
    operation.cases.map((one): CaseResult => {
      const lack = missingNeed(lacks, one) ?? tenant.lackOf(operation, one.request);
      return lack === undefined ? { ...skipped(operation, one), outcome: 'passed' } : skipped(operation, one, lack);
    }),
  );
  return { results, remedies: lacks.of, requests: 0, added: [], ending: undefined, left: [] };
}

/** Runs the cases. Throws if the run cannot begin; for example, throws Refused if the server refuses the credential. */
export async function runContract(chosen: RunOptions): Promise<RunReport> {
  const options = complete(chosen);
  const { url, credentials, interrupted, budgetMs } = options;
  const end = new RunEnd(budgetMs, interrupted);
  const requests = { count: 0 };
  const client = {
    url,
    requestTimeoutMs: options.requestTimeoutMs,
    onRequest: () => {
      requests.count += 1;
    },
  };
  const watch = new Watch();
  const bounded = boundedAsk({ ...client, signal: end.signal, onSilence: () => end.now('unanswered') });
  const passed = await throughProxies(withRetryAfter(bounded, credentials, end.signal));
  const ask = watch.watching(passed.ask);
  const tag = newTag(budgetMs);
  const ledger = new Ledger(credentials, tag);
  const results: CaseResult[] = [];
  let left: string[] = [];
  let tenant: TestTenant | undefined;
  let receiver: Receiver | undefined;
  try {
    const lacks = await missingNeeds(ask, credentials.adminToken, offerOf(options));
    const report = (): RunReport => ({
      results,
      remedies: lacks.of,
      requests: requests.count,
      added: passed.added,
      ending: end.reason,
      left,
    });
    options.onBegin?.({ tag, made: () => ledger.list(), report });
    tenant = new TestTenant({ ...options, ask, lacks, tag, ledger, ended: end.signal });
    await tenant.prepare();
    // A list that cannot be read does not stop the run; its cases judge it.
    await sweep({ ask, credentials, mostPages: sweptPages }).catch(() => undefined);
    receiver = options.receiver && (await startReceiver(options.receiver));
    const stage = new Stage({ ...stageOptions(options, tenant, lacks, tag), receiver });
    await runOperations(options, { tenant, stage, watch, lacks, end, results });
    await clear();
    return report();
  } catch (error) {
    await clear();
    throw error;
  } finally {
    await receiver?.close();
    end.release();
  }

  async function clear(): Promise<void> {
    const cleaning = new CleaningTime(end.reason, interrupted);
    const cleaner = withRetryAfter(boundedAsk({ ...client, signal: cleaning.signal }), credentials, cleaning.signal);
    await tenant?.signOut(cleaner);
    left = await ledger.clear(cleaner);
    // The end of the time aborts requests whose answers would have named what they create. The server may still be at work
    // on them, so it is asked again a little later.
    for (let round = 0; end.reason !== undefined && round < sweepsAfterEnd; round += 1) {
      if (round > 0) await pause(sweepPauseMs, cleaning.signal);
      await sweep({ ask: cleaner, credentials, mostPages: sweptPages, tag }).catch(() => undefined);
    }
    // A late project may have kept its organization from being deleted at first.
    if (left.length > 0 && end.reason !== undefined) left = await ledger.clear(cleaner);
    cleaning.release();
  }
}

interface Parts {
  tenant: TestTenant;
  stage: Stage;
  watch: Watch;
  lacks: MissingNeeds;
  end: RunEnd;
  results: CaseResult[];
}

/** Runs the cases and the rules of each operation. Adds to the results. */
async function runOperations(options: CompleteOptions, parts: Parts): Promise<void> {
  const { tenant, stage, watch, end, results } = parts;
  const ending = (): Ending | undefined => end.reason;
  // Failed sign-ins come last: they use up the limit of the address, which others need to sign in.
  const fails = ({ cases }: OperationCases): boolean => cases.some(({ needs }) => needs?.includes('failed-logins'));
  const inOrder = options.operations.toSorted((a, b) => Number(fails(a)) - Number(fails(b)));
  for (const [index, operation] of inOrder.entries()) {
    // Cases and rules have projects of their own.
    const [cases, ruled] = await Promise.all([
      options.isOfRulesOnly ? [] : resultsOf(parts, options.width, operation),
      ruleResults({ ask: tenant.ask, stage, leftOut: options.rulesLeftOut, lack: ending }, operation),
    ]);
    results.push(...cases, ...ruled, watch.resultOf(operation));
    await tenant.mark();
    options.onProgress?.(index + 1, operation.operationId);
  }
}

function stageOptions(
  { credentials, url, allowed, given }: CompleteOptions,
  tenant: TestTenant,
  lacks: MissingNeeds,
  tag: string,
): Omit<StageOptions, 'receiver'> {
  return {
    ask: tenant.ask,
    credentials,
    tag,
    given,
    settled: tenant.settled,
    lackOf: (operation) => tenant.lackOf(operation),
    needOf: (one) => missingNeed(lacks, one),
    // No operation deletes users, so the rules create some only on the machine of the run.
    mayCreateUsers: allowed.has('users') || isLoopback(new URL(url).hostname),
    mayRegisterWorkers: allowed.has('workers'),
  };
}

async function resultsOf(
  { tenant, lacks, end }: Parts,
  width: number,
  operation: OperationCases,
): Promise<CaseResult[]> {
  const lacking = (one: ContractCase): string | undefined =>
    end.reason ?? missingNeed(lacks, one) ?? tenant.lackOf(operation, one.request);
  try {
    const kit = {
      ask: tenant.askCase,
      fillingOf: (one: OperationCases) => tenant.fillingOf(one),
      isOwnState: (one: OperationCases) => tenant.isOwnState(one),
      missingNeed: lacking,
      width,
    };
    return await runOperation(kit, operation);
  } catch (error) {
    if (error instanceof Missing)
      return operation.cases.map((one) => skipped(operation, one, lacking(one) ?? error.need));
    // The fixtures could not be created, so none of these cases can pass.
    const finding = {
      cause: 'the fixtures of the cases could not be created',
      expected: 'an operation of the API creates them',
      got: (error as Error).message,
    };
    return operation.cases.map((one) => {
      const lack = lacking(one);
      if (lack !== undefined) return skipped(operation, one, lack);
      return { ...skipped(operation, one), outcome: 'failed', findings: [finding] };
    });
  }
}

type CompleteOptions = Required<Omit<RunOptions, 'onBegin' | 'onProgress'>> & RunOptions;

/** Returns the options with their defaults. */
function complete(options: RunOptions): CompleteOptions {
  return {
    operations: allCases(),
    isOfRulesOnly: false,
    rulesLeftOut: new Set(),
    allowed: new Set(),
    given: new Map(),
    width: 4,
    requestTimeoutMs: 30_000,
    budgetMs: 1_800_000,
    interrupted: new AbortController().signal,
    ...options,
    account: options.account,
    receiver: options.receiver,
  };
}

function offerOf({ allowed, given, account }: CompleteOptions): Parameters<typeof missingNeeds>[2] {
  return { allowed, given, hasAccount: account !== undefined };
}
