// Statements of transactions that run many times a second, past Sequelize: it would write the values into the text of
// each, and make an object of each row, which costs more than what the database does about it. The same transaction, the
// same connection, the same errors of the driver.
//
// `?` stands for a value, and `sqlList()` for a list of them.

import type { Connection as MysqlConnection, TypeCastNext } from 'mysql2';
import type { Transaction } from 'sequelize';
import { database, transaction } from './connection.ts';
import type { Connection as SqliteConnection } from './dialects/sqlite.ts';

type Scalar = string | number | Buffer | null;

/** A value, or a list that is not empty. */
export type Value = Scalar | readonly Scalar[];

/** SQL for the list of which `IN` is to find its value. */
export function sqlList(): string {
  return database().dialect === 'mysql' ? '(?)' : '(SELECT value FROM json_each(?))';
}

/** Rows as plain objects; column names as the statement has them. */
export async function rowsIn<Row>(inside: Transaction, sql: string, values: Value[]): Promise<Row[]> {
  if (database().dialect === 'sqlite') return embedded(inside).rows(sql, values.map(listAsText)) as Row[];
  return onMysql<Row[]>(inside, sql, values);
}

/** Runs a statement that changes rows. Returns how many it has changed. */
export async function changeIn(inside: Transaction, sql: string, values: Value[]): Promise<number> {
  if (database().dialect === 'sqlite') return embedded(inside).change(sql, [values.map(listAsText)]);
  return (await onMysql<{ affectedRows: number }>(inside, sql, values)).affectedRows;
}

/** Inserts rows, whose values are in the order of the columns. */
export async function insertIn(inside: Transaction, table: string, columns: string[], rows: Scalar[][]): Promise<void> {
  if (rows.length === 0) return;
  const insert = insertInto(table, columns);
  if (database().dialect === 'sqlite') {
    embedded(inside).change(insert + placesFor(columns), rows);
  } else if (rows[0]?.some((value) => Buffer.isBuffer(value))) {
    // Bytes go as they are where the statement is prepared: written into its text they would be twice as long.
    await prepareOnMysql(inside, insert + rows.map(placesFor).join(', '), rows.flat());
  } else {
    await onMysql(inside, `${insert}?`, [rows]);
  }
}

/** The rows of a table, whose values are in the order of the columns. */
export interface Rows {
  table: string;
  columns: string[];
  rows: Scalar[][];
}

/**
 * Inserts rows in a transaction of their own: all of them or none. Where the database is embedded, a thread does it, and
 * waits for locks. Throws the errors of the driver.
 */
export async function insertApart(tables: Rows[]): Promise<void> {
  const { beside } = database();
  if (beside === undefined) {
    await transaction(async (inside) => {
      for (const { table, columns, rows } of tables) await insertIn(inside, table, columns, rows);
    });
  } else {
    await beside.writer.insert(
      tables.map(({ table, columns, rows }) => ({ sql: `${insertInto(table, columns)}${placesFor(columns)}`, rows })),
    );
  }
}

function insertInto(table: string, columns: string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES `;
}

function placesFor(values: unknown[]): string {
  return `(${values.map(() => '?').join(', ')})`;
}

function listAsText(value: Value): Scalar {
  return Array.isArray(value) ? JSON.stringify(value) : (value as Scalar);
}

function embedded(inside: Transaction): SqliteConnection {
  return connectionOf(inside) as SqliteConnection;
}

function onMysql<Result>(inside: Transaction, sql: string, values: (Value | Scalar[][])[]): Promise<Result> {
  const connection = connectionOf(inside) as MysqlConnection;
  return new Promise((resolve, reject) => {
    // Not Sequelize's typeCast, which would look at every value.
    connection.query({ sql, typeCast: passOn }, values, (error, result) => {
      if (error) reject(error);
      else resolve(result as Result);
    });
  });
}

function prepareOnMysql(inside: Transaction, sql: string, values: Scalar[]): Promise<void> {
  const connection = connectionOf(inside) as MysqlConnection;
  return new Promise((resolve, reject) => {
    connection.execute(sql, values, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

const passOn = (_field: unknown, next: TypeCastNext): unknown => next();

/** The connection of a transaction, which Sequelize keeps there and does not tell of. */
function connectionOf(inside: Transaction): unknown {
  return (inside as unknown as { connection: unknown }).connection;
}
