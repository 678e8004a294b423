// SQL statements inside transactions: `?` stands for a value, and `sqlList()` for a list of values.

import { QueryTypes, type Transaction } from 'sequelize';
import { database, transaction } from './connection.ts';

type Scalar = string | number | Buffer | null;

/** The most bytes of rows in one statement, for rows that can be long. */
const statementBytes = 1024 * 1024;

/**
 * The bytes that a row takes up besides its content: ids, and entries in indexes. Measured for items of responses in
 * both databases, and rounded up.
 */
export const rowOverheadBytes = 1024;

/** The rows that one statement upserts. */
const rowsInStatement = 200;

/** A value, or a list that is not empty. */
export type Value = Scalar | readonly Scalar[];

/** Returns SQL for the list after `IN`. Its value is an array. */
export function sqlList(): string {
  return database().dialect === 'mysql' ? '(?)' : '(SELECT value FROM json_each(?))';
}

/** Returns rows as plain objects, with the statement's column names. */
export async function rowsIn<Row>(tx: Transaction | null, sql: string, values: Value[]): Promise<Row[]> {
  const [text, given] = withValues(sql, values);
  const options = { ...given, transaction: tx, type: QueryTypes.SELECT as const, raw: true };
  return (await database().sequelize.query(text, options)) as Row[];
}

/** Runs a statement that changes rows. Returns the number of changed rows. */
export async function changeIn(tx: Transaction, sql: string, values: Value[]): Promise<number> {
  const [text, given] = withValues(sql, values);
  return database().sequelize.query(text, { ...given, transaction: tx, type: QueryTypes.BULKUPDATE as const });
}

/** Inserts rows. Each row has its values in the order of the columns. */
export async function insertIn(tx: Transaction, table: string, columns: string[], rows: Scalar[][]): Promise<void> {
  if (rows.length === 0) return;
  // Values are bound, because bytes inlined into a statement are twice as long.
  const places = rows.map((row, above) => `(${row.map((_value, at) => `$${above * row.length + at + 1}`).join(', ')})`);
  const options = { transaction: tx, bind: rows.flat(), type: QueryTypes.INSERT as const };
  await database().sequelize.query(insertInto(table, columns) + places.join(', '), options);
}

/**
 * Inserts rows without bytes, in any number. The embedded database gets them as one JSON value, so that the statement is
 * the same however many they are, and is prepared once.
 */
export async function insertManyIn(
  tx: Transaction,
  table: string,
  columns: string[],
  rows: Exclude<Scalar, Buffer>[][],
): Promise<void> {
  if (rows.length === 0) return;
  // The text of a long row would be twice as long as a part of the statement, which the database can refuse.
  if (database().dialect === 'mysql' && rows.length === 1) return insertIn(tx, table, columns, rows);
  if (database().dialect === 'mysql') {
    await changeIn(tx, insertInto(table, columns) + rows.map(placesFor).join(', '), rows.flat());
    return;
  }
  const values = columns.map((_column, at) => `value ->> ${at}`).join(', ');
  await changeIn(tx, `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values} FROM json_each(?)`, [
    JSON.stringify(rows),
  ]);
}

/**
 * Inserts rows by a statement with the placeholder `:values`, in the order of their keys, so that two writers do not
 * deadlock.
 */
export async function upsertInOrder(
  tx: Transaction,
  statement: string,
  rows: { key: string; values: (string | number)[] }[],
): Promise<void> {
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ values }) => values);
  for (let at = 0; at < sorted.length; at += rowsInStatement) {
    const replacements = { values: sorted.slice(at, at + rowsInStatement) };
    await database().sequelize.query(statement, { replacements, type: QueryTypes.RAW, transaction: tx });
  }
}

/**
 * Splits rows into groups for one statement each, so that other statements run between them. A row of more than
 * `statementBytes` is alone in its group.
 */
export function* bySize<Row extends { bytes: number }>(rows: readonly Row[]): Generator<Row[]> {
  let group: Row[] = [];
  let size = 0;
  for (const row of rows) {
    if (group.length > 0 && size + row.bytes + rowOverheadBytes > statementBytes) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(row);
    size += row.bytes + rowOverheadBytes;
  }
  if (group.length > 0) yield group;
}

/** Rows of a table. Each row has its values in the order of the columns. */
export interface Rows {
  table: string;
  columns: string[];
  rows: Scalar[][];
}

/**
 * Inserts rows in a separate transaction: all of them or none. For the embedded database, a thread does it and waits
 * for locks. Throws the driver's errors.
 */
export async function insertSeparately(tables: Rows[]): Promise<void> {
  const { workerThreads } = database();
  if (workerThreads === undefined) {
    await transaction(async (tx) => {
      for (const { table, columns, rows } of tables) await insertIn(tx, table, columns, rows);
    });
  } else {
    await workerThreads.writer.insert(
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

/**
 * Returns the statement in the form of the database. The embedded database gets bound values, with a list as one of
 * them. So the text stays the same and is prepared only once, which is most of the cost of a short statement.
 */
function withValues(
  sql: string,
  values: Value[],
): [text: string, options: { bind: Scalar[] } | { replacements: Value[] }] {
  if (database().dialect === 'mysql') return [sql, { replacements: values }];
  let place = 0;
  return [sql.replaceAll('?', () => `$${++place}`), { bind: values.map(listAsText) }];
}

function listAsText(value: Value): Scalar {
  return Array.isArray(value) ? JSON.stringify(value) : (value as Scalar);
}
