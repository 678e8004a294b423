// Declares tables for migrations in one notation, and translates it to SQL for both databases. Every statement can be
// repeated: MySQL commits each statement separately, so an interrupted migration starts again.
//
// Texts compare byte for byte, including trailing spaces. In MySQL only a NO PAD binary collation does so (utf8mb4_bin
// treats 'a ' as 'a'), and MariaDB and MySQL have different names for it.

import pRetry from 'p-retry';
import { QueryTypes, type Sequelize } from 'sequelize';
import { isTransient } from '../constraints.ts';

/**
 * `id`: an identifier. `name`: up to 255 characters. `digest`: a SHA-256. `text`: up to 16 MiB, never indexed. `search`: a
 * search text (models/search-text.ts).
 */
export type ColumnType = 'id' | 'name' | 'word' | 'digest' | 'search' | 'integer' | 'boolean' | 'text' | 'blob';

export interface Column {
  type: ColumnType;
  null?: boolean;
  default?: string | number;
  /**
   * The referenced table, by its primary key `id`. `onDelete` says what happens when the referenced row is deleted:
   * this row is deleted, the deletion fails, or the column becomes null.
   */
  references?: { table: string; onDelete: 'cascade' | 'restrict' | 'set null' };
}

export interface Table {
  columns: Record<string, Column>;
  primaryKey: string[];
  /** Index name → columns. */
  unique?: Record<string, string[]>;
  indexes?: Record<string, string[]>;
}

/** The rows that one statement of `fillColumn` changes. */
const filledRows = 200;

/** Retries of a statement after a deadlock; they take about 15 s in all. */
const lockRetries = 20;

const mysqlTypes: Record<ColumnType, string> = {
  id: 'VARCHAR(64)',
  name: 'VARCHAR(255)',
  word: 'VARCHAR(32)',
  digest: 'BINARY(32)',
  // Bytes: MySQL compares characters half as fast.
  search: 'VARBINARY(2200)',
  integer: 'BIGINT',
  boolean: 'TINYINT(1)',
  text: 'MEDIUMTEXT',
  blob: 'LONGBLOB',
};

const sqliteTypes: Record<ColumnType, string> = {
  id: 'TEXT',
  name: 'TEXT',
  word: 'TEXT',
  digest: 'BLOB',
  search: 'TEXT',
  integer: 'INTEGER',
  boolean: 'TINYINT(1)',
  text: 'TEXT',
  blob: 'BLOB',
};

/** The schema operations for a migration. */
export interface Schema {
  /** Creates the table and its indexes, unless they exist. */
  createTable(name: string, table: Table): Promise<void>;
  /** Adds the column, unless it exists. A column that is not nullable needs a default. */
  addColumn(table: string, name: string, column: Column): Promise<void>;
  /**
   * Sets the column of each row in which it is null to a text made of other columns. The table has the primary key `id`.
   */
  fillColumn(table: string, name: string, from: string[], textOf: (parts: (string | null)[]) => string): Promise<void>;
  /** Ensures that the index of this name has exactly these columns. A column may end in ` DESC`. */
  putIndex(table: string, name: string, columns: string[]): Promise<void>;
  /** Drops the index if it exists. In MySQL, a foreign key needs another index that begins with its column. */
  dropIndex(table: string, name: string): Promise<void>;
  /** Runs a statement that both databases understand, that is safe to run twice, and that changes rows of `table`. */
  run(sql: string, table: string): Promise<void>;
}

/** Returns the schema of the open database. Only MySQL uses `exactCollation`. */
export function schema(sequelize: Sequelize, exactCollation: string): Schema {
  const mysql = sequelize.getDialect() === 'mysql';
  const run = (sql: string, values: string[] = []): Promise<void> => runAgainstLocks(sequelize, sql, values);
  const tables = sequelize.getQueryInterface();
  const drop = (table: string, name: string): Promise<void> =>
    run(`DROP INDEX ${quote(name)}${mysql ? ` ON ${quote(table)}` : ''}`);
  return {
    run: (sql) => run(sql),
    addColumn: async (table, name, column) => {
      if (name in (await tables.describeTable(table))) return;
      const [declaration] = columnsOf({ [name]: column }, mysql ? mysqlTypes : sqliteTypes);
      await run(`ALTER TABLE ${quote(table)} ADD COLUMN ${declaration}`);
    },
    fillColumn: async (table, name, from, textOf) => {
      const [columns, column] = [from.map(quote).join(', '), quote(name)];
      for (let last = ''; ; ) {
        const sql = `SELECT \`id\` AS \`key\`, ${columns} FROM ${quote(table)} WHERE \`id\` > ? AND ${column} IS NULL ORDER BY \`id\` LIMIT ${filledRows}`;
        const rows = await sequelize.query<Record<string, string | null>>(sql, {
          replacements: [last],
          type: QueryTypes.SELECT,
        });
        if (rows.length === 0) return;
        const values = rows.map((row) => ({
          id: String(row.key),
          text: textOf(from.map((part) => row[part] ?? null)),
        }));
        const cases = values.map(() => 'WHEN ? THEN ?').join(' ');
        await run(
          `UPDATE ${quote(table)} SET ${column} = CASE \`id\` ${cases} END WHERE \`id\` IN (${values.map(() => '?').join(', ')})`,
          [...values.flatMap(({ id, text }) => [id, text]), ...values.map(({ id }) => id)],
        );
        last = values.at(-1)?.id ?? '';
      }
    },
    putIndex: async (table, name, columns) => {
      const found = await indexColumns(sequelize, table, name);
      if (found?.join() === columnNames(columns).join()) return;
      if (found !== undefined) await drop(table, name);
      await run(`CREATE INDEX ${quote(name)} ON ${quote(table)} ${list(columns)}`);
    },
    dropIndex: async (table, name) => {
      if ((await indexColumns(sequelize, table, name)) !== undefined) await drop(table, name);
    },
    createTable: async (name, table) => {
      if (mysql) return run(mysqlTable(name, table, exactCollation));
      await run(sqliteTable(name, table));
      for (const [index, columns] of Object.entries(table.indexes ?? {})) {
        await run(`CREATE INDEX IF NOT EXISTS ${quote(index)} ON ${quote(name)} ${list(columns)}`);
      }
    },
  };
}

