// Tests that a full disk is treated as an unavailable database: callers are told to retry, and jobs wait instead of
// failing.

import type { Transaction } from 'sequelize';
import t from 'tap';
import { database, transaction } from '../../models/connection.ts';
import { isDatabaseAway } from '../../models/constraints.ts';
import { insertIn } from '../../models/statements.ts';
import { startApp } from '../harness/app.ts';

const app = await startApp(t);
const columns = ['set_id', 'position', 'text', 'tokens'];
const text = 'x'.repeat(10_000);

/** Fills the table for this transaction. Neither database can be made to fill a real disk. */
async function takeRoom(tx: Transaction): Promise<void> {
  const query = (sql: string) => database().sequelize.query(sql, { transaction: tx });
  if (app.database.kind === 'sqlite') {
    // The current number of pages is the maximum, so no page can be added.
    await query('PRAGMA max_page_count = 1');
    return;
  }
  // Uses a table in memory with a small limit. MySQL reports it with the error code of a full table on disk.
  await query('SET SESSION max_heap_table_size = 16384');
  await query('DROP TEMPORARY TABLE IF EXISTS chunks');
  await query(
    'CREATE TEMPORARY TABLE chunks (set_id VARCHAR(32), position BIGINT, text VARCHAR(10000), tokens BIGINT) ENGINE = MEMORY',
  );
}

const ways = {
  'with its values bound': (tx: Transaction, place: number) =>
    insertIn(tx, 'chunks', columns, [['set_full', place, text, 1]]),
  'with its values in the text': (tx: Transaction, place: number) =>
    database().sequelize.query('INSERT INTO chunks (set_id, position, text, tokens) VALUES (?, ?, ?, ?)', {
      replacements: ['set_full', place, text, 1],
      transaction: tx,
    }),
};

for (const [name, insert] of Object.entries(ways)) {
  t.test(`an error for a full disk, written ${name}, is not treated as a wrong statement`, async (t) => {
    const filling = transaction(async (tx) => {
      await takeRoom(tx);
      for (let place = 0; place < 10_000; place += 1) await insert(tx, place);
    });
    const error = await filling.catch((reason: unknown) => reason);
    t.match(String(error), /full/);
    t.ok(isDatabaseAway(error));
    if (app.database.kind === 'mysql') return;
    await transaction((tx) => database().sequelize.query('PRAGMA max_page_count = 1073741823', { transaction: tx }));
  });
}
