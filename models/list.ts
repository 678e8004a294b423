// The lists of named things, which can be searched and counted.

import type { Attributes, Model, ModelStatic } from 'sequelize';
import { createdAt } from './ids.ts';
import { countRows, keyAfter, type PageOf, type PageQuery, page, type Scope, type TextMatch } from './page.ts';
import { foldedText } from './search-text.ts';

export interface ListQuery extends PageQuery {
  /** Returns only rows whose search text contains this text. */
  search?: string | undefined;
  include_total?: boolean | undefined;
}

export interface ListOf<Row> extends PageOf<Row> {
  /** The number of rows that a walk over all pages shows. Undefined: not asked for, or not all rows were searched. */
  total?: number | undefined;
  /** The time of the oldest row that was searched, in Unix seconds. Undefined: all rows were. */
  searchedUntil?: number | undefined;
}

/** A search looks at the newest rows of a list, at most so many. Each takes it about 0.3 microseconds. */
const maxSearched = 200_000;
/** The limit of a list's search is remembered for this time: finding it takes half as long as the search. */
const limitLifeMs = 60_000;
const maxLimits = 1000;

interface Limit {
  /** The key of the oldest row that is searched. Undefined: all rows are searched. */
  oldest: string | undefined;
  readAt: number;
}

const limits = new Map<string, Limit>();

/**
 * Returns a page of the rows in the scope: see `page`.
 * @param searchIn the model with the search text, if that is another one, whose id is the list's key.
 * @param anyOf conditions, at least one of which holds.
 */
export async function list<M extends Model>(
  model: ModelStatic<M>,
  scope: Scope,
  { search, include_total: withTotal = false, ...query }: ListQuery,
  { key = 'id', searchIn = model as ModelStatic<Model>, anyOf = [] as readonly TextMatch[] } = {},
): Promise<ListOf<Attributes<M>>> {
  const oldest = search === undefined ? undefined : await oldestSearched(model, scope, key);
  const conditions = {
    key,
    index: indexOf(model, scope, key),
    ...(anyOf.length === 0 ? {} : { anyOf: [anyOf] }),
    ...(search === undefined ? {} : { containing: { text: foldedText(search), model: searchIn } }),
    ...(oldest === undefined ? {} : { ranges: [{ attribute: key, sign: '>=' as const, value: oldest }] }),
  };
  const [found, total] = await Promise.all([
    page(model, scope, query, conditions),
    withTotal && oldest === undefined ? countRows(model, scope, conditions) : undefined,
  ]);
  return { ...found, total, searchedUntil: oldest === undefined ? undefined : createdAt(oldest) };
}

/**
 * Returns the name of the index that has the rows of the scope in their order. The primary key has those of a whole table,
 * and finds those whose keys the scope lists.
 */
function indexOf(model: ModelStatic<Model>, scope: Scope, key: string): string | undefined {
  const [parent, filter, ...filters] = Object.keys(scope);
  if (parent === undefined || key in scope || !('searchText' in model.getAttributes())) return undefined;
  return `${model.tableName}_${filter === undefined || filters.length > 0 ? 'search' : `${filter}_page`}`;
}

async function oldestSearched(model: ModelStatic<Model>, scope: Scope, key: string): Promise<string | undefined> {
  const name = JSON.stringify([model.tableName, scope]);
  const known = limits.get(name);
  if (known !== undefined && performance.now() - known.readAt < limitLifeMs) return known.oldest;
  const oldest = await keyAfter(model, scope, { order: 'desc' }, maxSearched, { key });
  if (limits.size >= maxLimits) limits.clear();
  limits.set(name, { oldest, readAt: performance.now() });
  return oldest;
}
