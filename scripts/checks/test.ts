// Runs the suite on MariaDB and on the embedded database: `npm test`. `npm test -- PATTERN ...` runs the test files whose
// path contains a pattern, or matches it as a glob. A file that uses no database runs once. A file that uses a browser runs
// once too, on the embedded database: test/api tries on both all that the pages ask of the server.
//
// Each run of a file is a process of its own. One more than there are cores run at a time, whichever their database, so that
// no core is idle while a file waits for a timer or for a process to start.
//
// What the tests need beside Node they get here: a private MariaDB and, where a file asks for it, a private RabbitMQ, as
// child processes, and a browser, installed from Debian's packages where they are missing. Where that fails the run says so
// and goes on without them, but fails under CI=true. All temporary files are below one folder, which goes with the run.
// SIGINT and SIGTERM end every process that the run has started.

import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { ensureBrowser } from '../../test/harness/browser.ts';
import { type DatabaseKind, databaseKinds } from '../../test/harness/database.ts';
import { removeFolder } from '../../test/harness/folders.ts';
import { startMariaDb } from '../../test/harness/mariadb.ts';
import { type RabbitMq, startRabbitMq } from '../../test/harness/rabbitmq.ts';
import { makeTemplate } from '../../test/harness/template.ts';
import { installPackages } from '../packages/index.ts';
import { inParallel } from '../parallel/index.ts';
import { check } from './check.ts';
import { importsOf } from './imports.ts';

const root = join(import.meta.dirname, '../..');
const inContinuousIntegration = process.env.CI === 'true';
const jobs = Number(process.env.SVC_TEST_JOBS ?? availableParallelism() + 1);
/** For a file, and for each of its tests. Many rounds of faults take longer: see scripts/checks/test-faults.ts. */
const timeoutSeconds = process.env.SVC_TEST_ROUNDS === undefined ? 600 : 1800;
/** How long a file that ran into the time-out may take to end its own children. */
const killAfterMs = 10_000;
const withoutAsyncHooks = join(root, 'test/harness/without-async-hooks.ts');

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

/** A run of a test file. */
interface Run {
  file: string;
  /** None: the file uses no database. */
  kind: DatabaseKind | undefined;
}

const kindNames: Record<DatabaseKind, string> = { mysql: 'MariaDB', sqlite: 'the embedded database' };

