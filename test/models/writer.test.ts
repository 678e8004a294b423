// Tests the bulk writer of the embedded database: a thread that writes all rows or none, waits for locks, and reports
// the same errors as other statements.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { isTransient } from '../../models/constraints.ts';
import { openDatabase } from '../../models/dialects/sqlite.ts';
import { Writer } from '../../models/dialects/writer.ts';

const folder = await mkdtemp(join(tmpdir(), 'svc-writer-'));
const path = join(folder, 'test.sqlite');
const database = openDatabase(path);
database.exec('CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT); CREATE TABLE b (bytes BLOB)');
t.teardown(async () => {
  database.close();
  await rm(folder, { recursive: true });
});

const intoA = 'INSERT INTO a (id, text) VALUES (?, ?)';
const intoB = 'INSERT INTO b (bytes) VALUES (?)';
const count = (): unknown =>
  database.prepare('SELECT (SELECT COUNT(*) FROM a) AS a, (SELECT COUNT(*) FROM b) AS b').get();

t.test('the rows of several tables are stored when the writer reports them', async (t) => {
  const writer = new Writer(path);
  const view = Buffer.from('xxbytesxx').subarray(2, 7);
  await writer.insert([
    {
      sql: intoA,
      rows: [
        [1, 'ä'],
        [2, null],
      ],
    },
    { sql: intoB, rows: [[view]] },
  ]);
  t.same({ ...(count() as object) }, { a: 2, b: 1 });
  t.equal(Buffer.from(database.prepare('SELECT bytes FROM b').get()?.bytes as Uint8Array).toString(), 'bytes');
  await writer.close();
});

t.test('a batch with one invalid row is rolled back, and the next one is written', async (t) => {
  const writer = new Writer(path);
  const before = count();
  const refused = writer.insert([
    { sql: intoB, rows: [[Buffer.from('1')]] },
    {
      sql: intoA,
      rows: [
        [7, 'new'],
        [1, 'taken'],
      ],
    },
  ]);
  await t.rejects(refused, { code: 'SQLITE_CONSTRAINT', message: /^SQLITE_CONSTRAINT: / });
  t.same(count(), before);
  await writer.insert([{ sql: intoA, rows: [[7, 'new']] }]);
  t.same({ ...(count() as object) }, { a: 3, b: 1 });
  await writer.close();
});

t.test('the writer waits for a lock, and reports a busy database after the timeout', async (t) => {
  const writer = new Writer(path);
  database.exec('BEGIN IMMEDIATE');
  const waiting = writer.insert([{ sql: intoA, rows: [[8, 'late']] }]);
  database.exec('COMMIT');
  await waiting;
  database.exec('BEGIN IMMEDIATE');
  const error = await writer.insert([{ sql: intoA, rows: [[9, 'never']] }]).catch((thrown: unknown) => thrown);
  database.exec('ROLLBACK');
  t.ok(isTransient(error), 'the same rows may succeed later');
  t.equal(database.prepare('SELECT COUNT(*) AS found FROM a WHERE id = 9').get()?.found, 0);
  await writer.close();
});

t.test('the writer writes all pending rows before it closes', async (t) => {
  const writer = new Writer(path);
  const all = Array.from({ length: 20 }, (_, index) => writer.insert([{ sql: intoA, rows: [[100 + index, 'x']] }]));
  await writer.close();
  await Promise.all(all);
  t.equal(database.prepare('SELECT COUNT(*) AS found FROM a WHERE id >= 100').get()?.found, 20);
  await writer.close();
});
