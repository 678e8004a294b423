// The command `run`: tests over HTTP whether a deployment keeps the API contract.
//
// The run writes to the server, in organizations that it creates and deletes. So a server on another machine must be
// named twice, and side effects beyond these organizations need --allow.

import { readFileSync } from 'node:fs';
import type { OperationCases } from '../../document/index.ts';
import { Refused } from '../deployment.ts';
import { createJunitFile, type JunitFile } from '../report/junit.ts';
import { printJson, printLine } from '../report/print.ts';
import { type Judged, printPlan, printReport } from '../report/report.ts';
import { readWaivers, waive } from '../report/waivers.ts';
import { type Ending, planRun, type RunOptions, type RunReport, runContract } from '../run.ts';
import { allCases } from '../tenants.ts';
import { refuseOtherHosts } from './address.ts';
import { cannot, KitFailure } from './failure.ts';
import type { Host } from './host.ts';
import { createInterruption } from './interruption.ts';
import type { RunFlags } from './options.ts';

/** Runs the command. Throws a KitFailure unless all cases pass. */
export async function runCommand(host: Host, flags: RunFlags): Promise<void> {
  const operations = chosen(flags.operations);
  if (flags.isList) {
    list(operations, flags.form === 'json');
    return;
  }
  const junit = flags.junit === undefined ? undefined : createJunitFile(flags.junit);
  const options = await cannotRun(host, () => optionsOf(host, flags, operations, junit), junit);
  if (flags.isDryRun) {
    printPlan(await cannotRun(host, () => planRun(options.run)).finally(options.end), flags.form);
    return;
  }
  const report = options.judge(await cannotRun(host, () => runContract(options.run), junit).finally(options.end));
  printReport(report, flags.form, options.secrets);
  conclude(report, saved(junit, report, options.secrets));
}

