// Prepared reads on connections of their own, separate from Sequelize's and from transactions. A thread opens its own
// reader, so this file does not import Sequelize.

import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Pool, PoolConnection } from 'mysql2';
import { isUsable, readPool } from './dialects/mysql.ts';
import { openDatabase } from './dialects/sqlite.ts';
import { recordWait } from './waits.ts';

export interface DatabaseSettings {
  /** mysql://…, or empty for the embedded database. */
  url: string;
  /** The folder of the embedded database. */
  dataDir: string;
  poolSize: number;
  timeoutMs: number;
}

export type SqlValue = string | number | Buffer | null;

export interface Reader {
  readonly dialect: 'mysql' | 'sqlite';
  /** Returns the rows of a prepared statement as plain objects, with the statement's column names. */
  select<Row>(sql: string, values: SqlValue[]): Promise<Row[]>;
  close(): Promise<void>;
}

export const acquireTimeoutMs = 3000;

/** Opens a reader without connecting to the database. */
export function openReader({ url, dataDir, poolSize, timeoutMs }: DatabaseSettings): Reader {
  return url === '' ? embeddedReader(databasePath(dataDir)) : mysqlReader(readPool(url, poolSize, timeoutMs));
}

/** Returns the path of the embedded database's file. */
export function databasePath(dataDir: string): string {
  return join(dataDir, 'svc.sqlite');
}

/** Statements are prepared once on one connection, which suffices because reads of the write-ahead log never wait. */
function embeddedReader(path: string): Reader {
  let connection: DatabaseSync | undefined;
  const prepared = new Map<string, StatementSync>();
  return {
    dialect: 'sqlite',
    async select<Row>(sql: string, values: SqlValue[]) {
      connection ??= openDatabase(path, { timeout: 1000 });
      let statement = prepared.get(sql);
      if (statement === undefined) {
        statement = connection.prepare(sql);
        prepared.set(sql, statement);
      }
      return statement.all(...(values as SQLInputValue[])) as Row[];
    },
    async close() {
      prepared.clear();
      connection?.close();
      connection = undefined;
    },
  };
}

function mysqlReader(pool: Pool): Reader {
  return {
    dialect: 'mysql',
    async select<Row>(sql: string, values: SqlValue[]) {
      const askedAt = performance.now();
      let connection = await acquire(pool);
      while (!isUsable(connection)) connection = await acquire(pool);
      recordWait('reads', performance.now() - askedAt);
      return new Promise<Row[]>((resolve, reject) => {
        connection.execute(sql, values, (error, rows) => {
          connection.release();
          if (error) reject(error);
          else resolve(rows as Row[]);
        });
      });
    },
    close: () => new Promise((resolve) => pool.end(() => resolve())),
  };
}

function acquire(pool: Pool): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(
        Object.assign(new Error(`No database connection was free for ${acquireTimeoutMs} ms`), {
          code: 'PROTOCOL_SEQUENCE_TIMEOUT',
        }),
      );
    }, acquireTimeoutMs);
    pool.getConnection((error, connection) => {
      clearTimeout(timer);
      if (late) connection?.release();
      else if (error) reject(error);
      else resolve(connection);
    });
  });
}
