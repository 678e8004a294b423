// `svc contract run`: tests over HTTP whether a deployment keeps the API contract.
//
// The run writes to the server, in organizations that it creates and deletes. So a server on another machine must be
// named twice (--url and --allow-host), and side effects beyond these organizations need --allow.

import { Command, Option } from 'commander';
import {
  allCases,
  type Effect,
  effects,
  planRun,
  Refused,
  type RunOptions,
  type RunReport,
  runContract,
} from '../contract/index.ts';
import type { OperationCases } from '../document/index.ts';
import { isLoopback, unreachable } from './client.ts';
import { createInterruption } from './contract-interruption.ts';
import { createJunitFile, type JunitFile } from './contract-junit.ts';
import { type Judged, printPlan, printReport, type ReportForm } from './contract-report.ts';
import { readWaivers, waive } from './contract-waivers.ts';
import { Failure, wrongUsage } from './failure.ts';
import { toNumber } from './flags.ts';
import { printJson, printLine } from './output.ts';
import { readPassword } from './password.ts';
import { createProgress } from './progress.ts';
import { addressOf, type Globals, lastingToken } from './session.ts';

interface Flags extends Globals {
  operation: string[];
  list?: boolean;
  dryRun?: boolean;
  tap?: boolean;
  junit?: string;
  waivers?: string;
  allowHost: string[];
  allow: Effect[];
  fixture: [name: string, value: string][];
  account?: string;
  concurrency: number;
  requestTimeout: number;
  within: number;
}

const mostAtATime = 32;
const mostSeconds = 86_400;

/** Returns the commands of the noun `contract`. */
export function contractCommand(): Command {
  const repeat = (value: string, before: string[]): string[] => [...before, value];
  const seconds = (name: string, usual: number, about: string): Option =>
    new Option(`--${name} <seconds>`, about).argParser(within(mostSeconds)).default(usual);
  return new Command('contract').description('Run the API contract tests against a server.').addCommand(
    new Command('run')
      .description(
        'Sends every request of generated/contract-cases.json to a server as an admin, and checks the responses. It also checks that keys of another organization or project have no access. The run creates its own organizations and deletes them at the end.',
      )
      .option('--operation <id>', 'only this operation, such as createProject; may be repeated', repeat, [])
      .option('--list', 'lists the operations, their cases and requirements, without a server')
      .option('--dry-run', 'shows which cases would run and which would be skipped, and changes nothing')
      .option('--tap', 'prints the results as TAP 14')
      .addOption(
        new Option('--junit <file>', 'also writes the results as JUnit XML, for CI systems').conflicts([
          'list',
          'dryRun',
        ]),
      )
      .option(
        '--waivers <file>',
        'a YAML or JSON file of known failures: a list of case, reason and until (YYYY-MM-DD)',
      )
      .option('--allow-host <host>', 'a server on another machine that may be tested; may be repeated', repeat, [])
      .addOption(
        new Option(
          '--allow <effect>',
          `an effect outside of the run that is allowed: ${effects.join(', ')}; may be repeated`,
        )
          .argParser(addEffect)
          .default([], 'none'),
      )
      .option(
        '--fixture <name=value>',
        'an existing resource that the run cannot create; may be repeated',
        addFixture,
        [],
      )
      .option(
        '--account <email>',
        'the e-mail address of an account to sign in as; the password comes from SVC_PASSWORD or a prompt',
      )
      .addOption(
        new Option('--concurrency <number>', 'the number of concurrent requests')
          .argParser(within(mostAtATime))
          .default(4),
      )
      .addOption(seconds('request-timeout', 30, 'the time limit of a request, in seconds'))
      .addOption(
        seconds('within', 1800, 'the time limit of the run, in seconds; its resources are deleted in any case'),
      )
      .addHelpText(
        'after',
        '\nCtrl-C ends the run and deletes the resources that it created. A second Ctrl-C, after one second or more, stops at once and lists the resources that may be left.\n\nExit codes: 0 all cases passed, 1 a case failed, 2 the run could not start or finish.',
      )
      .action((_, command: Command) => run(command.optsWithGlobals<Flags>())),
  );
}

async function run(flags: Flags): Promise<void> {
  const operations = chosen(flags.operation);
  if (flags.list) return list(operations, flags.json === true);
  const junit = flags.junit === undefined ? undefined : createJunitFile(flags.junit);
  const options = await cannotRun(flags, () => optionsOf(flags, operations, junit), junit);
  if (flags.dryRun) return printPlan(await cannotRun(flags, () => planRun(options.run)), formOf(flags));
  const report = options.judge(await cannotRun(flags, () => runContract(options.run), junit).finally(options.end));
  printReport(report, formOf(flags), options.secrets);
  conclude(report, saved(junit, report, options.secrets));
}

/** Writes the JUnit file. Returns the error message if that fails, so that the run's results are reported too. */
function saved(junit: JunitFile | undefined, report: Judged, secrets: string[]): string | undefined {
  try {
    junit?.save(report, secrets);
    return undefined;
  } catch (error) {
    return (error as Failure).message;
  }
}

