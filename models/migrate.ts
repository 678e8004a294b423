// Numbered migrations, forward only, run at every start. Several servers may start at once: one holds the lock, the
// others wait and then find nothing left to do. A database that is ahead of this code is refused.
//
// Most starts find nothing to do: they read which migrations ran, and need neither the lock nor umzug, which takes as long
// to load as everything else in models/.
//
// MySQL: GET_LOCK on the connection that runs the statements. A server that is killed in a statement leaves the statement
// running in MySQL; the lock must last until it has ended, else the next server would make the same column at the same time.
// Statements of migrations have no deadline: an index over millions of rows takes minutes.
//
// Embedded: a lock file would outlive a killed holder, so the lock is a write transaction on a file of its own beside the
// database.

import { join } from 'node:path';
import { QueryTypes, type Sequelize } from 'sequelize';
import { migrations } from '../generated/migrations.ts';
import { connectMysql } from './connection.ts';
import { connectionOptions } from './dialects/mysql.ts';
import { noTables, type PlannedMigration, plan, tablesOf } from './dialects/plan.ts';
import { holdLock } from './dialects/sqlite.ts';
import { exactCollationOf, schema } from './dialects/table.ts';
import type { DatabaseSettings } from './reader.ts';

export type { PlannedMigration } from './dialects/plan.ts';

const lockTimeoutMs = 60_000;
const longestStatementMs = 24 * 3_600_000;
const tableName = 'schema_migrations';

/** Migrates the database to this version. Returns the names of the migrations that ran. */
export async function migrate(sequelize: Sequelize, settings: DatabaseSettings): Promise<string[]> {
  if (await isUpToDate(sequelize)) return [];
  return settings.url === '' ? migrateEmbedded(sequelize, settings.dataDir) : migrateMysql(settings);
}

/**
 * Returns the migrations that `migrate` would run, in order, and changes nothing. Throws if the database is ahead.
 * @param sequelize undefined where the database does not exist yet.
 */
export async function planMigrations(sequelize: Sequelize | undefined): Promise<PlannedMigration[]> {
  const ran = await executed(sequelize);
  refuseAhead(ran);
  const pending = migrations.filter(({ name }) => !ran.includes(name));
  return plan(pending, sequelize === undefined ? noTables : tablesOf(sequelize));
}

async function executed(sequelize: Sequelize | undefined): Promise<string[]> {
  if (sequelize === undefined || !(await sequelize.getQueryInterface().tableExists(tableName))) return [];
  return namesOf(sequelize);
}

async function migrateEmbedded(sequelize: Sequelize, dataDir: string): Promise<string[]> {
  const release = await holdLock(join(dataDir, 'migrate.lock'), lockTimeoutMs);
  try {
    return await runPending(sequelize);
  } finally {
    release();
  }
}

async function migrateMysql(settings: DatabaseSettings): Promise<string[]> {
  const sequelize = connectMysql({ ...settings, poolSize: 1, timeoutMs: longestStatementMs });
  try {
    await lockMysql(sequelize, settings.url);
    return await runPending(sequelize);
  } finally {
    // Closing the connection releases the lock.
    await sequelize.close();
  }
}

async function runPending(sequelize: Sequelize): Promise<string[]> {
  const { SequelizeStorage: Storage, Umzug } = await import('umzug');
  const storage = new Storage({ sequelize, tableName, columnName: 'name' });
  const context = schema(sequelize, await collationOf(sequelize));
  const umzug = new Umzug({
    migrations: migrations.map(({ name, up }) => ({ name, up: () => up(context) })),
    storage,
    logger: undefined,
  });
  await storage.model.sync();
  refuseAhead(await namesOf(sequelize));
  return (await umzug.up()).map(({ name }) => name);
}

function refuseAhead(ran: string[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const ahead = ran.filter((name) => !known.has(name));
  if (ahead.length === 0) return;
  throw new Error(
    `The database was migrated by a newer svc (${ahead.join(', ')}). Start that version, or a newer one.`,
  );
}

/** Whether exactly the known migrations ran. If that cannot be read, `migrate` finds out why. */
async function isUpToDate(sequelize: Sequelize): Promise<boolean> {
  const names = new Set(await namesOf(sequelize).catch(() => []));
  return names.size === migrations.length && migrations.every(({ name }) => names.has(name));
}

/** Returns the names of all executed migrations. umzug itself returns only those that this version knows. */
async function namesOf(sequelize: Sequelize): Promise<string[]> {
  const sql = `SELECT \`name\` FROM \`${tableName}\``;
  return (await sequelize.query<{ name: string }>(sql, { type: QueryTypes.SELECT })).map(({ name }) => name);
}

async function collationOf(sequelize: Sequelize): Promise<string> {
  if (sequelize.getDialect() === 'sqlite') return '';
  const [row] = await sequelize.query<{ version: string }>('SELECT VERSION() AS version', { type: QueryTypes.SELECT });
  return exactCollationOf(row?.version ?? '');
}

async function lockMysql(sequelize: Sequelize, url: string): Promise<void> {
  const name = `svc-migrate-${connectionOptions(url).database ?? ''}`.slice(0, 64);
  const [row] = await sequelize.query<{ locked: number }>('SELECT GET_LOCK(?, ?) AS locked', {
    replacements: [name, lockTimeoutMs / 1000],
    type: QueryTypes.SELECT,
  });
  if (row?.locked !== 1)
    throw new Error('Another server has been migrating the database for a minute. Try again when it is done.');
}
