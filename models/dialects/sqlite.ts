// The embedded database: the interface of the "sqlite3" package that Sequelize uses, implemented with Node's
// node:sqlite.
//
// node:sqlite is synchronous. Waiting for a lock inside SQLite would block the event loop on which the lock's holder
// runs. So the timeout is 0, and a busy statement is retried from a timer for at most `busyDeadlineMs`. Transactions
// begin IMMEDIATE (see connection.ts): a deferred transaction that turns from reading to writing can find its snapshot
// stale, and retrying the statement does not help.

import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

const busyDeadlineMs = 5000;
const lockIntervalMs = 20;
const busy = 5;
const busySnapshot = 517;
const constraint = 19;
const maxIdle = 4;
/**
 * Time budget for statements in one turn of the event loop. Statements of one job run back to back, because none of
 * them waits. Without a budget all other requests would wait for the whole job.
 */
const turnMs = 1;
/** The same budget inside a transaction. It is longer because a transaction blocks other writers. */
const maxTurnMs = 3;

type Row = Record<string, unknown>;
type Parameters = SQLInputValue[] | Record<string, SQLInputValue>;
type Callback = (this: Statement, error: Error | null, rows?: Row[]) => void;

/** The `this` of the driver's callbacks. Sequelize reads the name of its class. */
class Statement {
  lastID = 0;
  changes = 0;
}

/**
 * A thread runs the checkpoints (checkpoints.ts). Under constant writes the thread cannot restart the log. The
 * statement that brings the log to 64 MiB (16384 pages) can, with few pages left to copy.
 */
const logLimits = 'PRAGMA wal_autocheckpoint = 16384; PRAGMA journal_size_limit = 4194304';

/**
 * Lets checkpoints.ts shrink the file after rows were deleted. The mode takes effect only in a file without tables: a
 * file of an earlier version needs one VACUUM.
 */
const autoVacuum = 'PRAGMA auto_vacuum = INCREMENTAL;';
const maxRewriteBytes = 64 * 1024 * 1024;

