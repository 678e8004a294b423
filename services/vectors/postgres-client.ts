// The PostgreSQL client: the connection pool, the creation of the engine's tables, and its error handling. No other file
// uses the driver. Each statement is its own transaction, because the engine needs no larger ones.

import type { QueryConfig } from 'pg';
import { Breaker, type Log, lazyRequire, ServiceError } from '../platform/index.ts';
import { Copy } from './postgres-copy.ts';
import { isSetUp, setup } from './postgres-schema.ts';

export type PgValue = string | number | bigint | boolean | Buffer | null | PgValue[];

export interface PostgresClient {
  /** Runs a statement. The first call creates the tables. Throws `unavailable` if PostgreSQL does not answer. */
  query<Row>(text: string, values?: PgValue[]): Promise<Row[]>;
  /** Writes rows in PostgreSQL's binary form: all of them, or none. */
  copy(table: string, columns: string, rows: Buffer): Promise<void>;
  /** Opens a connection of its own, for statements that may take hours. Creates the tables if necessary. */
  session(): Promise<PostgresSession>;
  close(): Promise<void>;
}

/** A connection outside of the pool, without time limits. */
export interface PostgresSession {
  query<Row>(text: string): Promise<Row[]>;
  /** Returns true once the connection has ended. */
  isBroken(): boolean;
  /** Closes the connection at once. PostgreSQL finishes the running statement. */
  leave(): void;
  end(): Promise<void>;
}

const pg = lazyRequire<typeof import('pg')>('pg');
const connectTimeoutMs = 5000;
/** Versions up to 0.2.0 are called 'svc'. */
const poolName = 'svc pool';
const statementTimeoutMs = 30_000;
/**
 * An index scan looks at 1,000 candidates at least, which is pgvector's maximum, and with a filter at up to 100,000 until
 * enough rows pass it. With 400, one of 200 questions to 90,000 real texts found one of its ten best, because nearly equal
 * texts lie close together and far from others. A statement has one process, because others would take the cores that the
 * searches of other stores need.
 */
const scanSettings = `SET hnsw.ef_search = 1000; SET hnsw.iterative_scan = strict_order; SET hnsw.max_scan_tuples = 100000;
  SET max_parallel_workers_per_gather = 0`;
/** An arbitrary number that is the same on all servers. */
const setupLock = 5_482_113;

/** The versions of a PostgreSQL. */
export interface PostgresVersions {
  /** Such as 140012, and as PostgreSQL shows it. */
  number: number;
  shown: string;
  /** The version of pgvector; null: it is not installed. */
  vector: string | null;
}

const versionsSql = `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS shown,
  coalesce((SELECT extversion FROM pg_extension WHERE extname = 'vector'),
    (SELECT default_version FROM pg_available_extensions WHERE name = 'vector')) AS vector`;
const oldest = { server: 14, vector: [0, 8] as const };

/** Returns what is wrong with the versions as a sentence without its full stop, or undefined. */
export function problemOfVersions({ number, shown, vector }: PostgresVersions): string | undefined {
  const needed = `svc needs PostgreSQL ${oldest.server} or newer with pgvector ${oldest.vector.join('.')} or newer`;
  if (number < oldest.server * 10_000) return `${needed}, and this is PostgreSQL ${shown}`;
  if (vector === null) return `${needed}, and this PostgreSQL has no pgvector`;
  const [major = 0, minor = 0] = vector.split('.').map(Number);
  const isOld = major < oldest.vector[0] || (major === oldest.vector[0] && minor < oldest.vector[1]);
  return isOld
    ? `${needed}, and this database has pgvector ${vector}: install a newer one, then run ALTER EXTENSION vector UPDATE`
    : undefined;
}

/** Returns what `problemOfVersions` does for a PostgreSQL; undefined also if it does not answer. */
export async function problemOfPostgres(url: string): Promise<string | undefined> {
  const timeouts = { connectionTimeoutMillis: connectTimeoutMs, query_timeout: connectTimeoutMs };
  const client = new (pg().Client)({ connectionString: url, ...timeouts });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<PostgresVersions>(versionsSql);
    return problemOfVersions(rows[0] as PostgresVersions);
  } catch {
    return undefined;
  } finally {
    void client.end().catch(() => undefined);
  }
}

export interface ClientSettings {
  url: string;
  poolSize: number;
  /** Creates no tables. */
  isReadOnly?: boolean;
}

