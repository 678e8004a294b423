// The embedded database: what Sequelize asks of the "sqlite3" package, over node:sqlite, which comes with Node.
//
// node:sqlite is synchronous. Were SQLite to wait for a lock, it would stop the very event loop on which the holder of
// the lock runs; so it never waits (timeout 0), and a busy database is tried again from a timer, for at most
// `busyDeadlineMs`. Transactions begin IMMEDIATE (see connection.ts): a deferred one that must turn from reading to
// writing finds its snapshot stale and cannot be retried by statement.

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
 * What statements may take of one turn of the event loop. Those of one job follow each other without a turn in between,
 * since none of them waits for anything, and whoever calls the server would wait for all of them.
 */
const turnMs = 1;
/** The same of a transaction, which keeps others from writing: it is parted only where it is long. */
const maxTurnMs = 3;

type Row = Record<string, unknown>;
type Parameters = SQLInputValue[] | Record<string, SQLInputValue>;
type Callback = (this: Statement, error: Error | null, rows?: Row[]) => void;

/** What the driver's callbacks see as `this`; Sequelize looks at the name of its class. */
class Statement {
  lastID = 0;
  changes = 0;
}

/**
 * A thread keeps the log short (checkpoints.ts). While there is always somebody who writes it cannot begin the log anew;
 * the statement that makes it 64 MiB long can, with little left to move.
 */
const logLimits = 'PRAGMA wal_autocheckpoint = 16384; PRAGMA journal_size_limit = 4194304';

/** Opens a database file for svc: write-ahead log, so that readers and a writer do not block each other. */
export function openDatabase(path: string, options: { readOnly?: boolean; timeout?: number } = {}): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true, ...options });
  if (options.readOnly !== true) database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${logLimits}`);
  return database;
}

/**
 * Makes the file of a database its owner's alone, before SQLite makes it everybody's to read: it gives the rights of the
 * file to the log beside it. From one that is there only the rights of strangers are taken: its owner may have given it to
 * a group, for backups. The folder is left as it is: others may keep something in it.
 */
export function keepFromOthers(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It is there; or it cannot be, and the opening says why.
    for (const file of [path, `${path}-wal`, `${path}-shm`]) takeFromStrangers(file);
  }
}

function takeFromStrangers(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o007) !== 0) chmodSync(path, mode & 0o770);
  } catch {
    // There is no such file, or it is somebody else's, who decides who may read it.
  }
}

/**
 * Waits until no other process holds the lock of that name, and holds it. Returns how to let go; a holder that dies lets
 * go too, for what is held is a write transaction on the (empty) file. Throws after `timeoutMs`.
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

/** Open files that no transaction has, by their path: Sequelize opens one for each transaction, which costs as much. */
const idle = new Map<string, DatabaseSync[]>();

/** Statements that were prepared once on an open file, by their text. */
const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();
const maxPrepared = 100;
/** Longer ones have been put together for the occasion. */
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

/** What Sequelize asks before each SELECT, to know the types of the columns; and the answers. */
const describesTable = 'PRAGMA table_info(';
const descriptions = new Map<string, Row[]>();
const changesSchema = /^\s*(?:ALTER|CREATE|DROP)\b/i;
/** Statements that hold no values. */
const controls = /^(?:BEGIN|COMMIT|ROLLBACK)\b/;

/** Closes what is kept open for the transactions to come. */
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
   * sqlite3 orders statements here; node:sqlite runs them in order anyway. Sequelize takes a stack trace here, and spells it
   * where the statement has succeeded too: a tenth of what a statement costs. What fails is known by its text.
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

  /** Values that are bound leave a text that comes again; where they stand in it, it does not. */
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

  /** Where the turn is over, the event loop gets its turn first. */
  #afterwards(work: () => void): void {
    if (this.#database?.isTransaction === true) {
      // Whoever holds the lock goes on before those who would only begin.
      if (turnIsOver(maxTurnMs)) setImmediate(work);
      else queueMicrotask(work);
    } else if (!turnIsOver(turnMs)) queueMicrotask(work);
    else if (waiting.push(work) === 1) setImmediate(nextTurn);
  }
}

/** What goes on in the turns to come: one of them in each, so that they do not make one long turn together. */
const waiting: (() => void)[] = [];
let turnBegan: number | undefined;

/** Whether statements have had so much of this turn of the event loop. */
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

/** Whether another holds a lock that will be free again. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === busy && errcode !== busySnapshot;
}

/** Sequelize's bind parameters: a list, or an object whose keys begin with `$`. */
function bind(values: Parameters | undefined): SQLInputValue[] {
  if (values === undefined) return [];
  if (Array.isArray(values)) return values.map(toSqlite);
  const named = Object.entries(values).map(([name, value]) => [name, toSqlite(value)]);
  // node:sqlite takes named parameters as a first object argument.
  return [Object.fromEntries(named) as unknown as SQLInputValue];
}

/** SQLite reads a statement up to its first NUL. Sequelize writes values into the text, so one can only be in a literal. */
function withoutNul(sql: string): string {
  return sql.includes('\0') ? sql.replaceAll('\0', "'||char(0)||'") : sql;
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return (value ?? null) as SQLInputValue;
}

/** What the primary result codes are called that somebody acts upon: Sequelize, or models/constraints.ts. */
const codes = new Map([
  [busy, 'SQLITE_BUSY'],
  [10, 'SQLITE_IOERR'],
  [13, 'SQLITE_FULL'],
  [constraint, 'SQLITE_CONSTRAINT'],
]);

/** The error in the words that Sequelize parses. */
export function translate(error: Error): Error {
  const { errcode } = error as { errcode?: number };
  const code = codes.get((errcode ?? 0) & 0xff);
  return code === undefined ? error : Object.assign(error, { code, message: `${code}: ${error.message}` });
}

/** The module to give Sequelize as `dialectModule`. */
export const sqliteModule = { Database: Connection, OPEN_READONLY: 1, OPEN_READWRITE: 2, OPEN_CREATE: 4 };
