// Exports all rows of the database from one snapshot, in pieces of bounded size, and inserts such pieces. MySQL and the
// embedded database have the same tables and columns, so one can import the rows of the other.

import { QueryTypes, type Transaction } from 'sequelize';
import { database } from './connection.ts';
import { isSchemaProbe } from './schema-probes.ts';
import { insertIn, rowsIn } from './statements.ts';
import { tableNames } from './table-names.ts';

/** A value of a row. MySQL and the embedded database return only these types. */
export type Scalar = string | number | Buffer | null;

export interface TableShape {
  name: string;
  columns: string[];
  primaryKey: string[];
}

/** A column that refers to the `id` of another table. */
export interface Reference {
  table: string;
  column: string;
  parent: string;
}

/** Tables about the database itself, which are not exported. */
const ownTables = new Set(['schema_migrations', 'write_probes', 'backup_leases']);

const firstRows = 20;
const maxRows = 1000;
const pieceBytes = 2 << 20;
const maxValues = 10_000;

/** Runs the work in a transaction whose reads all see one snapshot. Blocks no other reader or writer. */
export async function atOneMoment<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { sequelize, dialect } = database();
  // DEFERRED, because an IMMEDIATE transaction, the default of this server's connections, would block all writers.
  const options = dialect === 'mysql' ? { isolationLevel: 'REPEATABLE READ' } : { type: 'DEFERRED' };
  return sequelize.transaction(options as object, async (tx) => {
    await rowsIn(tx, 'SELECT COUNT(*) AS count FROM installations', []);
    return work(tx);
  });
}

/** Returns every table to export, parents before their children. */
export async function tableShapes(): Promise<TableShape[]> {
  const { sequelize } = database();
  const queries = sequelize.getQueryInterface();
  const references = await allReferences();
  const found = (await lastingTables()).filter((name) => !ownTables.has(name));
  const shapes = await Promise.all(
    found.map(async (name): Promise<TableShape> => {
      const columns = Object.entries(await queries.describeTable(name));
      const primaryKey = columns.filter(([, { primaryKey }]) => primaryKey).map(([column]) => column);
      return { name, columns: columns.map(([column]) => column), primaryKey };
    }),
  );
  const sorted: TableShape[] = [];
  while (sorted.length < shapes.length) {
    const isPlaced = (name: string): boolean => sorted.some((shape) => shape.name === name);
    const ready = shapes.filter(
      ({ name }) =>
        !isPlaced(name) &&
        references.every(({ table, parent }) => table !== name || parent === name || isPlaced(parent)),
    );
    if (ready.length === 0) throw new Error('The tables refer to each other in a circle');
    sorted.push(...ready);
  }
  return sorted;
}

/** Yields the rows of a table in pieces of about 2 MiB, each row with its values in the order of the columns. */
export async function* piecesOf(shape: TableShape, tx: Transaction | null): AsyncGenerator<Scalar[][]> {
  const { name, columns, primaryKey } = shape;
  const list = columns.map(quote).join(', ');
  const keys = primaryKey.map(quote);
  let last: Scalar[] | undefined;
  let limit = firstRows;
  for (;;) {
    const after = last === undefined ? '' : ` WHERE ${afterKey(keys)}`;
    const values = last === undefined ? [] : afterValues(last);
    const sql = `SELECT ${list} FROM ${quote(name)}${after} ORDER BY ${keys.join(', ')} LIMIT ${limit}`;
    const rows = (await rowsIn<Record<string, unknown>>(tx, sql, values)).map((row) =>
      columns.map((column) => scalar(row[column])),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = primaryKey.map((column) => (rows.at(-1) as Scalar[])[columns.indexOf(column)] as Scalar);
    const bytesPerRow = rows.reduce((sum, row) => sum + sizeOf(row), 0) / rows.length;
    limit = Math.max(1, Math.min(maxRows, Math.floor(pieceBytes / bytesPerRow)));
  }
}

/** Inserts a piece of a table in one transaction. */
export async function insertPiece(table: string, columns: string[], rows: Scalar[][]): Promise<void> {
  const perStatement = Math.max(1, Math.floor(maxValues / columns.length));
  await database().sequelize.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += perStatement)
      await insertIn(tx, quote(table), columns.map(quote), rows.slice(from, from + perStatement));
  });
}

/** Returns a sentence for each foreign key that has rows without their parent row. */
export async function brokenReferences(): Promise<string[]> {
  const broken: string[] = [];
  for (const { table, column, parent } of await allReferences()) {
    const [row] = await database().sequelize.query<{ count: number }>(
      `SELECT COUNT(*) AS count FROM ${quote(table)} AS child LEFT JOIN ${quote(parent)} AS parent ON parent.id = child.${quote(column)} ` +
        `WHERE child.${quote(column)} IS NOT NULL AND parent.id IS NULL`,
      { type: QueryTypes.SELECT },
    );
    const count = Number(row?.count ?? 0);
    if (count > 0)
      broken.push(
        `${count === 1 ? `1 row of ${table} refers` : `${count} rows of ${table} refer`} to ${parent} that do not exist (${column})`,
      );
  }
  return broken;
}

/** Returns whether the database has no tables. */
export async function isEmptyDatabase(): Promise<boolean> {
  return (await lastingTables()).length === 0;
}

async function allReferences(): Promise<Reference[]> {
  const { sequelize, dialect } = database();
  if (dialect === 'mysql')
    return sequelize.query<Reference>(
      'SELECT table_name AS `table`, column_name AS `column`, referenced_table_name AS parent FROM information_schema.key_column_usage ' +
        'WHERE table_schema = DATABASE() AND referenced_table_name IS NOT NULL ORDER BY table_name, column_name',
      { type: QueryTypes.SELECT },
    );
  return sequelize.query<Reference>(
    "SELECT child.name AS `table`, key.`from` AS `column`, key.`table` AS parent FROM sqlite_master AS child, pragma_foreign_key_list(child.name) AS key WHERE child.type = 'table' ORDER BY 1, 2",
    { type: QueryTypes.SELECT },
  );
}

/** Schema probes may disappear at any time, and have no rows. */
async function lastingTables(): Promise<string[]> {
  return (await tableNames()).filter((name) => !isSchemaProbe(name));
}

/**
 * Returns the SQL condition for the rows after a key, column by column: databases do not use the index to compare whole
 * rows.
 */
function afterKey(keys: string[]): string {
  return keys
    .map((_key, at) => {
      const equal = keys.slice(0, at).map((one) => `${one} = ?`);
      return `(${[...equal, `${keys[at]} > ?`].join(' AND ')})`;
    })
    .join(' OR ');
}

function afterValues(last: Scalar[]): Scalar[] {
  return last.flatMap((_value, at) => last.slice(0, at + 1));
}

function scalar(value: unknown): Scalar {
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new Error(`A column has a value of the type ${typeof value}`);
}

function sizeOf(row: Scalar[]): number {
  return row.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8),
    0,
  );
}

function quote(name: string): string {
  return `\`${name}\``;
}
