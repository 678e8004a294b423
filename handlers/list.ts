import type { PageOf } from '../models/page.ts';

interface Envelope<Resource> {
  object: 'list';
  data: Resource[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
}

/** A page of rows in the list envelope. */
export function envelope<Row, Resource extends { id: string }>(
  { rows, hasMore }: PageOf<Row>,
  toResource: (row: Row) => Resource,
): Envelope<Resource> {
  const data = rows.map(toResource);
  return { object: 'list', data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: hasMore };
}

/** What belongs to a row. A foreign key sees to it that it is there. */
export function known<Value>(values: Map<string, Value>, id: string): Value {
  const value = values.get(id);
  if (value === undefined) throw new Error(`What belongs to ${id} is not there`);
  return value;
}
