// Opens every connection to MySQL and MariaDB, those of Sequelize and those of `select`, with mysql2.
//
// - The session's modes are set on each connect. With NO_BACKSLASH_ESCAPES, escaped values could be SQL injections.
//   Without the strict modes, MySQL cuts long values silently. So connection.ts refuses to start if the session does
//   not have the modes.
// - A statement that takes longer than the deadline fails, and its connection is destroyed. Otherwise the next caller
//   would get a connection that a frozen server blocks.
// - When a server says that it is not the primary any more, or does not answer, the connections that are open are not
//   given out again: a proxy leads new ones to the new primary.

import { createRequire } from 'node:module';
import type { Connection, ConnectionOptions, Pool, RowDataPacket } from 'mysql2';
import { type DriverError, failedCommit, isOfDemoted, refusedByGroup, refusedCommits } from './driver-errors.ts';
import { markConnection } from './marks.ts';

const require = createRequire(import.meta.url);

/** Loads mysql2 at its first use: it takes 50 ms, and the embedded database does without. */
function mysql2(): typeof import('mysql2') {
  return require('mysql2');
}

const sqlMode =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

const sessionSetup = `SET SESSION sql_mode = '${sqlMode}', time_zone = '+00:00', innodb_lock_wait_timeout = 5`;
const isolationSetup = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

const connectTimeoutMs = 5000;

/**
 * Selects the session's values of the variables that models/ sets or obeys, as rows of a name and a value. The isolation
 * level has two names.
 */
export const showSession =
  "SHOW SESSION VARIABLES WHERE Variable_name IN ('sql_mode', 'time_zone', 'tx_isolation', 'transaction_isolation', 'max_allowed_packet')";

export interface SessionVariable {
  Variable_name: string;
  Value: string;
}

/** Returns the name of a session variable whose value makes escaping or models/ unsafe, or undefined. */
export function unsafeVariable(session: SessionVariable[]): string | undefined {
  const values = new Map(session.map(({ Variable_name: name, Value: value }) => [name.toLowerCase(), value]));
  const modes = values.get('sql_mode')?.split(',') ?? [];
  const isStrict = modes.includes('STRICT_TRANS_TABLES');
  if (!isStrict || modes.includes('NO_BACKSLASH_ESCAPES') || modes.includes('ANSI_QUOTES')) return 'sql_mode';
  if (values.get('time_zone') !== '+00:00') return 'time_zone';
  const isolation = values.get('transaction_isolation') ?? values.get('tx_isolation');
  return isolation === 'READ-COMMITTED' ? undefined : 'transaction_isolation';
}

/** Returns the most bytes of a statement, or of a row that is read. */
export function packetBytes(session: SessionVariable[]): number {
  return Number(session.find(({ Variable_name: name }) => name.toLowerCase() === 'max_allowed_packet')?.Value);
}

type Done = (error: Error | null, ...results: unknown[]) => void;

/** Sets the session's variables, before any other statement runs. */
function setUp(connection: Connection): void {
  for (const statement of [isolationSetup, sessionSetup]) {
    connection.query(statement, (error) => {
      if (error) connection.destroy();
    });
  }
  // A database that gives no such locks is used without them: see marks.ts.
  connection.query(markConnection, () => undefined);
  askNode(connection, `${untilApplied}${showNode}`);
}

/**
 * Makes a statement of MariaDB wait until a node of Galera has applied all that the cluster had committed before. A
 * comment for MySQL, whose new primaries wait by themselves (`group_replication_consistency`).
 */
const untilApplied = '/*M! SET STATEMENT wsrep_sync_wait = 1 FOR */ ';
/** MariaDB without Galera may not know the variable. */
const unknownVariable = 1193;

function askNode(connection: Connection, statement: string): void {
  connection.query<NodeRow[]>(statement, (error, rows) => {
    if (error === null) foundNode(rows[0]?.node ?? '', connection);
    else if (error.errno === unknownVariable && statement !== showNode) askNode(connection, showNode);
    else connection.destroy();
  });
}

interface NodeRow extends RowDataPacket {
  node: string;
}

/** Selects the name of the server that a connection leads to. */
export const showNode = "SELECT CONCAT(@@hostname, ':', @@port) AS node";

/** When connections were last made to each node. */
const nodes = new Map<string, number>();
/** The node of the connection that was made last. */
let newest: string | undefined;
/** A proxy that spreads connections over nodes leads to each of them again within this time. */
const spreadMs = 5000;

/**
 * Makes older connections stale when a new one leads to a node that had none lately: the primary has changed. The old
 * one may answer reads for ever, with old rows.
 */
function foundNode(node: string, connection: object): void {
  const now = performance.now();
  const isNew = now - (nodes.get(node) ?? Number.NEGATIVE_INFINITY) > spreadMs;
  if (isNew && newest !== undefined && node !== newest) lostAt = openedAt.get(connection) ?? now;
  nodes.set(node, now);
  newest = node;
}

/** When each connection was made, and when a server was last found to be demoted or frozen, by `performance.now()`. */
const openedAt = new WeakMap<object, number>();
let lostAt = Number.NEGATIVE_INFINITY;

/** Returns true for a connection that may lead to a server that is not the primary any more. */
function isStale(connection: object): boolean {
  return (openedAt.get(connection) ?? Number.POSITIVE_INFINITY) < lostAt;
}

