// A contract run: every chosen operation against a deployment, over HTTP alone, within a time; whatever happens, what it
// made is taken away at the end.

import type { ContractCase, OperationCases } from '../document/index.ts';
import { type Lacks, type Leave, lackOf, lacksOf } from './deployment.ts';
import { type CaseResult, runOperation, skipped } from './run-operation.ts';
import { type Ask, askingAgain, send } from './send.ts';
import { type Account, TestTenant } from './test-tenant.ts';

export interface RunOptions {
  url: string;
  adminToken: string;
  operations: OperationCases[];
  allowed: ReadonlySet<Leave>;
  given: ReadonlyMap<string, string>;
  account: Account | undefined;
  /** Requests at a time. */
  width: number;
  requestTimeoutMs: number;
  budgetMs: number;
  /** Ends the run early; it clears up. */
  interrupted: AbortSignal;
  /** Called before anything is made on the server. */
  onBegin?(course: Course): void;
  /** Called after each operation. */
  onProgress?(done: number, operationId: string): void;
}

/** A run that is under way, for who cannot wait for its end. */
export interface Course {
  /** What the names of the organizations that it makes begin with, but for those that cases make. */
  tag: string;
  /** The organizations that it has made and not taken away yet. */
  organizations: ReadonlySet<string>;
  /** The results so far. */
  report(): RunReport;
}

/** Why cases were not run that could have been. */
export type Ending = 'interrupted' | 'time';

export interface RunReport {
  results: CaseResult[];
  /** By the need, what would have to be done for the cases that were skipped. */
  remedies: ReadonlyMap<string, string>;
  requests: number;
  ending: Ending | undefined;
  /** What could not be taken away. */
  left: string[];
}

/** What would be run, and what is lacking for the rest: asks for the settings, and changes nothing. */
export async function planRun(options: RunOptions): Promise<RunReport> {
  const lacks = await lacksOf(asking(options, { count: 0 }), options.adminToken, offerOf(options));
  const results = options.operations.flatMap((operation) =>
    operation.cases.map((one): CaseResult => {
      const lack = lackOf(lacks, one);
      return lack === undefined ? { ...skipped(operation, one), outcome: 'passed' } : skipped(operation, one, lack);
    }),
  );
  return { results, remedies: lacks.of, requests: 0, ending: undefined, left: [] };
}

/** Runs the cases. Throws where the run cannot begin, such as Refused. */
export async function runContract(options: RunOptions): Promise<RunReport> {
  const { url, adminToken, account, given, operations, interrupted, budgetMs } = options;
  const requests = { count: 0 };
  const ask = asking(options, requests);
  const lacks = await lacksOf(ask, adminToken, offerOf(options));
  const tenant = new TestTenant({ ask, url, adminToken, account, given, lacks, interrupted });
  const deadline = performance.now() + budgetMs;
  const ending = (): Ending | undefined =>
    interrupted.aborted ? 'interrupted' : performance.now() > deadline ? 'time' : undefined;
  const results: CaseResult[] = [];
  let left: string[] = [];
  const report = (): RunReport => ({ results, remedies: lacks.of, requests: requests.count, ending: ending(), left });
  options.onBegin?.({ tag: tenant.tag, organizations: tenant.organizations, report });
  try {
    await tenant.prepare();
    for (const [index, operation] of operations.entries()) {
      results.push(...(await resultsOf(tenant, lacks, ending, options.width, operation)));
      options.onProgress?.(index + 1, operation.operationId);
    }
  } finally {
    left = await tenant.clear();
  }
  return report();
}

async function resultsOf(
  tenant: TestTenant,
  lacks: Lacks,
  ending: () => Ending | undefined,
  width: number,
  operation: OperationCases,
): Promise<CaseResult[]> {
  const lacking = (one: ContractCase): string | undefined => ending() ?? lackOf(lacks, one);
  try {
    const kit = { ask: tenant.ask, fillingOf: (one: OperationCases) => tenant.fillingOf(one), lackOf: lacking, width };
    return await runOperation(kit, operation);
  } catch (error) {
    // Something that the cases act on could not be made: not one of them can be said to pass.
    const finding = {
      cause: 'what the cases act on could not be made',
      expected: 'an operation of the API makes it',
      got: (error as Error).message,
    };
    return operation.cases.map((one) => {
      const lack = lacking(one);
      if (lack !== undefined) return skipped(operation, one, lack);
      return { ...skipped(operation, one), outcome: 'failed', findings: [finding] };
    });
  }
}

function offerOf({ allowed, given, account }: RunOptions): Parameters<typeof lacksOf>[2] {
  return { allowed, given, hasAccount: account !== undefined };
}

function asking({ url, requestTimeoutMs }: RunOptions, requests: { count: number }): Ask {
  return askingAgain((method, path, options) => {
    requests.count += 1;
    return send(url, method, path, options, AbortSignal.timeout(requestTimeoutMs));
  });
}
