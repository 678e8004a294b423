// The thread that inserts rows in bulk into the embedded database. writer.ts starts it.

import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './sqlite.ts';

/** The rows of one statement. */
export interface Insert {
  sql: string;
  rows: SQLInputValue[][];
}

export type ToWriter = { id: number; inserts: Insert[] } | 'close';

/** The result of an insert: success, or the error's message and SQLite's code. */
export interface FromWriter {
  id: number;
  error?: { message: string; errcode: number | undefined };
}

/** The thread may block on a lock, because it does not run the event loop of the server. */
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
