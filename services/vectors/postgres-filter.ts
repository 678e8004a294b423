// Filters as SQL over a file's attributes, with the meaning that filter.ts gives them.

import type { ComparisonFilter, Filter } from './filter.ts';
import type { PgValue } from './postgres-client.ts';

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** A condition on `f.attributes`. What it compares with is appended to `values`. */
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
    // A cast of what is no number would be an error, and AND evaluates in any order.
    return `CASE WHEN jsonb_typeof(${actual()}) = '${jsonType}' THEN (${actual()} #>> '{}')::${sqlType} ${sign} ${parameter(bound, sqlType)} ELSE false END`;
  }
}

/** JSON that PostgreSQL takes: it knows neither the NUL character nor halves of surrogate pairs. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? postgresText(item) : item));
}

/** The text in characters that PostgreSQL has. */
export function postgresText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
