// Cursor pagination for all lists. Pages are ordered by a unique key, normally the id. Ids sort in order of creation.
// So there are no offsets and no ties: inserted or deleted rows neither shift nor repeat other rows, and a cursor stays
// valid after its row is deleted.
//
// Each query reads one row more than requested, which tells `has_more`.

import type { Attributes, Model, ModelStatic, Transaction } from 'sequelize';
import { type SqlValue, select, sqlUseIndex, sqlUseIndexOnMariaDb } from './connection.ts';
import { rowsIn } from './statements.ts';

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

/** The filter of a list: attribute names with a value (null too), or a list of allowed values. */
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

/** The size of a page whose rows can be large. */
export interface PageSize {
  /** The attribute with the bytes of a row. */
  attribute: string;
  /** The page ends before the row that exceeds it. */
  maxBytes: number;
  /** Reads the rows when their size is known. Throws instead if the caller has left. */
  readInTurn<Rows>(bytes: number, read: () => Promise<Rows>): Promise<Rows>;
}

export interface PageConditions {
  key?: string;
  ranges?: readonly Range[];
  anyOf?: readonly (readonly TextMatch[])[];
  size?: PageSize;
  containing?: Containing;
  /** The index that has the rows of the scope in the order of the key. */
  index?: string | undefined;
}

/** A condition on the search text (search-text.ts) of the rows, or of rows of another model whose id is their key. */
export interface Containing {
  text: string;
  model: ModelStatic<Model>;
}

/** For longer pages MySQL sorts all rows of the list, unless it is told the index. */
const unsortedRows = 1000;

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
  query: PageQuery,
  { key = 'id', size, ...others }: PageConditions = {},
): Promise<PageOf<Attributes<M>>> {
  const { after, before, limit } = query;
  const backwards = before !== undefined && after === undefined;
  const ascending = isReadUpwards(query);
  const limits = { ...others, key, ranges: [...(others.ranges ?? []), ...cursorsOf(query, key)] };
  const { conditions, values } = conditionsWith(model, scope, limits);
  const where = whereOf(conditions);
  const sorted = ` ORDER BY ${column(model, key)} ${ascending ? 'ASC' : 'DESC'}`;
  // The limit is a checked integer and inlined: MySQL 8 refuses it as a parameter of a prepared statement.
  const last = ` LIMIT ${Math.trunc(limit) + 1}`;
  if (size === undefined) {
    const statement = `${indexHint(model, limits, limit)}${where}${sorted}${last}`;
    const rows = await (others.containing === undefined || !ascending
      ? select<Attributes<M>>(`${selectAll(model)}${statement}`, values)
      : selectByKey(model, scope, key, { statement, values, sorted }));
    const hasMore = rows.length > limit;
    if (hasMore) rows.pop();
    if (backwards) rows.reverse();
    return { rows, hasMore };
  }
  const heads = await select<{ key: string; bytes: number }>(
    `SELECT ${column(model, key)} AS \`key\`, ${column(model, size.attribute)} AS \`bytes\` FROM \`${model.tableName}\`${where}${sorted}${last}`,
    values,
  );
  if (heads.length === 0) return { rows: [], hasMore: false };
  const sizes = heads.slice(0, limit).map(({ bytes }) => Number(bytes));
  const count = fitting(sizes, size.maxBytes);
  const chosen = heads.slice(0, count).map((head) => head.key);
  const keys = `${column(model, key)} IN (${chosen.map(() => '?').join(', ')})`;
  const bytes = sizes.slice(0, count).reduce((sum, one) => sum + one, 0);
  const rows = await size.readInTurn(bytes, () =>
    select<Attributes<M>>(`${selectAll(model)}${whereOf([...conditions, keys])}${sorted}`, [...values, ...chosen]),
  );
  if (backwards) rows.reverse();
  return { rows, hasMore: heads.length > chosen.length };
}

/**
 * Returns the rows of the keys that a statement finds in an index. MariaDB would read every row for a search that reads
 * the index backward.
 */
function selectByKey<M extends Model>(
  model: ModelStatic<M>,
  scope: Scope,
  key: string,
  { statement, values, sorted }: { statement: string; values: SqlValue[]; sorted: string },
): Promise<Attributes<M>[]> {
  const name = column(model, key);
  const found = `${name} IN (SELECT \`key\` FROM (SELECT ${name} AS \`key\` FROM \`${model.tableName}\`${statement}) AS found)`;
  const sql = `${selectAll(model)}${whereOf([...conditionsOf(model, scope), found])}${sorted}`;
  return select(sql, [...valuesOf(scope), ...values]);
}

export async function countRows(model: ModelStatic<Model>, scope: Scope, others: PageConditions): Promise<number> {
  const { conditions, values } = conditionsWith(model, scope, others);
  const sql = `SELECT COUNT(*) AS \`count\` FROM \`${model.tableName}\`${indexHint(model, others)}${whereOf(conditions)}`;
  const [row] = await select<{ count: number }>(sql, values);
  return Number(row?.count ?? 0);
}

/**
 * Names the index of a search, of a long page, and of a page after a cursor. Both databases would guess that a search finds
 * its rows soon without the search text. If several indexes have the key, MariaDB would read all rows before the cursor;
 * MySQL does not, and sorts if it has to read this index backward.
 */