/** Writes the JUnit file. Returns the error message if that fails, so that the run's results are reported too. */
function saved(junit: JunitFile | undefined, report: Judged, secrets: string[]): string | undefined {
  try {
    junit?.save(report, secrets);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Throws a KitFailure with the exit code and the reason, unless all cases pass. */
function conclude({ results, faults, ending, left }: Judged, unsaved: string | undefined): void {
  const failed = results.filter(({ outcome }) => outcome === 'failed').length;
  const behind =
    left.length === 0
      ? ''
      : ` Resources left on the server: ${left.join('; ')}. The next run or the command clean deletes them.`;
  const rest = unsaved === undefined ? behind : `${behind} And ${unsaved}`;
  const early: Record<Ending, string> = {
    interrupted: ', and the run was interrupted before its end',
    time: ', and the time limit was reached',
    unanswered: ', and the server left too many requests unanswered',
  };
  const broken = `the contract is broken in ${failed} case${failed === 1 ? '' : 's'}`;
  if (failed > 0) throw new KitFailure(`${broken}${ending === undefined ? '' : early[ending]}.${rest}`);
  if (faults.length > 0)
    throw new KitFailure(
      `${faults.length === 1 ? '1 waiver is' : `${faults.length} waivers are`} expired or unneeded: see the lines WAIVER.${rest}`,
    );
  if (ending === 'interrupted') throw cannot(`interrupted before its end.${rest}`);
  if (ending === 'time')
    throw cannot(`the time limit was reached: raise --within, or select operations with --operation.${rest}`);
  if (ending === 'unanswered') throw cannot(`the server left too many requests unanswered.${rest}`);
  if (behind !== '') throw new KitFailure(rest.trim());
  if (unsaved !== undefined) throw cannot(unsaved);
  if (results.every(({ outcome }) => outcome === 'skipped'))
    throw cannot('no case was run, because the requirements of every case are missing.');
}

interface Prepared {
  run: RunOptions;
  /** Returns the report with the waivers applied. */
  judge(report: RunReport): Judged;
  /** Texts that no output may contain. */
  secrets: string[];
  /** Removes the signal handlers and the progress line. */
  end(): void;
}

async function optionsOf(
  host: Host,
  flags: RunFlags,
  operations: OperationCases[],
  junit: JunitFile | undefined,
): Promise<Prepared> {
  const waivers = flags.waivers === undefined ? [] : await readWaivers(flags.waivers, host.parse);
  const judge = (report: RunReport): Judged => waive(report, waivers, new Date().toISOString().slice(0, 10));
  const url = host.url();
  refuseOtherHosts(url, flags.allowedHosts);
  const credentials = await host.credentials(flags.budgetMs / 1000);
  const account = flags.account === undefined ? undefined : { email: flags.account, password: await host.password() };
  const secrets = [...Object.values(credentials), account?.password ?? ''].filter((text) => text !== '');
  const interruption = createInterruption(host.program, (course) => saved(junit, judge(course.report()), secrets));
  return {
    run: {
      url,
      credentials,
      operations,
      allowed: flags.allowed,
      given: flags.given,
      account,
      receiver: receiverOf(flags.receiver),
      width: flags.width,
      requestTimeoutMs: flags.requestTimeoutMs,
      budgetMs: flags.budgetMs,
      interrupted: interruption.signal,
      onBegin: interruption.begin,
      onProgress: (done, operationId) => host.progress.show(done, operations.length, operationId),
    },
    judge,
    secrets,
    end() {
      host.progress.end();
      interruption.end();
    },
  };
}

/** Reads the certificate of the receiver. */
function receiverOf(receiver: RunFlags['receiver']): RunOptions['receiver'] {
  if (receiver?.certificate === undefined) return receiver;
  try {
    return { ...receiver, certificate: readFileSync(receiver.certificate, 'utf8') };
  } catch (error) {
    throw cannot(`The certificate of the receiver cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Ends with exit code 2 if the work fails, because an error before the first case does not mean that the contract is
 * broken.
 */
async function cannotRun<T>(host: Host, work: () => Promise<T>, junit?: JunitFile): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = whyNot(host, error);
    junit?.saveError(failure.message);
    throw failure;
  }
}

function whyNot(host: Host, error: unknown): KitFailure {
  if (error instanceof Refused && (error.status === 401 || error.status === 403)) {
    const problem = error.isKey ? 'the server refuses a key' : `the credential is not an admin's: ${host.signIn}`;
    return cannot(`${problem}. ${error.message}`);
  }
  if (error instanceof KitFailure) return cannot(error.message);
  const { message, name } = error as Error;
  if (message === 'fetch failed' || name === 'TimeoutError') return cannot(host.unreachable(host.url(), error));
  // A message of the command line itself, such as a missing sign-in.
  if ('exitCode' in (error as object)) return cannot(message);
  return cannot(`the run cannot begin: ${message}`, error);
}

function chosen(ids: string[]): OperationCases[] {
  const all = allCases();
  const known = new Set(all.map(({ operationId }) => operationId));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw cannot(`There is no operation '${unknown}'. --list lists the operations.`);
  return ids.length === 0 ? all : all.filter(({ operationId }) => ids.includes(operationId));
}

function list(operations: OperationCases[], asJson: boolean): void {
  const rows = operations.map(({ operationId, method, path, caller, cases }) => ({
    operation: operationId,
    method,
    path,
    caller,
    cases: cases.length,
    needs: [...new Set(cases.flatMap(({ needs = [] }) => needs))].sort(),
  }));
  if (asJson) {
    printJson(rows);
    return;
  }
  const width = Math.max(...rows.map(({ operation }) => operation.length));
  for (const { operation, cases, needs, method, path } of rows)
    printLine(
      `${operation.padEnd(width)}  ${String(cases).padStart(4)}  ${method} ${path}${needs.length === 0 ? '' : `  (${needs.join(', ')})`}`,
    );
  printLine(`${operations.length} operations, ${rows.reduce((sum, { cases }) => sum + cases, 0)} cases`);
}
