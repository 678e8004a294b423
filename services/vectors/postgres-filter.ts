// Translates attribute filters to SQL, with the semantics of filter.ts.

import type { ComparisonFilter, Filter } from './filter.ts';
import type { PgValue } from './postgres-client.ts';

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Returns a condition on `f.attributes`, and appends its parameters to `values`. */
export function filterSql(filter: Filter, values: PgValue[]): string {
  if (!('filters' in filter)) return comparisonSql(filter, values);
  const parts = filter.filters.map((part) => filterSql(part, values));
  if (parts.length === 0) return filter.type === 'and' ? 'true' : 'false';
  return `(${parts.join(filter.type === 'and' ? ' AND ' : ' OR ')})`;
}

function comparisonSql({ type, key, value }: ComparisonFilter, values: PgValue[]): string {
  const parameter = (item: PgValue, cast: string): string => `$${values.push(item)}::${cast}`;
  const actual = (): string => `(f.attributes -> ${parameter(postgresText(key), 'text')})`;
  switch (type) {
    case 'eq':
      return `coalesce(${actual()} = ${parameter(jsonOf(value), 'jsonb')}, false)`;
    case 'ne':
      return `coalesce(${actual()} <> ${parameter(jsonOf(value), 'jsonb')}, true)`;
    case 'in':
      return `coalesce(${parameter(jsonOf([value].flat()), 'jsonb')} @> ${actual()}, false)`;
    case 'nin':
      return `NOT coalesce(${parameter(jsonOf([value].flat()), 'jsonb')} @> ${actual()}, false)`;
    default:
      // Only numbers and texts have an order.
      if (typeof value === 'number') return ordered('number', 'numeric', String(value));
      if (typeof value === 'string') return ordered('string', 'text COLLATE "C"', postgresText(value));
      return 'false';
  }
  function ordered(jsonType: string, sqlType: string, bound: string): string {
    const sign = operators[type as keyof typeof operators];
    // A CASE instead of AND, because AND may evaluate the cast first, and the cast of another type is an error.
    return `CASE WHEN jsonb_typeof(${actual()}) = '${jsonType}' THEN (${actual()} #>> '{}')::${sqlType} ${sign} ${parameter(bound, sqlType)} ELSE false END`;
  }
}

/** Returns JSON that PostgreSQL accepts: without NUL characters and unpaired surrogates. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? postgresText(item) : item));
}

/** Replaces the characters that PostgreSQL does not accept. */
export function postgresText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