/** Runs a test file and prints a line where it passes, everything that it said where it fails. */
async function runFile({ file, kind }: Run, environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const began = performance.now();
  // tap's test folders lie below this one: the runs of a file on two databases may overlap, and must not share them.
  const fixtures = mkdtempSync(join(tmpdir(), 'svc-fixtures-'));
  const child = spawn(process.execPath, ['--import', withoutAsyncHooks, join(root, file)], {
    cwd: root,
    env: { ...environment, SVC_TEST_DATABASE: kind ?? 'sqlite', TAP_CWD: fixtures },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  let timedOut = false;
  const timers = [
    setTimeout(() => {
      timedOut = child.kill('SIGTERM');
    }, timeoutSeconds * 1000),
    setTimeout(() => child.kill('SIGKILL'), timeoutSeconds * 1000 + killAfterMs),
  ];
  let cpu: number | undefined;
  child.once('exit', () => {
    cpu = newCpuSeconds();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  for (const timer of timers) clearTimeout(timer);
  await removeFolder(fixtures);
  const outcome = outcomeOf(output);
  const counted = outcome.passed + outcome.failed + outcome.skipped;
  // A crash, or a file that asserts nothing, is a failure too.
  if ((code !== 0 || counted === 0) && outcome.failed === 0) outcome.failed = 1;
  const seconds = secondsText((performance.now() - began) / 1000, cpu);
  const name = kind === undefined ? file : `${file} on ${kindNames[kind]}`;
  if (outcome.failed === 0) console.log([`ok - ${name} # ${seconds}`, ...skips(output)].join('\n'));
  else {
    const why = timedOut ? `: it took longer than ${timeoutSeconds} s` : '';
    console.log(`not ok - ${name} # ${seconds}, exit code ${code}${why}\n${output}`);
  }
  return outcome;
}

/** The numbers that end a file's output. */
function outcomeOf(output: string): Outcome {
  const summary = /^# \{ total: \d+(?:, pass: (\d+))?(?:, fail: (\d+))?(?:, skip: (\d+))?/m.exec(output);
  const [, passed = 0, failed = 0, skipped = /^1\.\.0 # /m.test(output) ? 1 : 0] = summary ?? [];
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** A line for each test that was not tried, and why: in a file that passes it would go unseen. */
function skips(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    const [, name, reason] =
      /^\s*ok \d+ - (.*?) # SKIP ?(.*)$/.exec(line) ?? /^(1\.\.0) # (?:SKIP )?(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : `# SKIPPED: ${reason && name !== '1..0' ? `${name}: ${reason}` : reason || name}`;
  });
}

/** Starts or installs what tests need; where that fails, says what is left out. */
async function ifThere<Thing>(what: string, start: () => Promise<Thing>): Promise<Thing | undefined> {
  try {
    return await start();
  } catch (error) {
    console.log(`# SKIPPED: everything on ${what}. ${(error as Error).message}`);
    return undefined;
  }
}

/** Before the files run: a browser that one of them installs looks ready to the others before it is. */
async function browserThere(): Promise<true> {
  await ensureBrowser();
  return true;
}

function rabbitMqAddress({ url, environment }: RabbitMq): string {
  return JSON.stringify({ url, environment });
}

/** What cannot be taken away after the tests says nothing about what they found. */
function sayWhatIsLeft(error: Error): void {
  console.log(`# Left behind: ${error.message}`);
}

function countMissing(total: Outcome): void {
  if (inContinuousIntegration) total.failed += 1;
  else total.skipped += 1;
}

/** The fields of /proc/PID/stat from the third one (state) on. Throws where there is no such process, or no /proc. */
function statOf(pid: number | 'self'): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** The CPU time of the processes that this one has waited for, and of theirs, in seconds; undefined without /proc. */
function childrenCpuSeconds(): number | undefined {
  try {
    // cutime and cstime, in hundredths of a second.
    const [user = '', system = ''] = statOf('self').slice(13, 15);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return undefined;
  }
}

let countedCpuSeconds = 0;

/** The CPU time of the children that have ended since the last call: of one file, when called as each ends. */
function newCpuSeconds(): number | undefined {
  const all = childrenCpuSeconds();
  if (all === undefined) return undefined;
  const added = all - countedCpuSeconds;
  countedCpuSeconds = all;
  return added;
}

/** The CPU seconds do not depend on what else the machine does. */
function secondsText(seconds: number, cpu: number | undefined): string {
  return `${seconds.toFixed(1)} s${cpu === undefined ? '' : `, ${cpu.toFixed(1)} s of CPU`}`;
}

/** Kills all processes below this one, also those with a process group of their own. */
function killDescendants(): void {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      parents.set(pid, Number(statOf(pid)[1]));
    } catch {
      // The process has just ended.
    }
  }
  const below = new Set([process.pid]);
  // A set that grows while it is visited is visited to its end.
  for (const parent of below) for (const [pid, its] of parents) if (its === parent) below.add(pid);
  below.delete(process.pid);
  for (const pid of below) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has just ended.
    }
  }
}

/** Ends the run, with its processes and its folder. */
function stopOn(signal: NodeJS.Signals, exitCode: number, folder: string): void {
  process.once(signal, () => {
    console.log(`# Stopped by ${signal}.`);
    killDescendants();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    process.exit(exitCode);
  });
}

