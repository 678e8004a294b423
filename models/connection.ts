// The database connections of this process; there is one database. Sequelize does writes, migrations and infrequent
// reads. `select` does the frequent reads, as prepared statements on separate connections.
//
// This file deals with these traps:
// - Every connection uses READ COMMITTED, the strict modes and UTC. The start fails if a connection does not accept
//   them.
// - Every statement has a deadline, which destroys the connection (dialects/mysql.ts).
// - An error rolls the whole transaction back, and `transaction` repeats the transaction if that may help. On a
//   lock-wait timeout, MySQL rolls only the statement back, so going on would commit half of the work.

import { mkdirSync } from 'node:fs';
import pRetry, { AbortError } from 'p-retry';
import { type Options, QueryTypes, Sequelize, type Transaction } from 'sequelize';
import { databaseClockOffsetMs } from './clock.ts';
import { isTransient } from './constraints.ts';
import { Checkpoints } from './dialects/checkpoints.ts';
import { connectionOptions, mysqlModule, type SessionVariable, showSession, unsafeVariable } from './dialects/mysql.ts';
import { closeIdle, restrictToOwner, sqliteModule } from './dialects/sqlite.ts';
import { Writer } from './dialects/writer.ts';
import {
  acquireTimeoutMs,
  type DatabaseSettings,
  databasePath,
  openReader,
  type Reader,
  type SqlValue,
} from './reader.ts';
import { recordWait } from './waits.ts';

export type { DatabaseSettings, SqlValue } from './reader.ts';

interface Database {
  sequelize: Sequelize;
  dialect: 'mysql' | 'sqlite';
  reader: Reader;
  /** The threads of the embedded database. */
  workerThreads?: { checkpoints: Checkpoints; writer: Writer };
}

const transactionRetries = 5;
/** The time in milliseconds that a database server gets to close a connection. */
const closeTimeoutMs = 3000;

let current: Database | undefined;

/** Opens the database without connecting to it: see `checkDatabase`. */
export function openConnections(settings: DatabaseSettings): Sequelize {
  if (current !== undefined) throw new Error('This process has a database open already');
  current = settings.url === '' ? embedded(settings) : mysql(settings);
  return current.sequelize;
}

/** Closes all connections. Limits the wait, because a database server that is gone does not confirm the close. */
export async function closeConnections(): Promise<void> {
  const closing = current;
  current = undefined;
  await closing?.workerThreads?.writer.close();
  await closing?.workerThreads?.checkpoints.close();
  await orAfter(closeTimeoutMs, closing?.reader.close());
  await orAfter(closeTimeoutMs, closing?.sequelize.close());
  closeIdle();
}

async function orAfter(ms: number, closed: Promise<void> | undefined): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([closed, late.promise]).finally(() => clearTimeout(timer));
}

/** Returns the open database. Throws if none is open. */
export function database(): Database {
  if (current === undefined) throw new Error('No database is open');
  return current;
}

/**
 * Returns the rows of a prepared statement as plain objects, with the statement's column names. Not for transactions.
 */
export async function select<Row>(sql: string, values: SqlValue[]): Promise<Row[]> {
  return database().reader.select<Row>(sql, values);
}

/**
 * Throws if the database does not answer, or if a session does not have the modes that models/ needs. Checks the
 * connections of both Sequelize and `select`.
 */
export async function checkDatabase(): Promise<void> {
  const { sequelize, dialect } = database();
  await select('SELECT 1 AS one', []);
  if (dialect === 'sqlite') return;
  for (const session of [
    await select<SessionVariable>(showSession, []),
    await sequelize.query<SessionVariable>(showSession, { type: QueryTypes.SELECT }),
  ]) {
    const unsafe = unsafeVariable(session);
    if (unsafe !== undefined)
      throw new Error(
        `The database did not accept the ${unsafe} that this server set. Remove the setting of the database or its proxy that overrides it.`,
      );
  }
}

