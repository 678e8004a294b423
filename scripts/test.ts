// Runs the suite: once on MariaDB and once on the embedded database. `npm test -- FILE ...` runs those files only.
//
// What the tests need beside Node they get here: a private MariaDB, as a child process, installed from Debian's packages
// where it is missing. Where that fails the run says so and goes on without it, but fails under CI=true.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type DatabaseKind, databaseKinds } from '../test/harness/database.ts';
import { type MariaDb, startMariaDb } from '../test/harness/mariadb.ts';
import { check } from './check.ts';

const root = join(import.meta.dirname, '..');
const inContinuousIntegration = process.env.CI === 'true';

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs the files on one kind of database. A line for each file that passes; everything of one that fails. */
async function runOn(kind: DatabaseKind, mariaDb: MariaDb | undefined, files: string[]): Promise<Outcome> {
  console.log(`# on ${kind === 'mysql' ? 'MariaDB' : 'the embedded database'}`);
  const child = spawn(process.execPath, [join(root, 'node_modules/.bin/tap'), '--reporter=tap', ...files], {
    cwd: root,
    env: {
      ...process.env,
      SVC_TEST_DATABASE: kind,
      ...(mariaDb === undefined ? {} : { SVC_TEST_MARIADB: mariaDb.url }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
    if (line.startsWith('ok')) console.log(line.replace(/ \{$/, ''));
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

async function mariaDbIfThere(): Promise<MariaDb | undefined> {
  try {
    return await startMariaDb();
  } catch (error) {
    console.log(`# SKIPPED: everything on MariaDB. ${(error as Error).message}`);
    return undefined;
  }
}

async function main(): Promise<void> {
  const files = process.argv.slice(2);
  const total: Outcome = { passed: 0, failed: 0, skipped: 0 };
  if (files.length === 0) {
    if (await check()) total.passed += 1;
    else total.failed += 1;
  }
  const chosen = (process.env.SVC_TEST_DATABASES ?? databaseKinds.join(',')).split(',');
  const mariaDb = chosen.includes('mysql') ? await mariaDbIfThere() : undefined;
  if (chosen.includes('mysql') && mariaDb === undefined) {
    if (inContinuousIntegration) total.failed += 1;
    else total.skipped += 1;
  }
  try {
    for (const kind of databaseKinds) {
      if (!chosen.includes(kind) || (kind === 'mysql' && mariaDb === undefined)) continue;
      const outcome = await runOn(kind, mariaDb, files);
      total.passed += outcome.passed;
      total.failed += outcome.failed;
      total.skipped += outcome.skipped;
    }
  } finally {
    await mariaDb?.stop();
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

await main();
