// The one database of this process: opened here, closed here. Sequelize writes, migrates and does the cold reads;
// `select` does the hot ones, as prepared statements on connections of their own.
//
// Traps dealt with here, once:
// - READ COMMITTED, strict modes and UTC on every connection, and a start refused where they did not take;
// - a deadline on every statement, with the connection destroyed (dialects/mysql.ts);
// - an error rolls the whole transaction back, and `transaction` begins it anew where that can help. MySQL rolls back
//   only the statement on a lock-wait timeout: to go on would commit half the work.

import { mkdirSync } from 'node:fs';
import pRetry, { AbortError } from 'p-retry';
import { type Options, QueryTypes, Sequelize, type Transaction } from 'sequelize';
import { isTransient } from './constraints.ts';
import { Checkpoints } from './dialects/checkpoints.ts';
import { connectionOptions, mysqlModule, type SessionVariable, showSession, unsafeVariable } from './dialects/mysql.ts';
import { closeIdle, keepFromOthers, sqliteModule } from './dialects/sqlite.ts';
import { Writer } from './dialects/writer.ts';
import {
  acquireTimeoutMs,
  type DatabaseSettings,
  databasePath,
  openReader,
  type Reader,
  type SqlValue,
} from './reader.ts';

export type { DatabaseSettings, SqlValue } from './reader.ts';

interface Database {
  sequelize: Sequelize;
  dialect: 'mysql' | 'sqlite';
  reader: Reader;
  /** Of the embedded database: what threads do for it. */
  beside?: { checkpoints: Checkpoints; writer: Writer };
}

const transactionRetries = 5;
/** How long a server may take to let a connection go. */
const goodbyeMs = 3000;

let current: Database | undefined;

/** Opens the database. Does not yet talk to it: see `checkDatabase`. */
export function openConnections(settings: DatabaseSettings): Sequelize {
  if (current !== undefined) throw new Error('This process has a database open already');
  current = settings.url === '' ? embedded(settings) : mysql(settings);
  return current.sequelize;
}

/** Closes every connection. Where the server of the database has gone, nothing says that they are closed. */
export async function closeConnections(): Promise<void> {
  const closing = current;
  current = undefined;
  await closing?.beside?.writer.close();
  await closing?.beside?.checkpoints.close();
  await orAfter(goodbyeMs, closing?.reader.close());
  await orAfter(goodbyeMs, closing?.sequelize.close());
  closeIdle();
}

async function orAfter(ms: number, closed: Promise<void> | undefined): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([closed, late.promise]).finally(() => clearTimeout(timer));
}

/** The open database. */
export function database(): Database {
  if (current === undefined) throw new Error('No database is open');
  return current;
}

/** Rows of a prepared statement, as plain objects; column names as the statement has them. Not for transactions. */
export async function select<Row>(sql: string, values: SqlValue[]): Promise<Row[]> {
  return database().reader.select<Row>(sql, values);
}

/**
 * Throws when the database does not answer, or when a session's modes are not those that models/ relies on.
 * Reads through both ways, Sequelize's and `select`.
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
    if (unsafe !== undefined) throw new Error(`The database does not let this server set its ${unsafe}`);
  }
}

/** SQL for the database's own time in milliseconds: clocks of servers differ, and leases must not. */
export function sqlNowMs(): string {
  return database().dialect === 'mysql'
    ? 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)'
    : "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
}

/** SQL that ends a SELECT whose rows are to be changed: what another transaction holds is left out, not waited for. */
export function sqlSkipLocked(): string {
  return database().dialect === 'mysql' ? ' FOR UPDATE SKIP LOCKED' : '';
}

/** SQL that ends a SELECT whose rows nobody else may change until the transaction ends. */
export function sqlForUpdate(): string {
  return database().dialect === 'mysql' ? ' FOR UPDATE' : '';
}

/** Writes a row that means nothing. Throws where the database does not answer, or takes no writes. */
export async function probeWrite(): Promise<void> {
  const { sequelize } = database();
  await sequelize.query(`REPLACE INTO write_probes (id, written_at) VALUES ('readiness', ${sqlNowMs()})`);
}

/**
 * Runs the work in a transaction: all of it or nothing. On a deadlock, a lock-wait timeout or a busy database the whole
 * work runs again, at most 5 times, after a random wait: it must not leave anything behind outside of the database.
 */
export async function transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return pRetry(
    async () => {
      try {
        return await database().sequelize.transaction(work);
      } catch (error) {
        if (isTransient(error)) throw error;
        throw new AbortError(error instanceof Error ? error : new Error(String(error)));
      }
    },
    { retries: transactionRetries, minTimeout: 20, maxTimeout: 1000, randomize: true },
  );
}

function embedded(settings: DatabaseSettings): Database {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  const storage = databasePath(settings.dataDir);
  keepFromOthers(storage);
  const sequelize = new Sequelize({
    ...commonOptions,
    dialect: 'sqlite',
    storage,
    dialectModule: sqliteModule,
    transactionType: 'IMMEDIATE' as never,
    // They are on from the start (dialects/sqlite.ts), and need not be switched on for each transaction.
    ...({ foreignKeys: false } as object),
  });
  const beside = { checkpoints: new Checkpoints(storage), writer: new Writer(storage) };
  return { sequelize, dialect: 'sqlite', reader: openReader(settings), beside };
}

function mysql(settings: DatabaseSettings): Database {
  const { url, poolSize, timeoutMs } = settings;
  const { host, port, user, password, database: name, socketPath } = connectionOptions(url);
  const sequelize = new Sequelize(name ?? '', user ?? '', password ?? '', {
    ...commonOptions,
    dialect: 'mysql',
    host: host ?? 'localhost',
    port: port ?? 3306,
    dialectModule: mysqlModule(timeoutMs),
    dialectOptions: { charset: 'utf8mb4', ...(socketPath === undefined ? {} : { socketPath }) },
    pool: { max: poolSize, min: 0, acquire: acquireTimeoutMs, idle: 60_000 },
  });
  return { sequelize, dialect: 'mysql', reader: openReader(settings) };
}

const commonOptions = {
  logging: false,
  // Attribute names are camelCase, columns snake_case; rows carry their own times.
  define: { underscored: true, timestamps: false, freezeTableName: true },
} satisfies Options;