/** Opens a database file in write-ahead log mode, so that readers and a writer do not block each other. */
export function openDatabase(path: string, { timeout = 0 } = {}): DatabaseSync {
  const database = new DatabaseSync(path, { timeout, enableForeignKeyConstraints: true });
  // Only for a new file: on an existing file, setting the mode would wait for the write lock at every opening.
  if (pragma(database, 'page_count') === 0) database.exec(autoVacuum);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${logLimits}`);
  return database;
}

/** Returns the value of a PRAGMA that is a number. */
export function pragma(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}

/**
 * Rewrites a file of an earlier version once, so that the file can shrink. Skips a file of more than 64 MiB, because
 * the rewrite would delay the start by seconds: the operator has to run VACUUM. Skips a file that another server uses,
 * until the next start.
 */
export function makeShrinkable(path: string): void {
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(path);
    if (pragma(database, 'auto_vacuum') !== 0) return;
    if (pragma(database, 'page_count') * pragma(database, 'page_size') > maxRewriteBytes) return;
    database.exec(`${autoVacuum} VACUUM`);
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    database?.close();
  }
}

/**
 * Creates the database file with mode 600, because SQLite would make it readable for everybody. SQLite gives the log
 * the same mode. If the file exists, removes only the rights of others: its owner may have given a group access for
 * backups. The folder keeps its mode, because it may contain other files.
 */
export function restrictToOwner(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // The file exists, or cannot be created; in that case opening the database reports the reason.
    for (const file of [path, `${path}-wal`, `${path}-shm`]) takeFromStrangers(file);
  }
}

function takeFromStrangers(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o007) !== 0) chmodSync(path, mode & 0o770);
  } catch {
    // The file does not exist, or another user owns it and decides about its mode.
  }
}

/**
 * Waits for the lock file at `path` and returns a function that releases the lock. The lock is a write transaction on
 * an empty database file, so a holder that dies releases it too. Throws after `timeoutMs`.
 */
export async function holdLock(path: string, timeoutMs: number): Promise<() => void> {
  const lock = new DatabaseSync(path, { timeout: 0 });
  const since = performance.now();
  for (;;) {
    try {
      lock.exec('BEGIN IMMEDIATE');
      return () => lock.close();
    } catch (error) {
      if (!isBusy(error) || performance.now() - since > timeoutMs) {
        lock.close();
        throw error;
      }
      await wait(lockIntervalMs);
    }
  }
}

/**
 * Pool of open files without a transaction, by path. Sequelize opens a connection for each transaction, and opening
 * costs as much as the transaction.
 */
const idle = new Map<string, DatabaseSync[]>();

/** Cache of prepared statements of each open file, by SQL text. */
const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();
const maxPrepared = 100;
/** Longer statements are not cached: they are generated and rarely repeat. */
const maxPreparedCharacters = 1000;

function prepareOnce(database: DatabaseSync, sql: string): StatementSync {
  if (sql.length > maxPreparedCharacters) return database.prepare(sql);
  let statements = prepared.get(database);
  if (statements === undefined || statements.size > maxPrepared) {
    statements = new Map();
    prepared.set(database, statements);
  }
  let statement = statements.get(sql);
  if (statement === undefined) {
    statement = database.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}

/** The PRAGMA that Sequelize sends before each SELECT to learn the column types, and the cached answers. */
const describesTable = 'PRAGMA table_info(';
const descriptions = new Map<string, Row[]>();
const changesSchema = /^\s*(?:ALTER|CREATE|DROP)\b/i;
/** Statements without values, which are safe to cache. */
const controls = /^(?:BEGIN|COMMIT|ROLLBACK)\b/;

/** Closes the pooled connections. */
export function closeIdle(): void {
  for (const database of [...idle.values()].flat()) database.close();
  idle.clear();
}

export class Connection {
  readonly filename: string;
  uuid: string | undefined;
  #database: DatabaseSync | undefined;

  constructor(filename: string, _mode: number, opened: (error: Error | null) => void) {
    this.filename = filename;
    this.#retry(
      () => {
        this.#database = idle.get(filename)?.pop() ?? openDatabase(filename);
        return new Statement();
      },
      (error) => opened(error),
    );
  }

  /**
   * sqlite3 queues statements here; node:sqlite runs them in order anyway. Sequelize takes and formats a stack trace
   * here for every statement, a tenth of a statement's cost. So stack traces are off; a failure is identified by its
   * SQL text.
   */
  serialize(work: () => void): void {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      work();
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }

  run(sql: string, parameters?: Parameters | Callback, callback?: Callback): void {
    this.#execute(sql, parameters, callback, false);
  }

  all(sql: string, parameters?: Parameters | Callback, callback?: Callback): void {
    if (sql.startsWith(describesTable)) this.#describe(sql, parameters as Callback);
    else this.#execute(sql, parameters, callback, true);
  }

  close(callback?: (error: Error | null) => void): void {
    const kept = idle.get(this.filename) ?? [];
    if (this.#database?.isTransaction === false && kept.length < maxIdle)
      idle.set(this.filename, [...kept, this.#database]);
    else this.#database?.close();
    this.#database = undefined;
    callback?.(null);
  }

  #describe(sql: string, done: Callback): void {
    const key = `${this.filename} ${sql}`;
    const known = descriptions.get(key);
    if (known !== undefined) {
      done.call(new Statement(), null, known);
      return;
    }
    const keep: Callback = function (error, rows) {
      if (error === null && rows !== undefined) descriptions.set(key, rows);
      done.call(this, error, rows);
    };
    this.#execute(sql, keep, undefined, true);
  }

  #execute(
    sql: string,
    parameters: Parameters | Callback | undefined,
    callback: Callback | undefined,
    rows: boolean,
  ): void {
    const values = typeof parameters === 'function' ? undefined : parameters;
    const done = typeof parameters === 'function' ? parameters : callback;
    if (changesSchema.test(sql)) descriptions.clear();
    let found: Row[] | undefined;
    this.#retry(
      () => {
        const statement = new Statement();
        const bound = bind(values);
        const prepared = this.#prepare(sql, bound.length > 0);
        prepared.setAllowUnknownNamedParameters(true);
        if (rows) {
          found = prepared.all(...bound);
        } else {
          const result = prepared.run(...bound);
          statement.lastID = Number(result.lastInsertRowid);
          statement.changes = Number(result.changes);
        }
        return statement;
      },
      (error, statement) => done?.call(statement, error, found),
    );
  }

  /** Caches only statements with bound values. Statements with inlined values rarely repeat. */
  #prepare(sql: string, isBound: boolean): StatementSync {
    const database = this.#open();
    return isBound || controls.test(sql) ? prepareOnce(database, sql) : database.prepare(withoutNul(sql));
  }

  #open(): DatabaseSync {
    if (this.#database === undefined)
      throw Object.assign(new Error('SQLITE_MISUSE: Database is closed'), { code: 'SQLITE_MISUSE' });
    return this.#database;
  }

  #retry(
    work: () => Statement,
    done: (error: Error | null, statement: Statement) => void,
    since = performance.now(),
    delayMs = 1,
  ): void {
    let statement: Statement;
    try {
      statement = work();
    } catch (error) {
      if (isBusy(error) && performance.now() - since < busyDeadlineMs) {
        setTimeout(() => this.#retry(work, done, since, Math.min(delayMs * 2, 25)), delayMs);
        return;
      }
      queueMicrotask(() => done(translate(error as Error), new Statement()));
      return;
    }
    this.#afterwards(() => done(null, statement));
  }

  /** Runs `work` in a microtask, or in a later turn of the event loop if the budget of this turn is used up. */
  #afterwards(work: () => void): void {
    if (this.#database?.isTransaction === true) {
      // A connection in a transaction holds the lock, so it continues before others.
      if (turnIsOver(maxTurnMs)) setImmediate(work);
      else queueMicrotask(work);
    } else if (!turnIsOver(turnMs)) queueMicrotask(work);
    else if (waiting.push(work) === 1) setImmediate(nextTurn);
  }
}

/** Callbacks for later turns of the event loop. Each turn runs one, so that they do not add up to one long turn. */
const waiting: (() => void)[] = [];
let turnBegan: number | undefined;

/** Returns whether statements have used more than `afterMs` of this turn of the event loop. */
function turnIsOver(afterMs: number): boolean {
  const now = performance.now();
  if (turnBegan === undefined) {
    turnBegan = now;
    setImmediate(() => {
      turnBegan = undefined;
    });
  }
  return now - turnBegan > afterMs;
}

function nextTurn(): void {
  const work = waiting.shift();
  if (waiting.length > 0) setImmediate(nextTurn);
  work?.();
}

/** Returns whether the error is a lock conflict that a retry can solve. */
export function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === busy && errcode !== busySnapshot;
}

/** Converts Sequelize's bind parameters: a list, or an object whose keys begin with `$`. */
function bind(values: Parameters | undefined): SQLInputValue[] {
  if (values === undefined) return [];
  if (Array.isArray(values)) return values.map(toSqlite);
  const named = Object.entries(values).map(([name, value]) => [name, toSqlite(value)]);
  // node:sqlite takes named parameters as the first argument, an object.
  return [Object.fromEntries(named) as unknown as SQLInputValue];
}

/**
 * Replaces NUL characters, because SQLite stops reading a statement at the first NUL. Sequelize inlines values, so a
 * NUL can only be inside a string literal.
 */
function withoutNul(sql: string): string {
  return sql.includes('\0') ? sql.replaceAll('\0', "'||char(0)||'") : sql;
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return (value ?? null) as SQLInputValue;
}

/** The names of the result codes that Sequelize or models/constraints.ts handles. */
const codes = new Map([
  [busy, 'SQLITE_BUSY'],
  [10, 'SQLITE_IOERR'],
  [13, 'SQLITE_FULL'],
  [constraint, 'SQLITE_CONSTRAINT'],
]);

/** Adds the code and the message prefix that Sequelize parses. */
export function translate(error: Error): Error {
  const { errcode } = error as { errcode?: number };
  const code = codes.get((errcode ?? 0) & 0xff);
  return code === undefined ? error : Object.assign(error, { code, message: `${code}: ${error.message}` });
}

/** Sequelize's `dialectModule` for the embedded database. */
export const sqliteModule = { Database: Connection, OPEN_READONLY: 1, OPEN_READWRITE: 2, OPEN_CREATE: 4 };
