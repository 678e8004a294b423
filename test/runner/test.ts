// Runs the test suite on MariaDB and on the embedded database: `npm test`. `npm test -- PATTERN ...` runs the test
// files whose path contains a pattern or matches it as a glob. A file that uses no database runs once. Files about tables,
// locks and upgrades run on both databases, and so do the contract's rules and cases, which try every operation. Of
// the others, test/api runs on MariaDB, and on both if a pattern names its files; the rest runs on the embedded database.
// `npm run test:faults` and `npm run test:mysql` run more on both: see onBothInTiers. The tasks of the panel run in one look
// each (a window and a colour scheme), and in both looks with a pattern.
//
// Files run in groups: several files in one process, one after the other, which takes half of the CPU time. The groups
// are small enough that the last ones end at about the same time; see groupSize. The number of concurrent runs is the
// number of cores plus two, so that no core is idle while files wait for timers and processes.
//
// The runner starts what the tests need: a private MariaDB, and a private RabbitMQ if a test file uses one. It installs
// a browser and missing Debian packages. If this fails, the runner reports it and skips the tests that need it; with
// CI=true it fails. All temporary files are in one folder, in memory if there is room, which the runner removes at the
// end. SIGINT and SIGTERM end every process of the run.

import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { check } from '../../scripts/checks/check.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { type MariaDb, startMariaDb } from '../../scripts/fixtures/mariadb.ts';
import { installPackages } from '../../scripts/packages/index.ts';
import { inParallel } from '../../scripts/parallel/index.ts';
import { createFolder } from '../../scripts/sandbox/folder.ts';
import { ensureBrowser } from '../harness/browser.ts';
import { type DatabaseKind, databaseKinds } from '../harness/database.ts';
import { dumpPostgres } from '../harness/postgres.ts';
import { type RabbitMq, startRabbitMq } from '../harness/rabbitmq.ts';
import { makeTemplate } from '../harness/template.ts';
import { importsOf } from './imports.ts';
import { childrenCpuSeconds, killDescendants, newCpuSeconds } from './processes.ts';

const root = join(import.meta.dirname, '../..');
const inContinuousIntegration = process.env.CI === 'true';
const jobs = Number(process.env.SVC_TEST_JOBS ?? availableParallelism() + 2);
/** True for fault tests with many rounds: see test/runner/test-faults.ts. They take longer, and their counts are printed. */
const withRounds = process.env.SVC_TEST_ROUNDS !== undefined;
/** The timeout of a file, and of each of its tests. */
const timeoutSeconds = withRounds ? 1800 : 600;
/** The grace period for a test file to end its child processes after a timeout. */
const killAfterMs = 10_000;
/** The files of a run take about 1 GiB. In memory they cost a twentieth less CPU time, and no waiting for the disk. */
const roomBytes = 4 * 1024 ** 3;
const withoutAsyncHooks = join(root, 'test/harness/without-async-hooks.ts');
const severalFiles = join(root, 'test/harness/files.ts');
interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

/** One process that runs test files, on one database. */
interface Run {
  files: string[];
  /** Undefined if the file uses no database. */
  kind: DatabaseKind | undefined;
}

/** The address of a running MySQL, to use instead of a private MariaDB: see test/runner/test-mysql.ts. */
const mysqlUrl = process.env.SVC_TEST_MYSQL;
const kindNames: Record<DatabaseKind, string> = {
  mysql: mysqlUrl === undefined ? 'MariaDB' : 'MySQL',
  sqlite: 'the embedded database',
};

