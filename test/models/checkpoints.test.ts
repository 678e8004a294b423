// Tests that a thread of its own makes the checkpoints of the embedded database, and not the writing thread.

import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { Checkpoints } from '../../models/dialects/checkpoints.ts';
import { openDatabase } from '../../models/dialects/sqlite.ts';
import { until } from '../harness/process.ts';

const megabyte = 1024 * 1024;

t.test(
  'a checkpoint writes the log to the database file in the background, and no data is lost at the end',
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-checkpoints-'));
    t.teardown(() => rm(folder, { recursive: true }));
    const path = join(folder, 'svc.sqlite');
    const database = openDatabase(path);
    const checkpoints = new Checkpoints(path);
    database.exec('CREATE TABLE blobs (content BLOB)');
    const insert = database.prepare('INSERT INTO blobs VALUES (?)');
    for (let index = 0; index < 12; index += 1) insert.run(Buffer.alloc(megabyte, index));
    t.ok((await stat(path)).size < megabyte, 'statements left it in the log');
    await until(async () => ((await stat(path)).size > 12 * megabyte ? true : undefined));
    await checkpoints.close();
    insert.run(Buffer.alloc(megabyte));
    t.strictSame({ ...database.prepare('SELECT COUNT(*) AS n FROM blobs').get() }, { n: 13 });
    t.ok((await stat(`${path}-wal`)).size <= 4 * megabyte, 'and the log began anew, short');
    database.close();
  },
);
