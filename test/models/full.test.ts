// A full disk is the database being away: the caller is told to come back, and a job waits instead of being given up.

import type { Transaction } from 'sequelize';
import t from 'tap';
import { database, transaction } from '../../models/connection.ts';
import { isDatabaseAway } from '../../models/constraints.ts';
import { insertIn } from '../../models/statements.ts';
import { startApp } from '../harness/app.ts';
import { databaseKind } from '../harness/database.ts';

const columns = ['set_id', 'position', 'text', 'tokens'];
const text = 'x'.repeat(100_000);

if (databaseKind() === 'sqlite') {
  await startApp(t);
  const ways = {
    'past Sequelize': (inside: Transaction, place: number) =>
      insertIn(inside, 'chunks', columns, [['set_full', place, text, 1]]),
    'by Sequelize': (inside: Transaction, place: number) =>
      database().sequelize.query('INSERT INTO chunks (set_id, position, text, tokens) VALUES (?, ?, ?, ?)', {
        replacements: ['set_full', place, text, 1],
        transaction: inside,
      }),
  };
  for (const [name, insert] of Object.entries(ways)) {
    t.test(`what finds no room, written ${name}, is not taken for a wrong statement`, async (t) => {
      const filling = transaction(async (inside) => {
        // As many as there are: no more can be added.
        await database().sequelize.query('PRAGMA max_page_count = 1', { transaction: inside });
        for (let place = 0; place < 1000; place += 1) await insert(inside, place);
      });
      const error = await filling.catch((reason: unknown) => reason);
      t.match(String(error), /full/);
      t.ok(isDatabaseAway(error));
      await transaction((inside) =>
        database().sequelize.query('PRAGMA max_page_count = 1073741823', { transaction: inside }),
      );
    });
  }
} else {
  t.pass('MySQL tells of it with a code of its own (models/constraints.ts)');
}
