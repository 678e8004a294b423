// The thread that writes rows in bulk to the embedded database. Started by writer.ts.

import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './sqlite.ts';

/** Rows of one statement. */
export interface Insert {
  sql: string;
  rows: SQLInputValue[][];
}

export type ToWriter = { id: number; inserts: Insert[] } | 'close';

/** What became of it: done, or the error's message and SQLite's code. */
export interface FromWriter {
  id: number;
  error?: { message: string; errcode: number | undefined };
}

/** Here it can wait for a lock, and nobody waits along. */
const timeoutMs = 5000;

if (parentPort !== null) {
  const port = parentPort;
  const database = openDatabase(workerData as string, { timeout: timeoutMs });
  const prepared = new Map<string, StatementSync>();

  const insert = ({ sql, rows }: Insert): void => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    for (const row of rows) statement.run(...row);
  };

  const insertAll = (inserts: Insert[]): void => {
    database.exec('BEGIN IMMEDIATE');
    try {
      inserts.forEach(insert);
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };

  port.on('message', (order: ToWriter) => {
    if (order === 'close') {
      prepared.clear();
      database.close();
      port.close();
      return;
    }
    const { id, inserts } = order;
    try {
      insertAll(inserts);
      port.postMessage({ id } satisfies FromWriter);
    } catch (error) {
      const { message, errcode } = error as Error & { errcode?: number };
      port.postMessage({ id, error: { message, errcode } } satisfies FromWriter);
    }
  });
}