/** The test files that the patterns name, all without one. */
function filesOf(patterns: string[]): string[] {
  const all = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules', 'test/deploy/**'] }).sort();
  const isNamed = (file: string) => patterns.some((pattern) => file.includes(pattern) || matchesGlob(file, pattern));
  return patterns.length === 0 ? all : all.filter(isNamed);
}

/** Whether the file uses that part of the harness, by itself or through what it imports. */
function uses(file: string, part: string): boolean {
  return importsOf(join(root, file)).has(join(root, 'test/harness', `${part}.ts`));
}

/** The longest first, so that the two that run last end at about the same time: as a rule those that start processes. */
function longestFirst(files: string[]): string[] {
  const weight = (file: string): number => {
    const starts = ['process', 'cli', 'browser', 'faults'].some((part) => uses(file, part));
    return statSync(join(root, file)).size + (starts ? 1_000_000 : 0);
  };
  return files.toSorted((a, b) => weight(b) - weight(a));
}

async function main(): Promise<void> {
  const began = performance.now();
  const patterns = process.argv.slice(2);
  const total: Outcome = { passed: 0, failed: 0, skipped: 0 };
  const all = filesOf(patterns);
  if (all.length === 0) {
    console.log(`No test file is named like ${patterns.join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  await installPackages('test');
  const compileCache = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache');
  const folder = mkdtempSync(join(tmpdir(), 'svc-tests-'));
  process.env.TMPDIR = folder;
  stopOn('SIGINT', 130, folder);
  stopOn('SIGTERM', 143, folder);
  const needDatabase = new Set(all.filter((file) => uses(file, 'database')));
  const needBroker = all.filter((file) => uses(file, 'rabbitmq'));
  const needBrowser = all.filter((file) => uses(file, 'browser'));
  const chosen = (process.env.SVC_TEST_DATABASES ?? databaseKinds.join(',')).split(',');
  const needMariaDb = needDatabase.size > 0 && chosen.includes('mysql');
  const [isClean, mariaDb, rabbitMq, browser] = await Promise.all([
    patterns.length === 0 ? check() : undefined,
    needMariaDb ? ifThere('MariaDB', startMariaDb) : undefined,
    needBroker.length > 0 ? ifThere('RabbitMQ', startRabbitMq) : undefined,
    needBrowser.length > 0 ? ifThere('a browser', browserThere) : undefined,
  ]);
  if (isClean === true) total.passed += 1;
  if (isClean === false) total.failed += 1;
  if (needMariaDb && mariaDb === undefined) countMissing(total);
  if (needBroker.length > 0 && rabbitMq === undefined) countMissing(total);
  if (needBrowser.length > 0 && browser === undefined) countMissing(total);
  const left = new Set([...(rabbitMq === undefined ? needBroker : []), ...(browser === undefined ? needBrowser : [])]);
  const kinds = databaseKinds.filter((kind) => chosen.includes(kind) && (kind !== 'mysql' || mariaDb !== undefined));
  const kindsOf = (file: string): (DatabaseKind | undefined)[] => {
    if (!needDatabase.has(file)) return [undefined];
    return needBrowser.includes(file) ? kinds.slice(-1) : kinds;
  };
  const runs = longestFirst(all.filter((file) => !left.has(file))).flatMap((file) =>
    kindsOf(file).map((kind): Run => ({ file, kind })),
  );
  try {
    const environment = {
      ...process.env,
      TAP_TIMEOUT: String(timeoutSeconds),
      // Where servers have theirs: what a test file loads is compiled once.
      NODE_COMPILE_CACHE: compileCache,
      ...(mariaDb === undefined ? {} : { SVC_TEST_MARIADB: mariaDb.url }),
      ...(rabbitMq === undefined ? {} : { SVC_TEST_RABBITMQ: rabbitMqAddress(rabbitMq) }),
      ...(needDatabase.size === 0 ? {} : { SVC_TEST_TEMPLATE: await makeTemplate(folder, kinds, mariaDb?.url) }),
    };
    newCpuSeconds();
    for (const outcome of await inParallel(jobs, runs, (run) => runFile(run, environment))) {
      total.passed += outcome.passed;
      total.failed += outcome.failed;
      total.skipped += outcome.skipped;
    }
  } finally {
    for (const server of [mariaDb, rabbitMq]) await server?.stop().catch(sayWhatIsLeft);
    await removeFolder(folder).catch(sayWhatIsLeft);
  }
  console.log(`\n# ${secondsText((performance.now() - began) / 1000, childrenCpuSeconds())}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

await main();
