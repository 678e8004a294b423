// Runs the suite: once on MariaDB and once on the embedded database. `npm test -- FILE ...` runs those files only.
//
// What the tests need beside Node they get here: a private MariaDB and, where a file asks for it, a private RabbitMQ, as
// child processes, and a browser, installed from Debian's packages where they are missing. Where that fails the run says so
// and goes on without them, but fails under CI=true.

import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBrowser } from '../test/harness/browser.ts';
import { type DatabaseKind, databaseKinds } from '../test/harness/database.ts';
import { type MariaDb, startMariaDb } from '../test/harness/mariadb.ts';
import { type RabbitMq, startRabbitMq } from '../test/harness/rabbitmq.ts';
import { check } from './check.ts';

const root = join(import.meta.dirname, '..');
const inContinuousIntegration = process.env.CI === 'true';

/** What runs beside the tests. */
interface Servers {
  mariaDb: MariaDb | undefined;
  rabbitMq: RabbitMq | undefined;
}

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs the files on one kind of database. A line for each file that passes; everything of one that fails. */
async function runOn(kind: DatabaseKind, servers: Servers, files: string[]): Promise<Outcome> {
  console.log(`# on ${kind === 'mysql' ? 'MariaDB' : 'the embedded database'}`);
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/.bin/tap'), '--reporter=tap', ...timeout(), ...files],
    {
      cwd: root,
      env: {
        ...process.env,
        // Where servers have theirs: what a test file loads is compiled once, which is a tenth of a run's time.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache'),
        SVC_TEST_DATABASE: kind,
        ...(servers.mariaDb === undefined ? {} : { SVC_TEST_MARIADB: servers.mariaDb.url }),
        ...(servers.rabbitMq === undefined ? {} : { SVC_TEST_RABBITMQ: rabbitMqAddress(servers.rabbitMq) }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const outcome: Outcome = { passed: 0, failed: 0, skipped: 0 };
  let block: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    block.push(line);
    const summary = /^# \{ total: (\d+), pass: (\d+)(?:, fail: (\d+))?(?:, skip: (\d+))?/.exec(line);
    if (summary !== null) {
      outcome.passed = Number(summary[2]);
      outcome.failed = Number(summary[3] ?? 0);
      outcome.skipped = Number(summary[4] ?? 0);
    }
    if (!/^(ok|not ok) \d+ - /.test(line)) continue;
    if (line.startsWith('ok')) console.log([line.replace(/ \{$/, ''), ...skips(block)].join('\n'));
    else console.log(block.join('\n'));
    block = [];
  }
  const code = await closed;
  // A crash of the runner, or a file that asserts nothing, is a failure too.
  if (code !== 0 && outcome.failed === 0) {
    console.log(block.join('\n'));
    outcome.failed = 1;
  }
  return outcome;
}

/** A line for each test that was not tried, and why: in a file that passes it would go unseen. */
function skips(block: string[]): string[] {
  return block.flatMap((line) => {
    const [, name, reason] = /^\s+ok \d+ - (.*?) # SKIP ?(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : `# SKIPPED: ${reason ? `${name}: ${reason}` : name}`;
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

/** The files that ask for what that part of the harness gives: it takes long, so only they bring it up. */
function filesWith(part: string, files: string[]): string[] {
  return files.filter((file) => readFileSync(join(root, file), 'utf8').includes(`harness/${part}.ts`));
}

/** Before the files run: a browser that one of them installs looks ready to the others before it is. */
async function browserThere(): Promise<true> {
  await ensureBrowser();
  return true;
}

function rabbitMqAddress({ url, environment }: RabbitMq): string {
  return JSON.stringify({ url, environment });
}

/** Many rounds of faults take their time: see scripts/test-faults.ts. */
function timeout(): string[] {
  return process.env.SVC_TEST_ROUNDS === undefined ? [] : ['--timeout=1800'];
}

/** What cannot be taken away after the tests says nothing about what they found. */
function sayWhatIsLeft(error: Error): void {
  console.log(`# Left behind: ${error.message}`);
}

function countMissing(total: Outcome): void {
  if (inContinuousIntegration) total.failed += 1;
  else total.skipped += 1;
}

async function main(): Promise<void> {
  const named = process.argv.slice(2);
  const total: Outcome = { passed: 0, failed: 0, skipped: 0 };
  if (named.length === 0) {
    if (await check()) total.passed += 1;
    else total.failed += 1;
  }
  const all = named.length === 0 ? globSync('test/**/*.test.ts', { cwd: root }).sort() : named;
  const needBroker = filesWith('rabbitmq', all);
  const needBrowser = filesWith('browser', all);
  const chosen = (process.env.SVC_TEST_DATABASES ?? databaseKinds.join(',')).split(',');
  const [mariaDb, rabbitMq, browser] = await Promise.all([
    chosen.includes('mysql') ? ifThere('MariaDB', startMariaDb) : undefined,
    needBroker.length > 0 ? ifThere('RabbitMQ', startRabbitMq) : undefined,
    needBrowser.length > 0 ? ifThere('a browser', browserThere) : undefined,
  ]);
  if (chosen.includes('mysql') && mariaDb === undefined) countMissing(total);
  if (needBroker.length > 0 && rabbitMq === undefined) countMissing(total);
  if (needBrowser.length > 0 && browser === undefined) countMissing(total);
  const left = new Set([...(rabbitMq === undefined ? needBroker : []), ...(browser === undefined ? needBrowser : [])]);
  const files = all.filter((file) => !left.has(file));
  try {
    for (const kind of databaseKinds) {
      if (!chosen.includes(kind) || (kind === 'mysql' && mariaDb === undefined)) continue;
      const outcome = await runOn(kind, { mariaDb, rabbitMq }, files);
      total.passed += outcome.passed;
      total.failed += outcome.failed;
      total.skipped += outcome.skipped;
    }
  } finally {
    for (const server of [mariaDb, rabbitMq]) await server?.stop().catch(sayWhatIsLeft);
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

await main();
