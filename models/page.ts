// Cursor pagination for all lists. Pages are ordered by a unique key, normally the id. Ids sort in order of creation.
// So there are no offsets and no ties: inserted or deleted rows neither shift nor repeat other rows, and a cursor stays
// valid after its row is deleted.
//
// Each query reads one row more than requested, which tells `has_more`.

import type { Attributes, Model, ModelStatic } from 'sequelize';
import { type SqlValue, select } from './connection.ts';

export interface PageQuery {
  after?: string | undefined;
  before?: string | undefined;
  limit: number;
  order: 'asc' | 'desc';
}

export interface PageOf<Row> {
  rows: Row[];
  hasMore: boolean;
}

/** The filter of a list: attribute names with a value, or a list of allowed values. */
export type Scope = Record<string, SqlValue | readonly SqlValue[]>;

/** A range condition on an attribute. */
export interface Range {
  attribute: string;
  sign: '<' | '<=' | '>' | '>=';
  value: number;
}

/**
 * Returns a page of the rows in the scope, as plain objects of the model's attributes.
 *
 * With only `before`, returns the rows nearest to the cursor, in list order. With both cursors, returns rows between
 * them (exclusive), starting at `after`. `key` is the attribute that orders the rows; it must be unique in the scope.
 */
export async function page<M extends Model>(
  model: ModelStatic<M>,
  scope: Scope,
  { after, before, limit, order }: PageQuery,
  { key = 'id', ranges = [] }: { key?: string; ranges?: readonly Range[] } = {},
): Promise<PageOf<Attributes<M>>> {
  const backwards = before !== undefined && after === undefined;
  const ascending = (order === 'asc') !== backwards;
  const conditions = [
    ...conditionsOf(model, scope),
    ...ranges.map(({ attribute, sign }) => `${column(model, attribute)} ${sign} ?`),
  ];
  const values: SqlValue[] = [...Object.values(scope).flat(), ...ranges.map(({ value }) => value)] as SqlValue[];
  const beyond = (cursor: string | undefined, sign: '<' | '>'): void => {
    if (cursor === undefined) return;
    conditions.push(`${column(model, key)} ${sign} ?`);
    values.push(cursor);
  };
  beyond(after, order === 'asc' ? '>' : '<');
  beyond(before, order === 'asc' ? '<' : '>');
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  // The limit is a checked integer and inlined: MySQL 8 refuses it as a parameter of a prepared statement.
  const rows = await select<Attributes<M>>(
    `${selectAll(model)}${where} ORDER BY ${column(model, key)} ${ascending ? 'ASC' : 'DESC'} LIMIT ${Math.trunc(limit) + 1}`,
    values,
  );
  const hasMore = rows.length > limit;
  if (hasMore) rows.pop();
  if (backwards) rows.reverse();
  return { rows, hasMore };
}

/** Returns the only row in the scope, as a plain object of the model's attributes. */
export async function readOne<M extends Model>(
  model: ModelStatic<M>,
  scope: Record<string, SqlValue>,
): Promise<Attributes<M> | undefined> {
  const conditions = conditionsOf(model, scope);
  if (conditions.length === 0) throw new Error('A row is read by at least one column');
  const [row] = await select<Attributes<M>>(
    `${selectAll(model)} WHERE ${conditions.join(' AND ')} LIMIT 1`,
    Object.values(scope).flat(),
  );
  return row;
}

function conditionsOf(model: ModelStatic<Model>, scope: Scope): string[] {
  return Object.entries(scope).map(([attribute, value]) => {
    if (!Array.isArray(value)) return `${column(model, attribute)} = ?`;
    // An empty list matches no row, and SQL has no syntax for one.
    return value.length === 0 ? '1 = 0' : `${column(model, attribute)} IN (${value.map(() => '?').join(', ')})`;
  });
}

const selects = new WeakMap<object, string>();

function selectAll(model: ModelStatic<Model>): string {
  let sql = selects.get(model);
  if (sql === undefined) {
    const columns = Object.keys(model.getAttributes()).map(
      (attribute) => `${column(model, attribute)} AS \`${attribute}\``,
    );
    sql = `SELECT ${columns.join(', ')} FROM \`${model.tableName}\``;
    selects.set(model, sql);
  }
  return sql;
}

function column(model: ModelStatic<Model>, attribute: string): string {
  const field = model.getAttributes()[attribute]?.field;
  if (field === undefined) throw new Error(`${model.name} has no attribute '${attribute}'`);
  return `\`${field}\``;
}
