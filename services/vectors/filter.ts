// Attribute filters in the public API's format, and their evaluation.
//
// Values of different types are never equal and have no order: 1 is not '1', and nothing is greater than true. Texts
// are ordered by code points. A file without the attribute passes `ne` and `nin`, which are negations, and no other
// comparison.

/** The attributes that a caller gives a file. */
export type Attributes = Record<string, string | number | boolean>;

type Value = string | number | boolean;

export interface ComparisonFilter {
  type: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin';
  key: string;
  /** A list for `in` and `nin`, a single value otherwise. */
  value: Value | (string | number)[];
}

export interface CompoundFilter {
  type: 'and' | 'or';
  filters: Filter[];
}

/** A comparison of one attribute, or a combination of filters. */
export type Filter = ComparisonFilter | CompoundFilter;

export function passes(filter: Filter, attributes: Attributes): boolean {
  switch (filter.type) {
    case 'and':
      return filter.filters.every((part) => passes(part, attributes));
    case 'or':
      return filter.filters.some((part) => passes(part, attributes));
    default:
      return compare(filter, Object.hasOwn(attributes, filter.key) ? attributes[filter.key] : undefined);
  }
}

function compare({ type, value }: ComparisonFilter, actual: Value | undefined): boolean {
  switch (type) {
    case 'eq':
      return actual === value;
    case 'ne':
      return actual !== value;
    case 'in':
      return listOf(value).some((item) => item === actual);
    case 'nin':
      return !listOf(value).some((item) => item === actual);
    default: {
      const order = orderOf(actual, value);
      if (order === undefined) return false;
      if (order === 0) return type === 'gte' || type === 'lte';
      return order > 0 === (type === 'gt' || type === 'gte');
    }
  }
}

function listOf(value: ComparisonFilter['value']): Value[] {
  return Array.isArray(value) ? value : [value];
}

/** Returns a negative number, zero or a positive number; undefined if the two values have no order. */
function orderOf(a: Value | undefined, b: ComparisonFilter['value']): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return undefined;
}