/** Returns SQL for the database's time in milliseconds. Leases use it, because the clocks of servers differ. */
export function sqlNowMs(): string {
  if (database().dialect === 'mysql') return 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)';
  const now = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
  const offsetMs = databaseClockOffsetMs();
  return offsetMs === 0 ? now : `(${now} + ${offsetMs})`;
}

/** Returns SQL for the end of a SELECT whose rows will be changed: skips rows that another transaction has locked. */
export function sqlSkipLocked(): string {
  return database().dialect === 'mysql' ? ' FOR UPDATE SKIP LOCKED' : '';
}

/** Returns SQL for the end of a SELECT that locks its rows until the transaction ends. */
export function sqlForUpdate(): string {
  return database().dialect === 'mysql' ? ' FOR UPDATE' : '';
}

/** Writes a dummy row. Throws if the database does not answer or is read-only. */
export async function probeWrite(): Promise<void> {
  const { sequelize } = database();
  await sequelize.query(`REPLACE INTO write_probes (id, written_at) VALUES ('readiness', ${sqlNowMs()})`);
}

/**
 * Runs the work in a transaction. On a deadlock, a lock-wait timeout or a busy database, rolls back and runs the whole
 * work again after a random delay, at most 5 times. So the work must have no effects outside of the database.
 */
export async function transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return pRetry(
    async () => {
      try {
        const askedAt = performance.now();
        return await database().sequelize.transaction((transaction) => {
          recordWait('transactions', performance.now() - askedAt);
          return work(transaction);
        });
      } catch (error) {
        if (isTransient(error)) throw error;
        throw new AbortError(error instanceof Error ? error : new Error(String(error)));
      }
    },
    { retries: transactionRetries, minTimeout: 20, maxTimeout: 1000, randomize: true },
  );
}

/**
 * Gives the space of deleted rows back to the disk, until a tenth of the embedded database's file is free. Does nothing
 * on MySQL, which reuses the space.
 */
export async function releaseSpace(signal?: AbortSignal): Promise<void> {
  await database().workerThreads?.checkpoints.releaseSpace(signal);
}

function embedded(settings: DatabaseSettings): Database {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  const storage = databasePath(settings.dataDir);
  restrictToOwner(storage);
  const sequelize = new Sequelize({
    ...commonOptions,
    dialect: 'sqlite',
    storage,
    dialectModule: sqliteModule,
    transactionType: 'IMMEDIATE' as never,
    // dialects/sqlite.ts enables foreign keys for every connection, so no transaction needs to.
    ...({ foreignKeys: false } as object),
  });
  const workerThreads = { checkpoints: new Checkpoints(storage), writer: new Writer(storage) };
  return { sequelize, dialect: 'sqlite', reader: openReader(settings), workerThreads };
}

function mysql(settings: DatabaseSettings): Database {
  return { sequelize: connectMysql(settings), dialect: 'mysql', reader: openReader(settings) };
}

/** Returns a pool of connections to MySQL without connecting. The caller closes it. */
export function connectMysql({ url, poolSize, timeoutMs }: DatabaseSettings): Sequelize {
  const { host, port, user, password, database: name, socketPath } = connectionOptions(url);
  return new Sequelize(name ?? '', user ?? '', password ?? '', {
    ...commonOptions,
    dialect: 'mysql',
    host: host ?? 'localhost',
    port: port ?? 3306,
    dialectModule: mysqlModule(timeoutMs),
    dialectOptions: { charset: 'utf8mb4', ...(socketPath === undefined ? {} : { socketPath }) },
    pool: { max: poolSize, min: 0, acquire: acquireTimeoutMs, idle: 60_000 },
  });
}

const commonOptions = {
  logging: false,
  // Attribute names are camelCase, columns snake_case. The models set timestamps themselves.
  define: { underscored: true, timestamps: false, freezeTableName: true },
} satisfies Options;
