// Tests that a thread of its own makes the checkpoints of the embedded database, and not the writing thread.

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { Checkpoints } from '../../models/dialects/checkpoints.ts';
import { makeShrinkable, openDatabase } from '../../models/dialects/sqlite.ts';
import { until } from '../harness/process.ts';

const megabyte = 1024 * 1024;

t.test('a checkpoint writes the log to the database file in the background, and loses no data', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-checkpoints-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, 'svc.sqlite');
  const database = openDatabase(path);
  const checkpoints = new Checkpoints(path);
  database.exec('CREATE TABLE blobs (content BLOB)');
  const insert = database.prepare('INSERT INTO blobs VALUES (?)');
  for (let index = 0; index < 12; index += 1) insert.run(Buffer.alloc(megabyte, index));
  t.ok((await stat(path)).size < megabyte, 'statements left the data in the log');
  await until(async () => ((await stat(path)).size > 12 * megabyte ? true : undefined));
  await checkpoints.close();
  insert.run(Buffer.alloc(megabyte));
  t.strictSame({ ...database.prepare('SELECT COUNT(*) AS n FROM blobs').get() }, { n: 13 });
  t.ok((await stat(`${path}-wal`)).size <= 4 * megabyte, 'the log started over and is short');
  database.close();
});

t.test('the space of deleted rows goes back to the disk, and others write meanwhile', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-checkpoints-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, 'svc.sqlite');
  const database = openDatabase(path);
  const checkpoints = new Checkpoints(path);
  database.exec('CREATE TABLE blobs (id INTEGER PRIMARY KEY, content BLOB)');
  const insert = database.prepare('INSERT INTO blobs (content) VALUES (?)');
  for (let index = 0; index < 32; index += 1) insert.run(Buffer.alloc(megabyte, index));
  await until(async () => ((await stat(path)).size > 28 * megabyte ? true : undefined));
  database.exec('DELETE FROM blobs WHERE id <= 30');
  let written = 0;
  let isLocked = false;
  // Holds the lock half of the time, so that most steps have to wait for it.
  const writing = setInterval(() => {
    if (isLocked) {
      insert.run(Buffer.alloc(1000));
      written += 1;
      database.exec('COMMIT');
      isLocked = false;
      return;
    }
    // No timeout: throws if a step holds the lock at this moment.
    try {
      database.exec('BEGIN IMMEDIATE');
      isLocked = true;
    } catch {}
  }, 5);
  await checkpoints.releaseSpace();
  clearInterval(writing);
  if (isLocked) database.exec('COMMIT');
  t.ok(written > 3, `${written} writes`);
  await until(async () => ((await stat(path)).size < 8 * megabyte ? true : undefined));
  await checkpoints.close();
  t.strictSame({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
  t.strictSame({ ...database.prepare('SELECT COUNT(*) AS n FROM blobs').get() }, { n: 2 + written });
  database.close();
});

t.test('a file of an earlier version is rewritten once, so that it can shrink', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-checkpoints-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, 'svc.sqlite');
  const old = new DatabaseSync(path);
  old.exec("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('kept')");
  t.strictSame({ ...old.prepare('PRAGMA auto_vacuum').get() }, { auto_vacuum: 0 });
  old.exec('BEGIN IMMEDIATE');
  makeShrinkable(path);
  old.exec('COMMIT');
  t.strictSame(
    { ...old.prepare('PRAGMA auto_vacuum').get() },
    { auto_vacuum: 0 },
    'no checkpoint while another statement writes',
  );
  old.close();
  makeShrinkable(path);
  const database = openDatabase(path);
  t.strictSame({ ...database.prepare('PRAGMA auto_vacuum').get() }, { auto_vacuum: 2 });
  t.strictSame({ ...database.prepare('SELECT text FROM notes').get() }, { text: 'kept' });
  database.exec('BEGIN IMMEDIATE');
  t.doesNotThrow(() => openDatabase(path).close(), 'opening needs no write lock');
  makeShrinkable(path);
  database.close();
});

t.test('a process that waits for the space does not exit before it has it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-checkpoints-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, 'svc.sqlite');
  const database = openDatabase(path);
  database.exec('CREATE TABLE blobs (content BLOB)');
  makeShrinkable(path);
  database.exec(`INSERT INTO blobs VALUES (zeroblob(${megabyte}))`);
  database.exec('DELETE FROM blobs');
  database.close();
  const url = new URL('../../models/dialects/checkpoints.ts', import.meta.url).href;
  const script = join(folder, 'release.mjs');
  await writeFile(
    script,
    `import { Checkpoints } from '${url}'; console.log(await new Checkpoints('${path}').releaseStep());`,
  );
  t.equal(execFileSync(process.execPath, [script], { encoding: 'utf8' }), 'true\n');
});