/** Creates a connection pool. Connects on the first query. */
export function openPostgres({ url, poolSize, isReadOnly = false }: ClientSettings, log: Log): PostgresClient {
  const pool = new (pg().Pool)({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1000,
    application_name: poolName,
    // The pool waits for this statement, and does not use the connection if it fails.
    onConnect: (client) => client.query(scanSettings),
  });
  pool.on('error', (error) => log.warn({ err: error }, 'a connection to PostgreSQL broke'));
  // Parses bigint as a number, because all values here are below 2^53.
  const types = {
    getTypeParser: (type: number, format?: never) => (type === 20 ? Number : pg().types.getTypeParser(type, format)),
  };
  const guarded = guardedBy(
    new Breaker((isOpen) => {
      if (isOpen)
        log.error('PostgreSQL keeps failing: its vector stores answer 503 for a while, without a wait for it');
      else log.info('PostgreSQL answers again');
    }),
  );
  const run = async <Row>(text: string, values?: PgValue[]): Promise<Row[]> => {
    const query = values === undefined ? { text, types } : { text, values, types };
    return (await guarded(() => pool.query(query as QueryConfig))).rows as Row[];
  };
  let ready: Promise<unknown> | undefined = isReadOnly ? Promise.resolve() : undefined;
  const setUp = async (): Promise<void> => {
    const problem = problemOfVersions((await run<PostgresVersions>(versionsSql))[0] as PostgresVersions);
    if (problem !== undefined) throw unavailable(new Error(problem));
    const [row] = await run<{ done: boolean }>(isSetUp);
    if (row?.done !== true)
      await run(`SELECT pg_advisory_xact_lock(${setupLock}); CREATE EXTENSION IF NOT EXISTS vector; ${setup}`);
  };
  const prepare = async (): Promise<void> => {
    ready ??= setUp();
    await ready.catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
  };
  return {
    async query(text, values = []) {
      await prepare();
      return run(text, values);
    },
    async copy(table, columns, rows) {
      await prepare();
      const copy = new Copy(`COPY ${table} (${columns}) FROM STDIN (FORMAT binary)`, rows);
      await guarded(() => pool.query(copy as unknown as QueryConfig));
    },
    async session() {
      await prepare();
      return openSession(url);
    },
    close: () => pool.end(),
  };
}

async function openSession(url: string): Promise<PostgresSession> {
  const client = new (pg().Client)({
    ...{ connectionString: url, connectionTimeoutMillis: connectTimeoutMs },
    ...{ keepAlive: true, application_name: 'svc vector index' },
  });
  let isBroken = false;
  // Without a listener, the error of an idle connection would end the process.
  client.on('error', () => {
    isBroken = true;
  });
  client.on('end', () => {
    isBroken = true;
  });
  await client.connect();
  // The URL, the role or the database may have limits.
  await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
  return {
    query: async <Row>(text: string) => (await client.query(text)).rows as Row[],
    isBroken: () => isBroken,
    leave: () => (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy(),
    end: () => client.end().catch(() => undefined),
  };
}

type Guarded = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Returns a function that does work in PostgreSQL, and throws `unavailable` if it does not answer. Without the breaker
 * each search would wait for a connection, of which all wait for PostgreSQL.
 */
function guardedBy(breaker: Breaker): Guarded {
  return async (work) => {
    if (!breaker.admits()) throw unavailable(new Error('PostgreSQL has failed just now'));
    try {
      const result = await work();
      breaker.succeeded();
      return result;
    } catch (error) {
      if (!isAway(error)) breaker.succeeded();
      // One slow or refused statement says nothing about others.
      else if (ofStatement.test(String((error as { code?: string }).code))) breaker.undecided();
      else breaker.failed();
      throw isAway(error) ? unavailable(error) : error;
    }
  };
}

function unavailable(cause: unknown): ServiceError {
  const text = 'The server cannot reach the database of its vector collections. Try again shortly.';
  return new ServiceError('unavailable', text, { cause, retryAfterSeconds: 2 });
}

/** PostgreSQL's codes for a statement that took too long, that writes to a read-only server, or without the right. */
const ofStatement = /^(?:57014|25006|42501)$/;

/**
 * Returns true for connection errors, refused sign-ins, a server that is stopping, full or read-only, missing rights, and
 * statement timeouts.
 */
function isAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  const text = typeof code === 'string' ? code : '';
  return (
    ofStatement.test(text) ||
    /^(0800[01346]|28...|3D000|57P0[1-3]|53...|58030|E[A-Z]+)$/.test(text) ||
    /timeout|Connection terminated|connection is (closed|not queryable)/i.test(message ?? '')
  );
}
