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
  value: number | string;
}

/** A condition on the text of an attribute. `contains` ignores upper and lower case. */
export interface TextMatch {
  attribute: string;
  how: 'is' | 'begins' | 'contains';
  text: string;
}

export interface PageConditions {
  key?: string;
  ranges?: readonly Range[];
  anyOf?: readonly (readonly TextMatch[])[];
}

/**
 * Returns a page of the rows in the scope, as plain objects of the model's attributes.
 *
 * With only `before`, returns the rows nearest to the cursor, in list order. With both cursors, returns rows between
 * them (exclusive), starting at `after`. `key` is the attribute that orders the rows; it must be unique in the scope.
 * `anyOf`: of each list, at least one condition must hold.
 */
export async function page<M extends Model>(
  model: ModelStatic<M>,
  scope: Scope,
  { after, before, limit, order }: PageQuery,
  { key = 'id', ranges = [], anyOf = [] }: PageConditions = {},
): Promise<PageOf<Attributes<M>>> {
  const backwards = before !== undefined && after === undefined;
  const ascending = (order === 'asc') !== backwards;
  const { conditions, values } = conditionsWith(model, scope, { ranges, anyOf });
  const beyond = (cursor: string | undefined, sign: '<' | '>'): void => {
    if (cursor === undefined) return;
    conditions.push(`${column(model, key)} ${sign} ?`);
    values.push(cursor);
  };
  beyond(after, order === 'asc' ? '>' : '<');
  beyond(before, order === 'asc' ? '<' : '>');
  const where = whereOf(conditions);
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

/** Returns the key of the row with this many newer rows in the scope, or undefined if there are fewer. */
export async function keyAt(
  model: ModelStatic<Model>,
  scope: Scope,
  offset: number,
  { key = 'id', ranges = [], anyOf = [] }: PageConditions,
): Promise<string | undefined> {
  const { conditions, values } = conditionsWith(model, scope, { ranges, anyOf });
  const name = column(model, key);
  const [row] = await select<{ key: string }>(
    `SELECT ${name} AS \`key\` FROM \`${model.tableName}\`${whereOf(conditions)} ORDER BY ${name} DESC LIMIT 1 OFFSET ${Math.trunc(offset)}`,
    values,
  );
  return row?.key;
}

function conditionsWith(
  model: ModelStatic<Model>,
  scope: Scope,
  { ranges = [], anyOf = [] }: PageConditions,
): { conditions: string[]; values: SqlValue[] } {
  return {
    conditions: [
      ...conditionsOf(model, scope),
      ...ranges.map(({ attribute, sign }) => `${column(model, attribute)} ${sign} ?`),
      ...anyOf.map((matches) => `(${matches.map((match) => textCondition(model, match)).join(' OR ')})`),
    ],
    values: [
      ...(Object.values(scope).flat() as SqlValue[]),
      ...ranges.map(({ value }) => value),
      ...anyOf.flat().map(({ text }) => text),
    ],
  };
}

function whereOf(conditions: string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function textCondition(model: ModelStatic<Model>, { attribute, how, text }: TextMatch): string {
  const name = column(model, attribute);
  if (how === 'is') return `${name} = ?`;
  // LIKE would need its wildcards escaped, which the two databases do in different ways.
  return how === 'begins' ? `SUBSTR(${name}, 1, ${text.length}) = ?` : `INSTR(LOWER(${name}), LOWER(?)) > 0`;
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
