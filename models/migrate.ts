// Numbered migrations, forward only, run at every start. Several servers may start at once: one holds the lock, the
// others wait and then find nothing left to do. A database that is ahead of this code is refused.
//
// Most starts find nothing to do: they read which migrations ran, and need neither the lock nor umzug, which takes as long
// to load as everything else in models/.
//
// MySQL: GET_LOCK on a connection of its own, which the server frees when the holder dies. Embedded: a lock file would
// outlive a killed holder, so the lock is a write transaction on a file of its own beside the database.

import { join } from 'node:path';
import mysql2 from 'mysql2';
import { QueryTypes, type Sequelize } from 'sequelize';
import type { SequelizeStorage } from 'umzug';
import { migrations } from '../generated/migrations.ts';
import type { DatabaseSettings } from './connection.ts';
import { connectionOptions } from './dialects/mysql.ts';
import { holdLock } from './dialects/sqlite.ts';
import { exactCollationOf, schema } from './dialects/table.ts';

const lockTimeoutMs = 60_000;
const tableName = 'schema_migrations';

/** Migrates the database to this version. Returns the names of the migrations that ran. */
export async function migrate(sequelize: Sequelize, settings: DatabaseSettings): Promise<string[]> {
  if (await isUpToDate(sequelize)) return [];
  const { SequelizeStorage: Storage, Umzug } = await import('umzug');
  const release = settings.url === '' ? await lockEmbedded(settings.dataDir) : await lockMysql(settings.url);
  try {
    const storage = new Storage({ sequelize, tableName, columnName: 'name' });
    const umzug = new Umzug({
      migrations: migrations.map(({ name, up }) => ({ name, up: () => up(context) })),
      storage,
      logger: undefined,
    });
    const context = schema(sequelize, await collationOf(sequelize));
    const known = new Set(migrations.map(({ name }) => name));
    const ahead = (await executed(storage)).filter((name) => !known.has(name));
    if (ahead.length > 0) {
      throw new Error(
        `The database was migrated by a newer svc (${ahead.join(', ')}). Start that version, or a newer one.`,
      );
    }
    return (await umzug.up()).map(({ name }) => name);
  } finally {
    await release();
  }
}

/** Whether exactly the known migrations ran. Where that cannot be read, it is for the full way to say why. */
async function isUpToDate(sequelize: Sequelize): Promise<boolean> {
  const ran = await sequelize
    .query<{ name: string }>(`SELECT \`name\` FROM \`${tableName}\``, { type: QueryTypes.SELECT })
    .catch(() => []);
  const names = new Set(ran.map(({ name }) => name));
  return names.size === migrations.length && migrations.every(({ name }) => names.has(name));
}

/** Returns the names of all executed migrations. umzug itself returns only those that this version knows. */
async function executed(storage: SequelizeStorage): Promise<string[]> {
  await storage.model.sync();
  return (await storage.model.findAll()).map((row) => String(row.get('name')));
}

async function collationOf(sequelize: Sequelize): Promise<string> {
  if (sequelize.getDialect() === 'sqlite') return '';
  const [row] = await sequelize.query<{ version: string }>('SELECT VERSION() AS version', { type: QueryTypes.SELECT });
  return exactCollationOf(row?.version ?? '');
}

async function lockMysql(url: string): Promise<() => Promise<void>> {
  const connection = mysql2.createConnection({ ...connectionOptions(url), connectTimeout: 5000 }).promise();
  const name = `svc-migrate-${connectionOptions(url).database ?? ''}`.slice(0, 64);
  const [rows] = await connection.query('SELECT GET_LOCK(?, ?) AS locked', [name, lockTimeoutMs / 1000]);
  if ((rows as { locked: number }[])[0]?.locked !== 1) {
    connection.destroy();
    throw new Error('Another server has been migrating the database for a minute. Try again when it is done.');
  }
  return () => connection.end();
}

async function lockEmbedded(dataDir: string): Promise<() => Promise<void>> {
  const release = await holdLock(join(dataDir, 'migrate.lock'), lockTimeoutMs);
  return async () => release();
}