/** Runs test files. Prints one line if they pass, and the output of those that fail. */
async function runFiles({ files, kind }: Run, environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const began = performance.now();
  // tap creates its test folders in here. Runs of the same file on two databases may overlap, so they must not share
  // the folder.
  const fixtures = mkdtempSync(join(tmpdir(), 'svc-fixtures-'));
  const [first = '', ...others] = files;
  const entry = others.length > 0 ? severalFiles : join(root, first);
  const limitSeconds = timeoutSeconds * files.length;
  const child = spawn(process.execPath, ['--import', withoutAsyncHooks, entry], {
    cwd: root,
    env: {
      ...environment,
      SVC_TEST_DATABASE: kind ?? 'sqlite',
      SVC_TEST_FILES: JSON.stringify(files),
      TAP_CWD: fixtures,
      TAP_TIMEOUT: String(limitSeconds),
    },
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
    }, limitSeconds * 1000),
    setTimeout(() => child.kill('SIGKILL'), limitSeconds * 1000 + killAfterMs),
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
  const isGroup = others.length > 0;
  // A crash, a file without assertions, or one that a group did not come to, is a failure too.
  const ended = isGroup ? (output.match(/^(?:not )?ok \d+ - test\//gm)?.length ?? 0) : 1;
  if ((code !== 0 || counted === 0 || ended < files.length) && outcome.failed === 0) outcome.failed = 1;
  const seconds = secondsText((performance.now() - began) / 1000, cpu);
  const name = `${isGroup ? `${files.length} files` : first}${kind === undefined ? '' : ` on ${kindNames[kind]}`}`;
  if (outcome.failed === 0) {
    const told = [...fileTimes(output), ...skips(output), ...(withRounds ? counts(output) : [])];
    console.log([`ok - ${name} # ${seconds}`, ...told].join('\n'));
  } else {
    const why = timedOut ? `: it took longer than ${limitSeconds} s` : '';
    const which = isGroup ? ` (${ended} of ${files.join(', ')} ended)` : '';
    console.log(`not ok - ${name} # ${seconds}, exit code ${code}${why}${which}`);
    console.log(isGroup ? failuresIn(output) : output);
  }
  return outcome;
}

/** Returns a line with the duration of each file of a group, and with the CPU time that its group's process took. */
function fileTimes(output: string): string[] {
  const cpu = new Map(Array.from(output.matchAll(/^# CPU of (\S+): (.+)$/gm), ([, file, time]) => [file, time]));
  const files = output.matchAll(/^ok \d+ - (test\/\S+) # time=([\d.]+)ms/gm);
  return Array.from(
    files,
    ([, file, ms]) => `#   ${file} ${(Number(ms) / 1000).toFixed(1)} s, ${cpu.get(file)} of CPU`,
  );
}

/** Returns the output of those files of a group that did not pass. */
function failuresIn(output: string): string {
  return output
    .split(/^(?=# Subtest: test\/)/m)
    .filter((part) => !/^ok \d+ - test\//m.test(part))
    .join('');
}

/** Returns the counts from the summary at the end of a file's output. */
function outcomeOf(output: string): Outcome {
  const summary = /^# \{ total: \d+(?:, pass: (\d+))?(?:, fail: (\d+))?(?:, skip: (\d+))?/m.exec(output);
  const [, passed = 0, failed = 0, skipped = /^1\.\.0 # /m.test(output) ? 1 : 0] = summary ?? [];
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** Returns a line with the reason for each skipped test, because the output of a passing file is not printed. */
function skips(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    const [, name, reason] =
      /^\s*ok \d+ - (.*?) # SKIP ?(.*)$/.exec(line) ?? /^(1\.\.0) # (?:SKIP )?(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : `# SKIPPED: ${reason && name !== '1..0' ? `${name}: ${reason}` : reason || name}`;
  });
}

/** Returns the comments of the tests, which tell what fault tests counted: kills, restarts, failed calls. */
function counts(output: string): string[] {
  const comments = output.matchAll(/^ *# (?!Subtest: |\{ total: |time=)(.+)$/gm);
  return Array.from(comments, ([, text]) => `#   ${text}`);
}

/** Starts or installs a dependency of tests. On failure, prints which tests are skipped and returns undefined. */
async function ifAvailable<Thing>(what: string, start: () => Promise<Thing>): Promise<Thing | undefined> {
  try {
    return await start();
  } catch (error) {
    console.log(`# SKIPPED: everything on ${what}. ${(error as Error).message}`);
    return undefined;
  }
}

/**
 * Installs the browser before the first test file runs. If a test file installed it, other files could find it half
 * installed.
 */
async function installBrowser(): Promise<true> {
  await ensureBrowser();
  return true;
}

async function startDatabase(): Promise<Pick<MariaDb, 'url' | 'stop'>> {
  return mysqlUrl === undefined ? startMariaDb() : { url: mysqlUrl, stop: async () => undefined };
}

function rabbitMqAddress({ url, environment }: RabbitMq): string {
  return JSON.stringify({ url, environment });
}

/** Only prints the error, because a failed clean-up does not change the test results. */
function printRemaining(error: Error): void {
  console.log(`# Left behind: ${error.message}`);
}

function countMissing(total: Outcome): void {
  if (inContinuousIntegration) total.failed += 1;
  else total.skipped += 1;
}

/** Shows the CPU seconds too, because they do not depend on the machine's other load. */
function secondsText(seconds: number, cpu: number | undefined): string {
  return `${seconds.toFixed(1)} s${cpu === undefined ? '' : `, ${cpu.toFixed(1)} s of CPU`}`;
}

/** Ends the run on the signal: kills its processes and removes its folder. */
function stopOn(signal: NodeJS.Signals, exitCode: number, folder: string): void {
  process.once(signal, () => {
    console.log(`# Stopped by ${signal}.`);
    killDescendants();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    process.exit(exitCode);
  });
}

/** Returns the test files that match a pattern, or all test files without a pattern. */
function filesOf(patterns: string[]): string[] {
  const all = globSync('test/**/*.test.ts', {
    cwd: root,
    exclude: [
      '**/node_modules',
      'test/{deploy,ha,postgres}/**',
      'test/sdk/{clients,generators,judges,languages}/**',
      'test/upgrade/beside/**',
    ],
  }).sort();
  const isNamed = (file: string) => patterns.some((pattern) => file.includes(pattern) || matchesGlob(file, pattern));
  return patterns.length === 0 ? all : all.filter(isNamed);
}

/** Returns true if the file uses this part of the harness, directly or indirectly. */
function uses(file: string, part: string): boolean {
  return importsOf(join(root, file)).has(join(root, 'test/harness', `${part}.ts`));
}

/** Files about what differs between the databases, and the contract, which tries every operation. */
const onBoth = [
  /^test\/(models|upgrade)\//,
  /^test\/cli\/(backup|backup-changed|migrate|restore)\./,
  /^test\/contract\/(cases|rules)\./,
  /^test\/faults\/(full-disk|kills|writers)\./,
  /^test\/server\/(instances|start)\./,
  /^test\/services\/(housekeeping\.|(limits|stores|tenancy)\/)/,
  /^test\/services\/vectors\/(common-words|old-tables|vectors)\./,
  /^test\/webhooks\/(delivery|endpoints|held)\./,
];

/** Files about connections to a database server, and about processes that want the same rows. */
const onMySql = /^test\/(server\/(database-faults|failover)|webhooks\/crashes)\./;

/** Files that `npm test` runs on one database, and the tiers with more time on each. */
const onBothInTiers = [
  /^test\/(faults|webhooks)\//,
  /^test\/server\/(secrets-reset|stop)\./,
  /^test\/services\/vectors\//,
];

/** Returns the databases that the file runs on, if it uses one. `withAllOfApi` is true if test/api runs on both. */
function kindsOf(file: string, withAllOfApi: boolean): DatabaseKind[] {
  const isOfApi = file.startsWith('test/api/');
  const both = withRounds || mysqlUrl !== undefined ? [...onBoth, ...onBothInTiers] : onBoth;
  const isOnBoth = (isOfApi && withAllOfApi) || both.some((pattern) => pattern.test(file));
  const wanted = databaseKinds.filter(
    (kind) => isOnBoth || kind === (isOfApi || onMySql.test(file) ? 'mysql' : 'sqlite'),
  );
  const chosen = process.env.SVC_TEST_DATABASES?.split(',');
  return wanted.filter((kind) => chosen === undefined || chosen.includes(kind));
}

/** Returns the number of files that share a process: fewer of those that take long, because they start others. */
function groupSize(file: string): number {
  if (file.startsWith('test/faults/')) return 1;
  return /^test\/(cli|panel|sdk|server)\//.test(file) ? 5 : 12;
}

/** Returns the runs of the files on this database, the longest files first. */
function runsOf(files: string[], kind: DatabaseKind | undefined): Run[] {
  const bySize = files.toSorted((a, b) => statSync(join(root, b)).size - statSync(join(root, a)).size);
  return Array.from(Map.groupBy(bySize, groupSize)).flatMap(([size, alike]) => {
    const count = Math.ceil(alike.length / size);
    return Array.from({ length: count }, (_, group) => ({
      files: alike.filter((_file, index) => index % count === group),
      kind,
    }));
  });
}

/**
 * Returns the runs in the order in which they begin: single files last, because they end soon, and before them the groups
 * that mostly wait for their processes evenly among those that compute, so that no core is idle.
 */
function inOrder(runs: Run[]): Run[] {
  const bySize = Map.groupBy(runs, ({ files: [file = ''] }) => groupSize(file));
  return Array.from(bySize)
    .flatMap(([size, alike]) => alike.map((run, index) => ({ run, place: size === 1 ? 1 : index / alike.length })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ run }) => run);
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
  const folder = createFolder('svc-tests-', roomBytes);
  process.env.TMPDIR = folder;
  stopOn('SIGINT', 130, folder);
  stopOn('SIGTERM', 143, folder);
  const needDatabase = new Set(all.filter((file) => uses(file, 'database')));
  const needBroker = all.filter((file) => uses(file, 'rabbitmq'));
  const needBrowser = all.filter((file) => uses(file, 'browser'));
  let withAllOfApi = patterns.length > 0;
  const runsOn = (file: string, kind: DatabaseKind): boolean =>
    needDatabase.has(file) && kindsOf(file, withAllOfApi).includes(kind);
  const needMariaDb = all.some((file) => runsOn(file, 'mysql'));
  // The checks end while tests run, because their longest part keeps one core busy.
  const checked = patterns.length === 0 ? check(newCpuSeconds) : undefined;
  const [mariaDb, rabbitMq, browser] = await Promise.all([
    needMariaDb ? ifAvailable('MariaDB', startDatabase) : undefined,
    needBroker.length > 0 ? ifAvailable('RabbitMQ', startRabbitMq) : undefined,
    needBrowser.length > 0 ? ifAvailable('a browser', installBrowser) : undefined,
  ]);
  if (needMariaDb && mariaDb === undefined) countMissing(total);
  if (needBroker.length > 0 && rabbitMq === undefined) countMissing(total);
  if (needBrowser.length > 0 && browser === undefined) countMissing(total);
  const left = new Set([...(rabbitMq === undefined ? needBroker : []), ...(browser === undefined ? needBrowser : [])]);
  if (mariaDb === undefined) withAllOfApi = true;
  const available = all.filter((file) => !left.has(file));
  const kinds = databaseKinds.filter((kind) => kind !== 'mysql' || mariaDb !== undefined);
  const onNone = mysqlUrl === undefined ? available.filter((file) => !needDatabase.has(file)) : [];
  const runs = inOrder([
    ...kinds.flatMap((kind) =>
      runsOf(
        available.filter((file) => runsOn(file, kind)),
        kind,
      ),
    ),
    ...runsOf(onNone, undefined),
  ]);
  try {
    const environment = {
      ...process.env,
      // The compile cache of the servers, so that the code of the test files is compiled only once.
      NODE_COMPILE_CACHE: compileCache,
      SVC_TEST_WHOLE: String(patterns.length === 0),
      ...(mariaDb === undefined ? {} : { SVC_TEST_MARIADB: mariaDb.url }),
      ...(rabbitMq === undefined ? {} : { SVC_TEST_RABBITMQ: rabbitMqAddress(rabbitMq) }),
      ...(needDatabase.size === 0 ? {} : { SVC_TEST_TEMPLATE: await makeTemplate(folder, kinds, mariaDb?.url) }),
    };
    if (available.some((file) => uses(file, 'postgres'))) await dumpPostgres(folder);
    newCpuSeconds();
    for (const outcome of await inParallel(jobs, runs, (run) => runFiles(run, environment))) {
      total.passed += outcome.passed;
      total.failed += outcome.failed;
      total.skipped += outcome.skipped;
    }
    const isClean = await checked;
    if (isClean === true) total.passed += 1;
    if (isClean === false) total.failed += 1;
  } finally {
    for (const server of [mariaDb, rabbitMq]) await server?.stop().catch(printRemaining);
    await removeFolder(folder).catch(printRemaining);
  }
  console.log(`\n# ${secondsText((performance.now() - began) / 1000, childrenCpuSeconds())}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

await main();
