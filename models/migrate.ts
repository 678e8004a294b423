// Runs numbered migrations at every start, forward only. If several servers start at once, one takes the lock, and the
// others wait and then find nothing to do. A database that is newer than this code is refused.
//
// Most starts find nothing to do. They only read which migrations have run, and do not need the lock.
//
// MySQL: GET_LOCK on the connection that runs the statements. If a server is killed during a statement, MySQL continues
// to run the statement. The lock must last until then, or the next server would add the same column at the same time.
// Statements of migrations have no deadline, because an index over millions of rows takes minutes.
//
// Embedded: the lock is a write transaction on a separate file next to the database. A lock file would outlive a killed
// holder.

import { join } from 'node:path';
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize';
import { migrations } from '../generated/migrations.ts';
import { connectMysql } from './connection.ts';
import { connectionOptions } from './dialects/mysql.ts';
import { noTables, type PlannedMigration, plan, tablesOf } from './dialects/plan.ts';
import { holdLock } from './dialects/sqlite.ts';
import { exactCollationOf, schema } from './dialects/table.ts';
import type { DatabaseSettings } from './reader.ts';
import { rowsIn } from './statements.ts';

export type { PlannedMigration } from './dialects/plan.ts';

const lockTimeoutMs = 60_000;
const longestStatementMs = 24 * 3_600_000;
const tableName = 'schema_migrations';
/** The name of a fake migration that marks an unfinished restore. Older versions refuse it as a newer migration. */
const unfinishedRestore = 'unfinished-restore';
/** The error message of a server, or of a second restore, that finds an unfinished restore. */
export const unfinishedRestoreText =
  'A restore into this database was not finished. Empty the database and the data directory, and restore again.';

/** Migrates the database to this version. Returns the names of the migrations that ran. */
export async function migrate(sequelize: Sequelize, settings: DatabaseSettings): Promise<string[]> {
  if ((await stateOf(sequelize)) === 'current') return [];
  return settings.url === '' ? migrateEmbedded(sequelize, settings.dataDir) : migrateMysql(settings);
}

/**
 * Returns the migrations that `migrate` would run, in order, and changes nothing. Throws if the database is ahead.
 * @param sequelize undefined if the database does not exist yet.
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

/** Returns the names of the migrations that ran, as the transaction sees them. */
export async function executedMigrations(tx: Transaction): Promise<string[]> {
  const rows = await rowsIn<{ name: string }>(tx, `SELECT name FROM ${tableName} ORDER BY name`, []);
  return rows.map(({ name }) => name);
}

/** Returns the names of all migrations of this version. */
export function knownMigrations(): string[] {
  return migrations.map(({ name }) => name);
}

/**
 * Creates the tables of an empty database with these migrations, for a restore. Until `endRestore`, every version
 * refuses the database, because `unfinishedRestore` is among its migrations.
 */
export async function beginRestore(sequelize: Sequelize, names: readonly string[]): Promise<void> {
  await createRecords(sequelize);
  await record(sequelize, unfinishedRestore);
  await run(
    sequelize,
    migrations.filter(({ name }) => names.includes(name)),
  );
}

/** Returns true if `beginRestore` has begun to fill the database, and `endRestore` was not reached. */
export async function hasUnfinishedRestore(sequelize: Sequelize): Promise<boolean> {
  return (await executed(sequelize)).includes(unfinishedRestore);
}

/** Ends `beginRestore`: servers may use the database. */
export async function endRestore(sequelize: Sequelize): Promise<void> {
  await sequelize.query(`DELETE FROM \`${tableName}\` WHERE \`name\` = '${unfinishedRestore}'`);
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
  await createRecords(sequelize);
  const ran = await namesOf(sequelize);
  refuseAhead(ran);
  return run(
    sequelize,
    migrations.filter(({ name }) => !ran.includes(name)),
  );
}

/** Creates the table with the names of the executed migrations. */
async function createRecords(sequelize: Sequelize): Promise<void> {
  await sequelize.query(`CREATE TABLE IF NOT EXISTS \`${tableName}\` (\`name\` VARCHAR(255) NOT NULL PRIMARY KEY)`);
}

/** Runs the migrations in order, and records each one. Returns their names. */
async function run(sequelize: Sequelize, wanted: typeof migrations): Promise<string[]> {
  const context = schema(sequelize, await collationOf(sequelize));
  for (const { name, up } of wanted) {
    await up(context);
    await record(sequelize, name);
  }
  return wanted.map(({ name }) => name);
}

async function record(sequelize: Sequelize, name: string): Promise<void> {
  await sequelize.query(`INSERT INTO \`${tableName}\` (\`name\`) VALUES ('${name}')`);
}

function refuseAhead(ran: string[]): void {
  if (ran.includes(unfinishedRestore)) throw new Error(unfinishedRestoreText);
  const known = new Set(knownMigrations());
  const ahead = ran.filter((name) => !known.has(name));
  if (ahead.length === 0) return;
  throw new Error(
    `The database was migrated by a newer svc (${ahead.join(', ')}). Start that version, or a newer one.`,
  );
}

/**
 * Returns `current` if exactly the known migrations have run, and `new` if none has. If that cannot be read, returns
 * `other`, and `migrate` reports the reason.
 */
export async function stateOf(sequelize: Sequelize): Promise<'new' | 'current' | 'other'> {
  const ran = new Set(await executed(sequelize).catch(() => ['']));
  if (ran.size === 0) return 'new';
  return ran.size === migrations.length && migrations.every(({ name }) => ran.has(name)) ? 'current' : 'other';
}

/** Returns the names of all executed migrations, also of those that this version does not know. */
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
