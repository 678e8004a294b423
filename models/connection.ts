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
import pRetry from 'p-retry';
import { type Options, QueryTypes, Sequelize, type Transaction } from 'sequelize';
import { databaseClockOffsetMs } from './clock.ts';
import { CommitUnknownError, isDatabaseAway, isDemoted, isRefused, isTransient, isUnanswered } from './constraints.ts';
import { Checkpoints } from './dialects/checkpoints.ts';
import {
  connectionOptions,
  isUsable,
  mysqlModule,
  packetBytes,
  type SessionVariable,
  showSession,
  unsafeVariable,
} from './dialects/mysql.ts';
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
  /** Runs a statement, and does not repeat it if a server refuses it: see `repeatRefused`. */
  queryOnce: (sql: string) => Promise<unknown>;
  dialect: 'mysql' | 'sqlite';
  reader: Reader;
  /** See `longestText`. */
  longestText: number;
  /** For how long a statement may take, and a transaction is repeated while there is no primary. */
  timeoutMs: number;
  /** The threads of the embedded database. */
  workerThreads?: { checkpoints: Checkpoints; writer: Writer };
}

/** A MEDIUMTEXT of MySQL. The embedded database takes no more, so that its backup fits into MySQL. */
const mediumTextBytes = 16 * 1024 * 1024 - 1;
/** The room for the statement, the other columns and the protocol beside a text in a packet. */
const besideTextBytes = 64 * 1024;

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
  try {
    return await database().reader.select<Row>(sql, values);
  } catch (error) {
    if (!isDemoted(error)) throw error;
    return untilPrimary(performance.now() + database().timeoutMs, () => database().reader.select<Row>(sql, values));
  }
}

/** The delays between attempts. */
const pace = { retries: Number.POSITIVE_INFINITY, minTimeout: 20, maxTimeout: 300, randomize: true };

/** Does the work again until the deadline while the database is away. */
function untilPrimary<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  const shouldRetry = ({ error }: { error: unknown }): boolean => isDatabaseAway(error) && performance.now() < deadline;
  return pRetry(work, { ...pace, shouldRetry });
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
    database().longestText = Math.min(mediumTextBytes, packetBytes(session) - besideTextBytes);
  }
}

/** Returns the most bytes of a text that the database stores in one column. */
export function longestText(): number {
  return database().longestText;
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

/** Returns SQL that makes a statement read the table before it by this index. */
export function sqlUseIndex(index: string): string {
  return database().dialect === 'mysql' ? ` FORCE INDEX (\`${index}\`)` : ` INDEXED BY \`${index}\``;
}

/** As `sqlUseIndex`, but MySQL, unlike MariaDB, ignores it. */
export function sqlUseIndexOnMariaDb(index: string): string {
  return database().dialect === 'mysql' ? ` /*M!${sqlUseIndex(index)} */` : sqlUseIndex(index);
}

/** Returns SQL for the end of a SELECT that locks its rows until the transaction ends. */
export function sqlForUpdate(): string {
  return database().dialect === 'mysql' ? ' FOR UPDATE' : '';
}

/** Writes a dummy row. Throws if the database does not answer or is read-only. */
export async function probeWrite(): Promise<void> {
  await database().queryOnce(`REPLACE INTO write_probes (id, written_at) VALUES ('readiness', ${sqlNowMs()})`);
}

/** Tells whether a transaction has committed whose answer was lost. */
const memories = new WeakMap<Transaction, () => Promise<boolean>>();

/**
 * Lets `transaction` find out whether its commit took place if the answer is lost, and go on. `isCommitted` looks for a
 * row that the transaction has written, with a lock, so that it waits for a commit under way.
 */
export function remember(tx: Transaction, isCommitted: () => Promise<boolean>): void {
  memories.set(tx, isCommitted);
}

const waiting = new WeakMap<Transaction, () => void>();

/** Calls `done` when the transaction has committed. Sequelize calls its own hooks also after a failed commit. */
export function whenCommitted(tx: Transaction, done: () => void): void {
  waiting.set(tx, done);
}

/**
 * Runs the work in a transaction. Runs the whole work again, so it must have no effects outside of the database:
 *
 * - after a random delay, at most 5 times, on a deadlock, a lock-wait timeout or a busy database;
 * - until the database's timeout after the beginning, if a server is not the primary any more.
 *
 * Throws a CommitUnknownError if the answer to the commit is lost, and the transaction has no memory: see `remember`.
 */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const deadline = performance.now() + database().timeoutMs;
  let isFailingOver = false;
  let transientErrors = 0;
  return pRetry(() => attempt(work, deadline), {
    ...pace,
    shouldRetry: ({ error }) => {
      if (error instanceof CommitUnknownError && !(error instanceof NotCommittedError)) return false;
      if (isTransient(error)) {
        transientErrors += 1;
        return transientErrors <= transactionRetries;
      }
      isFailingOver ||= isDemoted(error) || error instanceof NotCommittedError;
      return isFailingOver && isDatabaseAway(error) && performance.now() < deadline;
    },
  });
}