function indexHint(model: ModelStatic<Model>, { containing, index, ranges = [] }: PageConditions, limit = 0): string {
  if (containing?.model === model) return sqlUseIndex(`${model.tableName}_search`);
  if (index === undefined) return '';
  if (limit > unsortedRows) return sqlUseIndex(index);
  return ranges.length > 0 ? sqlUseIndexOnMariaDb(index) : '';
}

/** The bytes of a page. An item that is larger than a page is a page of its own. */
export class PageBytes {
  readonly #max: number;
  #used = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns true if the page has room for an item of this size, and counts it. */
  takes(bytes: number): boolean {
    const isFirst = this.#used === 0;
    this.#used += bytes;
    return isFirst || this.#used <= this.#max;
  }
}

/** Returns how many of the sizes fit into a page, and at least 1. */
function fitting(sizes: readonly number[], maxBytes: number): number {
  const page = new PageBytes(maxBytes);
  const end = sizes.findIndex((size) => !page.takes(size));
  return end === -1 ? sizes.length : end;
}

/** Returns the direction in which a page is read: ascending if true. */
export function isReadUpwards({ after, before, order }: Omit<PageQuery, 'limit'>): boolean {
  const backwards = before !== undefined && after === undefined;
  return (order === 'asc') !== backwards;
}

/**
 * Returns the key of the last of the next `count` rows in the direction of the page. Returns undefined if no more rows
 * follow.
 */
export async function keyAfter(
  model: ModelStatic<Model>,
  scope: Scope,
  query: Omit<PageQuery, 'limit'>,
  count: number,
  { key = 'id', ranges = [], ...others }: PageConditions,
): Promise<string | undefined> {
  const limits = { ...others, key, ranges: [...ranges, ...cursorsOf(query, key)] };
  const { conditions, values } = conditionsWith(model, scope, limits);
  const name = column(model, key);
  const direction = isReadUpwards(query) ? 'ASC' : 'DESC';
  const [last, next] = await select<{ key: string }>(
    `SELECT ${name} AS \`key\` FROM \`${model.tableName}\`${indexHint(model, limits)}${whereOf(conditions)} ORDER BY ${name} ${direction} LIMIT 2 OFFSET ${Math.trunc(count) - 1}`,
    values,
  );
  return next === undefined ? undefined : last?.key;
}

function cursorsOf({ after, before, order }: Omit<PageQuery, 'limit'>, key: string): Range[] {
  const [later, earlier] = order === 'asc' ? (['>', '<'] as const) : (['<', '>'] as const);
  return [
    ...(after === undefined ? [] : [{ attribute: key, sign: later, value: after }]),
    ...(before === undefined ? [] : [{ attribute: key, sign: earlier, value: before }]),
  ];
}

function conditionsWith(
  model: ModelStatic<Model>,
  scope: Scope,
  { key = 'id', ranges = [], anyOf = [], containing }: PageConditions,
): { conditions: string[]; values: SqlValue[] } {
  return {
    conditions: [
      ...conditionsOf(model, scope),
      ...ranges.map(({ attribute, sign }) => `${column(model, attribute)} ${sign} ?`),
      ...anyOf.map((matches) => `(${matches.map((match) => textCondition(model, match)).join(' OR ')})`),
      ...(containing === undefined ? [] : [containsSql(model, key, containing)]),
    ],
    values: [
      ...valuesOf(scope),
      ...ranges.map(({ value }) => value),
      ...anyOf.flat().map(({ text }) => text),
      ...(containing === undefined ? [] : [containing.text]),
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

function containsSql(model: ModelStatic<Model>, key: string, { model: searched }: Containing): string {
  const contains = `INSTR(${column(searched, 'searchText')}, ?) > 0`;
  if (searched === model) return contains;
  return `${column(model, key)} IN (SELECT \`id\` FROM \`${searched.tableName}\` WHERE ${contains})`;
}

/** Returns the only row in the scope, as a plain object of the model's attributes. `tx`: reads it in there. */
export async function readOne<M extends Model>(
  model: ModelStatic<M>,
  scope: Record<string, SqlValue>,
  tx?: Transaction,
): Promise<Attributes<M> | undefined> {
  const conditions = conditionsOf(model, scope);
  if (conditions.length === 0) throw new Error('A row is read by at least one column');
  const sql = `${selectAll(model)} WHERE ${conditions.join(' AND ')} LIMIT 1`;
  const values = valuesOf(scope);
  const rows = tx === undefined ? select<Attributes<M>>(sql, values) : rowsIn<Attributes<M>>(tx, sql, values);
  return (await rows)[0];
}

function conditionsOf(model: ModelStatic<Model>, scope: Scope): string[] {
  return Object.entries(scope).map(([attribute, value]) => {
    if (value === null) return `${column(model, attribute)} IS NULL`;
    if (!Array.isArray(value)) return `${column(model, attribute)} = ?`;
    // An empty list matches no row, and SQL has no syntax for one.
    return value.length === 0 ? '1 = 0' : `${column(model, attribute)} IN (${value.map(() => '?').join(', ')})`;
  });
}

function valuesOf(scope: Scope): SqlValue[] {
  return Object.values(scope)
    .filter((value) => value !== null)
    .flat();
}

const selects = new WeakMap<object, string>();

function selectAll(model: ModelStatic<Model>): string {
  let sql = selects.get(model);
  if (sql === undefined) {
    const attributes = Object.keys(model.getAttributes()).filter((attribute) => attribute !== 'searchText');
    const columns = attributes.map((attribute) => `${column(model, attribute)} AS \`${attribute}\``);
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
