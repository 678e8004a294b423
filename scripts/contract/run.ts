// A contract run: calls every selected operation of a deployment over HTTP, within a time budget. It always deletes
// what it created.

import type { ContractCase, OperationCases } from '../document/index.ts';
import { isLoopback } from './command/address.ts';
import type { Credentials } from './credentials.ts';
import { type MissingNeeds, missingNeed, missingNeeds, Refused } from './deployment.ts';
import type { Effect } from './effects.ts';
import { ruleResults, Stage, Watch } from './rules/index.ts';
import { type CaseResult, runOperation, skipped } from './run-operation.ts';
import { type Ask, askingAgain, send } from './send.ts';
import { allCases } from './tenants.ts';
import { type Account, TestTenant } from './test-tenant.ts';

export interface RunOptions {
  url: string;
  credentials: Credentials;
  /** By default, all. */
  operations?: OperationCases[];
  /** By default, none. */
  allowed?: ReadonlySet<Effect>;
  /** Fixtures that the run cannot create, by name. */
  given?: ReadonlyMap<string, string>;
  account?: Account | undefined;
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
  /** The prefix of the names of all organizations that the run creates, except those of cases. */
  tag: string;
  /** The organizations that the run has created and not yet deleted. */
  organizations: ReadonlySet<string>;
  /** Returns the results so far. */
  report(): RunReport;
}

/** The reason why the run ended before all cases were run. */
export type Ending = 'interrupted' | 'time';

export interface RunReport {
  results: CaseResult[];
  /** The remedy for each unmet need of skipped cases. */
  remedies: ReadonlyMap<string, string>;
  requests: number;
  ending: Ending | undefined;
  /** The resources that could not be deleted. */
  left: string[];
}

/**
 * Returns which cases would run, and the unmet needs of the others. Reads the server's settings and changes nothing.
 */
export async function planRun(given: RunOptions): Promise<RunReport> {
  const options = complete(given);
  const lacks = await missingNeeds(asking(options, { count: 0 }), options.adminToken, offerOf(options));
  const results = options.operations.flatMap((operation) =>
    operation.cases.map((one): CaseResult => {
      const lack = missingNeed(lacks, one);
      return lack === undefined ? { ...skipped(operation, one), outcome: 'passed' } : skipped(operation, one, lack);
    }),
  );
  return { results, remedies: lacks.of, requests: 0, ending: undefined, left: [] };
}

/** Runs the cases. Throws if the run cannot begin; for example, throws Refused if the server refuses the credential. */
export async function runContract(chosen: RunOptions): Promise<RunReport> {
  const options = complete(chosen);
  const { url, adminToken, account, given, operations, interrupted, budgetMs } = options;
  const requests = { count: 0 };
  const watch = new Watch();
  const ask = watch.watching(asking(options, requests));
  const lacks = await missingNeeds(ask, adminToken, offerOf(options));
  const tenant = new TestTenant({ ask, url, adminToken, account, given, lacks, interrupted });
  const deadline = performance.now() + budgetMs;
  const ending = (): Ending | undefined =>
    interrupted.aborted ? 'interrupted' : performance.now() > deadline ? 'time' : undefined;
  const results: CaseResult[] = [];
  let left: string[] = [];
  const report = (): RunReport => ({ results, remedies: lacks.of, requests: requests.count, ending: ending(), left });
  options.onBegin?.({ tag: tenant.tag, organizations: tenant.organizations, report });
  const { tag, settled } = tenant;
  // No operation deletes users, so the rules create some only on the machine of the run.
  const mayCreateUsers = options.allowed.has('users') || isLoopback(new URL(url).hostname);
  const stage = new Stage({ ask: tenant.ask, adminToken, tag, settled, mayCreateUsers });
  try {
    await tenant.prepare();
    for (const [index, operation] of operations.entries()) {
      results.push(...(await resultsOf(tenant, lacks, ending, options.width, operation)));
      results.push(...(await ruleResults(tenant.ask, stage, operation, ending)), watch.resultOf(operation));
      options.onProgress?.(index + 1, operation.operationId);
    }
  } finally {
    await stage.clear();
    left = await tenant.clear();
  }
  return report();
}

async function resultsOf(
  tenant: TestTenant,
  lacks: MissingNeeds,
  ending: () => Ending | undefined,
  width: number,
  operation: OperationCases,
): Promise<CaseResult[]> {
  const lacking = (one: ContractCase): string | undefined => ending() ?? missingNeed(lacks, one);
  try {
    const kit = {
      ask: tenant.ask,
      fillingOf: (one: OperationCases) => tenant.fillingOf(one),
      missingNeed: lacking,
      width,
    };
    return await runOperation(kit, operation);
  } catch (error) {
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

type CompleteOptions = Required<Omit<RunOptions, 'onBegin' | 'onProgress'>> & RunOptions & { adminToken: string };

/** Returns the options with their defaults. */
function complete(options: RunOptions): CompleteOptions {
  const { adminToken } = options.credentials;
  if (adminToken === undefined) throw new Refused(401, 'The run needs the access token of an admin.');
  return {
    operations: allCases(),
    allowed: new Set(),
    given: new Map(),
    width: 4,
    requestTimeoutMs: 30_000,
    budgetMs: 1_800_000,
    interrupted: new AbortController().signal,
    ...options,
    account: options.account,
    adminToken,
  };
}

function offerOf({ allowed, given, account }: CompleteOptions): Parameters<typeof missingNeeds>[2] {
  return { allowed, given, hasAccount: account !== undefined };
}

function asking({ url, requestTimeoutMs }: CompleteOptions, requests: { count: number }): Ask {
  return askingAgain((method, path, options) => {
    requests.count += 1;
    return send(url, method, path, options, AbortSignal.timeout(requestTimeoutMs));
  });
}