/** The answer to the commit was lost, and the database has since said that it did not take place. */
class NotCommittedError extends CommitUnknownError {}

interface Done<T> {
  result: T;
  tx: Transaction;
}

async function attempt<T>(work: (tx: Transaction) => Promise<T>, deadline: number): Promise<T> {
  const { result, tx } = await committed(work, deadline);
  waiting.get(tx)?.();
  return result;
}

async function committed<T>(work: (tx: Transaction) => Promise<T>, deadline: number): Promise<Done<T>> {
  const askedAt = performance.now();
  let done: Done<T> | undefined;
  try {
    return await database().sequelize.transaction(async (tx) => {
      recordWait('transactions', performance.now() - askedAt);
      done = { result: await work(tx), tx };
      return done;
    });
  } catch (error) {
    // Before the commit, the transaction was rolled back.
    if (done === undefined || !isUnanswered(error)) throw error;
    const isCommitted = memories.get(done.tx);
    const unknown = new CommitUnknownError('The answer to a commit is lost', { cause: error });
    if (isCommitted === undefined) throw unknown;
    const hasCommitted = await untilPrimary(deadline, isCommitted).catch(() => {
      throw unknown;
    });
    if (hasCommitted) return done;
    throw new NotCommittedError('The answer to a commit is lost, and nothing was committed', { cause: error });
  }
}

/**
 * Gives the space of deleted rows back to the disk, until a tenth of the embedded database's file is free. Does nothing
 * on MySQL, which reuses the space.
 */
export async function releaseSpace(signal?: AbortSignal): Promise<void> {
  await database().workerThreads?.checkpoints.releaseSpace(signal);
}

/** Gives up to 1 MiB of that space back at once. Returns false if there is none, or if no database is open. */
export async function releaseSpaceStep(): Promise<boolean> {
  return (await current?.workerThreads?.checkpoints.releaseStep()) ?? false;
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
  return {
    sequelize,
    queryOnce: (sql) => sequelize.query(sql),
    dialect: 'sqlite',
    reader: openReader(settings),
    longestText: mediumTextBytes,
    timeoutMs: settings.timeoutMs,
    workerThreads,
  };
}

function mysql(settings: DatabaseSettings): Database {
  const sequelize = connectMysql(settings);
  return {
    sequelize,
    queryOnce: repeatRefused(sequelize, settings.timeoutMs),
    dialect: 'mysql',
    reader: openReader(settings),
    longestText: mediumTextBytes,
    timeoutMs: settings.timeoutMs,
  };
}

/**
 * Lets statements outside of transactions run again, until the timeout, if a server is not the primary any more: such a
 * statement is a transaction of its own. Returns the function that runs statements once.
 */
function repeatRefused(sequelize: Sequelize, timeoutMs: number): Database['queryOnce'] {
  const once = sequelize.query.bind(sequelize) as (...query: unknown[]) => Promise<unknown>;
  const repeated = (...query: unknown[]): Promise<unknown> => {
    const [, options] = query as [unknown, { transaction?: unknown }?];
    if (options?.transaction) return once(...query);
    const deadline = performance.now() + timeoutMs;
    // Not after a lost answer: the statement may have taken effect.
    const shouldRetry = ({ error }: { error: unknown }): boolean => isRefused(error) && performance.now() < deadline;
    return once(...query).catch((error: unknown) => {
      if (!isDemoted(error)) throw error;
      return pRetry(() => once(...query), { ...pace, shouldRetry });
    });
  };
  Object.defineProperty(sequelize, 'query', { value: repeated, writable: true });
  return once;
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
    pool: {
      max: poolSize,
      min: 0,
      acquire: acquireTimeoutMs,
      idle: 60_000,
      validate: (one) => isUsable(one as object),
    },
  });
}

const commonOptions = {
  logging: false,
  // Attribute names are camelCase, columns snake_case. The models set timestamps themselves.
  define: { underscored: true, timestamps: false, freezeTableName: true },
} satisfies Options;
