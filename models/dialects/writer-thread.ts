// The thread that inserts rows in bulk into the embedded database. writer.ts starts it.

import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { isMainThread, workerData } from 'node:worker_threads';
import { answerOrders } from '../threads.ts';
import { openDatabase } from './sqlite.ts';

/** The rows of one statement. */
export interface Insert {
  sql: string;
  rows: SQLInputValue[][];
}

/** The thread may block on a lock, because it does not run the event loop of the server. */
const timeoutMs = 5000;

if (!isMainThread) {
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

  answerOrders(insertAll, () => {
    prepared.clear();
    database.close();
  });
}
