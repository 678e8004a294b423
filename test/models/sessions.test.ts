// Tests which session settings a MySQL or MariaDB connection must have before its first use.

import t from 'tap';
import { checkDatabase, closeConnections, openConnections, select } from '../../models/connection.ts';
import { createDatabase } from '../harness/database.ts';

const { kind, url, dataDir, drop } = await createDatabase();
const sequelize = openConnections({ url, dataDir, poolSize: 1, timeoutMs: 8000 });
t.teardown(async () => {
  await closeConnections();
  await drop();
});

/** The second statement restores the setting, so that the next case tests only its own. */
const unsafe = {
  sql_mode: [
    "SET SESSION sql_mode = 'ANSI_QUOTES,STRICT_TRANS_TABLES'",
    "SET SESSION sql_mode = 'STRICT_TRANS_TABLES'",
  ],
  time_zone: ["SET SESSION time_zone = '+02:00'", "SET SESSION time_zone = '+00:00'"],
  transaction_isolation: [
    'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  ],
} as const;

t.test('a database session with a wrong mode, time zone or isolation level prevents the start', async (t) => {
  if (kind === 'sqlite') return t.pass('the embedded database has no sessions');
  await t.resolves(checkDatabase(), 'with the settings of its opening');
  const ways = [(sql: string) => sequelize.query(sql), (sql: string) => select(sql, [])];
  for (const run of ways) {
    for (const [name, [change, undo]] of Object.entries(unsafe)) {
      await run(change);
      await t.rejects(checkDatabase(), {
        message: `The database did not accept the ${name} that this server set. Remove the setting of the database or its proxy that overrides it.`,
      });
      await run(undo);
    }
  }
  await t.resolves(checkDatabase(), 'undone');
});