/** Throws a Failure with the exit code and the reason, unless all cases pass. */
function conclude({ results, faults, ending, left }: Judged, unsaved: string | undefined): void {
  const failed = results.filter(({ outcome }) => outcome === 'failed').length;
  const behind = left.length === 0 ? '' : ` Left behind, to be deleted by hand: ${left.join('; ')}.`;
  const rest = unsaved === undefined ? behind : `${behind} And ${unsaved}`;
  const early = { interrupted: ', and the run was interrupted before its end', time: ', and the time was over' };
  const broken = `the contract is broken in ${failed} case${failed === 1 ? '' : 's'}`;
  if (failed > 0) throw new Failure(`${broken}${ending === undefined ? '' : early[ending]}.${rest}`);
  if (faults.length > 0)
    throw new Failure(`${faults.length === 1 ? 'a waiver does' : `${faults.length} waivers do`} not hold.${rest}`);
  if (ending === 'interrupted') throw cannot(`interrupted before its end.${rest}`);
  if (ending === 'time')
    throw cannot(`the time limit was reached: raise --within, or select operations with --operation.${rest}`);
  if (behind !== '') throw new Failure(rest.trim());
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

async function optionsOf(flags: Flags, operations: OperationCases[], junit: JunitFile | undefined): Promise<Prepared> {
  const waivers = flags.waivers === undefined ? [] : await readWaivers(flags.waivers);
  const judge = (report: RunReport): Judged => waive(report, waivers, new Date().toISOString().slice(0, 10));
  const url = addressOf(flags);
  const { hostname } = new URL(url);
  if (!isLoopback(hostname) && !flags.allowHost.includes(hostname))
    throw cannot(`${hostname} is not this machine. If you may test it, add --allow-host ${hostname}`);
  const adminToken = await lastingToken(flags, flags.within);
  const password = flags.account === undefined ? '' : await readPassword(undefined, { twice: false });
  const account = flags.account === undefined ? undefined : { email: flags.account, password };
  const progress = createProgress();
  const secrets = [adminToken, password].filter((text) => text !== '');
  const interruption = createInterruption((course) => saved(junit, judge(course.report()), secrets));
  return {
    run: {
      url,
      adminToken,
      operations,
      allowed: new Set(flags.allow),
      given: new Map(flags.fixture),
      account,
      width: flags.concurrency,
      requestTimeoutMs: flags.requestTimeout * 1000,
      budgetMs: flags.within * 1000,
      interrupted: interruption.signal,
      onBegin: interruption.begin,
      onProgress: (done, operationId) => progress.show(done, operations.length, operationId),
    },
    judge,
    secrets,
    end() {
      progress.end();
      interruption.end();
    },
  };
}

/**
 * Ends with exit code 2 if the work fails, because an error before the first case does not mean that the contract is
 * broken.
 */
async function cannotRun<T>(flags: Globals, work: () => Promise<T>, junit?: JunitFile): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = whyNot(flags, error);
    junit?.saveError(failure.message);
    throw failure;
  }
}

function whyNot(flags: Globals, error: unknown): Failure {
  if (error instanceof Refused && (error.status === 401 || error.status === 403))
    return cannot(
      `the credential is not an admin's: sign in as an admin with "svc server login", or use --token. ${error.message}`,
    );
  if (error instanceof Failure) return cannot(error.message);
  const { message, name } = error as Error;
  if (message === 'fetch failed' || name === 'TimeoutError')
    return cannot(unreachable(addressOf(flags), error).message);
  return cannot(`the run cannot begin: ${message}`, error);
}

function cannot(message: string, cause?: unknown): Failure {
  return new Failure(message, { exitCode: 2, cause });
}

function chosen(ids: string[]): OperationCases[] {
  const all = allCases();
  const known = new Set(all.map(({ operationId }) => operationId));
  const stranger = ids.find((id) => !known.has(id));
  if (stranger !== undefined) throw wrongUsage(`There is no operation '${stranger}'. --list lists the operations.`);
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

function formOf({ json, tap }: Flags): ReportForm {
  return json ? 'json' : tap ? 'tap' : 'table';
}

function within(most: number): (text: string) => number {
  return (text) => {
    const number = toNumber(text);
    if (!Number.isInteger(number) || number < 1 || number > most)
      throw wrongUsage(`'${text}' is not a number from 1 to ${most}.`);
    return number;
  };
}

function addEffect(text: string, before: Effect[]): Effect[] {
  const known = effects.find((name) => name === text);
  if (known === undefined) throw wrongUsage(`--allow takes ${effects.join(', ')}, not '${text}'.`);
  return [...before, known];
}

function addFixture(text: string, before: [string, string][]): [string, string][] {
  const [, name, value] = /^(\w+)=(.+)$/su.exec(text) ?? [];
  if (name === undefined || value === undefined) throw wrongUsage('--fixture must have the form NAME=VALUE.');
  return [...before, [name, value]];
}
