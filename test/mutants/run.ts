// Runs the contract against a mutant, as `svc contract run` does with an admin's token and no other option.

import type { ReceiverOptions } from '../../scripts/contract/receiver.ts';
import { type Course, runContract } from '../../scripts/contract/run.ts';
import type { CaseResult } from '../../scripts/contract/run-operation.ts';
import { allCases } from '../../scripts/contract/tenants.ts';
import type { OperationCases } from '../../scripts/document/index.ts';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { startFront } from './front.ts';
import { concerns, type Mutant, startProxy } from './proxy.ts';

export interface Target {
  url: string;
  adminToken: string;
}

export interface Verdict {
  /** The first failed case; undefined if the run finds nothing. */
  found: CaseResult | undefined;
  /** All failed cases of a run that did not stop at the first. */
  failed: CaseResult[];
  passed: number;
  seconds: number;
}

/** A run against a mutant may take longer than one against a true server, because the mutant may slow it down. */
const mutantBudgetMs = 120_000;
/** After the budget, the run still deletes what it created. */
const graceMs = 30_000;

/**
 * Runs the contract until the first failure. The operations that the mutant changes come first; `isQuick` leaves the
 * others out.
 */
export async function huntMutant(target: Target, mutant: Mutant, isQuick: boolean): Promise<Verdict> {
  const proxy = await startProxy(target.url, mutant);
  const touched = ({ operationId }: OperationCases): boolean => concerns(mutant, operationId);
  const cases = allCases();
  const others = isQuick && cases.some(touched) ? [] : cases.filter((operation) => !touched(operation));
  const operations = [...cases.filter(touched), ...others];
  const receiver = await receiverFor(mutant);
  try {
    return await runUntil({ ...target, url: proxy.url }, operations, receiver.options, ({ length }) => length > 0);
  } finally {
    await receiver.close();
    await proxy.close();
  }
}

/** Runs the whole contract against the true server, through a proxy without a mutant. */
export async function runTruly(target: Target): Promise<Verdict> {
  const proxy = await startProxy(target.url);
  const receiver = await receiverFor();
  try {
    return await runUntil({ ...target, url: proxy.url }, allCases(), receiver.options, () => false);
  } finally {
    await receiver.close();
    await proxy.close();
  }
}

/** Returns the receiver of a run, which listens behind a front that the server reaches over HTTPS. */
export async function receiverFor(mutant?: Mutant): Promise<{ options: ReceiverOptions; close(): Promise<void> }> {
  const port = await freePort();
  const { url, close } = await startFront(port, mutant);
  return { options: { url, port }, close };
}

async function runUntil(
  { url, adminToken }: Target,
  operations: OperationCases[],
  receiver: ReceiverOptions,
  isEnough: (failed: CaseResult[]) => boolean,
): Promise<Verdict> {
  const began = performance.now();
  const enough = new AbortController();
  let course: Course | undefined;
  const failed = (): CaseResult[] => course?.report().results.filter(({ outcome }) => outcome === 'failed') ?? [];
  const run = runContract({
    url,
    credentials: { adminToken },
    operations,
    receiver,
    budgetMs: mutantBudgetMs,
    interrupted: enough.signal,
    onBegin: (begun) => {
      course = begun;
    },
    onProgress: () => {
      if (isEnough(failed())) enough.abort();
    },
  });
  await within(run, mutantBudgetMs + graceMs);
  const results = course?.report().results ?? [];
  const all = failed();
  const passed = results.filter(({ outcome }) => outcome === 'passed').length;
  return { found: all[0], failed: all, passed, seconds: (performance.now() - began) / 1000 };
}

/** Resolves when the run ends, or when the time is up. A mutant may make the run fail at its beginning or end. */
async function within(run: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([run.catch(() => undefined), late]);
  clearTimeout(timer);
}