/** The members of a connection that Sequelize reads before it gives it out. */
interface PooledState extends Connection {
  _fatalError?: unknown;
  _protocolError?: unknown;
  _closing?: boolean;
  stream: { destroyed: boolean };
}

/** Returns whether a pooled connection may be given out. Destroys it if it is stale. */
export function isUsable(pooled: object): boolean {
  const connection = pooled as PooledState;
  if (isStale(connection)) connection.destroy();
  return !connection._fatalError && !connection._protocolError && !connection._closing && !connection.stream.destroyed;
}

interface MemberRow extends RowDataPacket {
  readOnly: number;
  state: string | null;
  unfit: string | null;
}

/**
 * Selects whether this member of a group can write, and the tables that a group does not accept. During a planned
 * switchover, a member refuses writes to any table while it is still ONLINE and writable.
 */
const showMember = `SELECT @@GLOBAL.super_read_only AS readOnly,
 (SELECT MEMBER_STATE FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid) AS state,
 (SELECT GROUP_CONCAT(TABLE_NAME) FROM information_schema.TABLES AS one WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'
 AND (ENGINE <> 'InnoDB' OR NOT EXISTS (SELECT 1 FROM information_schema.TABLE_CONSTRAINTS AS key_of
 WHERE key_of.TABLE_SCHEMA = one.TABLE_SCHEMA AND key_of.TABLE_NAME = one.TABLE_NAME AND CONSTRAINT_TYPE = 'PRIMARY KEY'))) AS unfit`;

/** Code of the error of a statement that was never sent, because its connection was closed here before its turn. */
const unsentCode = 'ERR_STREAM_WRITE_AFTER_END';

/** Makes all open connections stale on an error that says that a server is not the primary, and passes the error on. */
function judged(connection: Connection, done: Done | undefined): Done {
  return (error, ...results) => {
    const driver = (error ?? {}) as DriverError;
    const pass = (): void => {
      if (isOfDemoted(driver) || failedCommit(driver)) lostAt = performance.now();
      done?.(error, ...results);
    };
    const { errno, code } = driver;
    if (error !== null && code === unsentCode) Object.assign(error, { isDemoted: true });
    if (error === null || (errno !== refusedByGroup && !refusedCommits.has(errno))) return pass();
    connection.query<MemberRow[]>(showMember, (failure, rows) => {
      const member = rows?.[0];
      const isMember = failure === null && member?.state === 'ONLINE';
      if (errno !== refusedByGroup) Object.assign(error, { hasLeftGroup: !isMember });
      else if (isMember && Number(member.readOnly) === 0 && member.unfit !== null)
        error.message += ` Tables without a primary key of InnoDB: ${member.unfit}.`;
      else Object.assign(error, { isDemoted: true });
      pass();
    });
  };
}

/** Sets a timeout for every statement of the connection. */
function guard(connection: Connection, timeoutMs: number): Connection {
  openedAt.set(connection, performance.now());
  for (const name of ['query', 'execute'] as const) {
    const run = connection[name].bind(connection) as (sql: unknown, values: unknown, done: Done) => unknown;
    const guarded = (sql: unknown, second: unknown, third?: Done): unknown => {
      const [values, done] = typeof second === 'function' ? [undefined, second as Done] : [second, third];
      return run(sql, values, deadline(connection, timeoutMs, judged(connection, done)));
    };
    Object.defineProperty(connection, name, { value: guarded });
  }
  return connection;
}

function deadline(connection: Connection, timeoutMs: number, done: Done | undefined): Done {
  let finished = false;
  const finish: Done = (...results) => {
    if (finished) return;
    finished = true;
    clearTimeout(timer);
    done?.(...results);
  };
  const timer = setTimeout(() => {
    lostAt = performance.now();
    connection.destroy();
    finish(
      Object.assign(new Error(`The database took longer than ${timeoutMs} ms`), { code: 'PROTOCOL_SEQUENCE_TIMEOUT' }),
    );
  }, timeoutMs);
  return finish;
}

/** Returns mysql2 for Sequelize's `dialectModule`, with the session set up and `timeoutMs` for every statement. */
export function mysqlModule(timeoutMs: number): object {
  const driver = mysql2();
  return {
    ...driver,
    createConnection(options: ConnectionOptions) {
      const connection = driver.createConnection({ ...options, connectTimeout: connectTimeoutMs });
      // Listens only after the connection is made. If a connection cannot be made, mysql2 reports the error to waiting
      // statements, and to listeners only if no statement waits. Sequelize is a listener: without the report, its pool
      // would keep the place of this connection forever.
      connection.once('connect', () => setUp(connection));
      return guard(connection, timeoutMs);
    },
  };
}

/** Parses a mysql:// address. */
export function connectionOptions(address: string): ConnectionOptions {
  const url = new URL(address);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 3306 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(url.searchParams.has('socket') ? { socketPath: url.searchParams.get('socket') ?? '' } : {}),
  };
}

/**
 * Returns a pool of guarded connections for prepared reads. Sequelize's pool is separate: its typeCast would slow down
 * every row.
 */
export function readPool(address: string, size: number, timeoutMs: number): Pool {
  const pool = mysql2().createPool({
    ...connectionOptions(address),
    connectionLimit: size,
    maxIdle: size,
    queueLimit: 1000,
    connectTimeout: connectTimeoutMs,
    supportBigNumbers: true,
    charset: 'utf8mb4',
  });
  pool.on('connection', (made) => {
    const connection = made as unknown as Connection;
    setUp(connection);
    guard(connection, timeoutMs);
  });
  return pool;
}