/**
 * Runs the statement. Repeats it after a deadlock: servers of the previous version write to the same tables, and MySQL
 * rolls back either side.
 */
async function runAgainstLocks(sequelize: Sequelize, sql: string, values: string[]): Promise<void> {
  await pRetry(() => sequelize.query(sql, values.length === 0 ? {} : { replacements: values }), {
    retries: lockRetries,
    minTimeout: 20,
    maxTimeout: 1000,
    randomize: true,
    shouldRetry: ({ error }) => isTransient(error),
  });
}

/** Returns the columns of an index, or undefined if the table has no such index. */
export async function indexColumns(sequelize: Sequelize, table: string, name: string): Promise<string[] | undefined> {
  const indexes = (await sequelize.getQueryInterface().showIndex(table)) as {
    name: string;
    fields: { attribute: string }[];
  }[];
  return indexes.find((index) => index.name === name)?.fields.map(({ attribute }) => attribute);
}

/** Returns this server's NO PAD binary collation of utf8mb4. */
export function exactCollationOf(version: string): string {
  return /mariadb/i.test(version) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
}

function mysqlTable(name: string, table: Table, collation: string): string {
  const parts = [
    ...columnsOf(table.columns, mysqlTypes),
    `PRIMARY KEY ${list(table.primaryKey)}`,
    ...Object.entries(table.unique ?? {}).map(([index, columns]) => `UNIQUE KEY ${quote(index)} ${list(columns)}`),
    ...Object.entries(table.indexes ?? {}).map(([index, columns]) => `KEY ${quote(index)} ${list(columns)}`),
    ...foreignKeys(name, table),
  ];
  return `CREATE TABLE IF NOT EXISTS ${quote(name)} (${parts.join(', ')}) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=${collation}`;
}

function sqliteTable(name: string, table: Table): string {
  const parts = [
    ...columnsOf(table.columns, sqliteTypes),
    `PRIMARY KEY ${list(table.primaryKey)}`,
    ...Object.entries(table.unique ?? {}).map(
      ([index, columns]) => `CONSTRAINT ${quote(index)} UNIQUE ${list(columns)}`,
    ),
    ...foreignKeys(name, table),
  ];
  return `CREATE TABLE IF NOT EXISTS ${quote(name)} (${parts.join(', ')})`;
}

function columnsOf(columns: Record<string, Column>, types: Record<ColumnType, string>): string[] {
  return Object.entries(columns).map(([name, column]) => {
    const fallback =
      column.default === undefined
        ? ''
        : ` DEFAULT ${typeof column.default === 'string' ? `'${column.default}'` : column.default}`;
    return `${quote(name)} ${types[column.type]}${column.null === true ? '' : ' NOT NULL'}${fallback}`;
  });
}

function foreignKeys(name: string, table: Table): string[] {
  return Object.entries(table.columns).flatMap(([column, { references }]) =>
    references === undefined
      ? []
      : [
          `CONSTRAINT ${quote(`${name}_${column}_fk`)} FOREIGN KEY (${quote(column)}) REFERENCES ${quote(references.table)} (\`id\`) ON DELETE ${references.onDelete.toUpperCase()}`,
        ],
  );
}

function list(columns: string[]): string {
  return `(${columns.map((column) => (column.endsWith(descending) ? quote(column.slice(0, -descending.length)) + descending : quote(column))).join(', ')})`;
}

const descending = ' DESC';

/** Returns the columns of an index without their order. */
export function columnNames(columns: string[]): string[] {
  return columns.map((column) => column.replace(descending, ''));
}

function quote(name: string): string {
  return `\`${name}\``;
}
