import { nowSeconds } from '../models/clock.ts';
import type { ListOf } from '../models/list.ts';
import type { PageOf } from '../models/page.ts';
import type { UsagePage, UsageSum } from '../services/limits/index.ts';

export interface Envelope<Resource> {
  object: 'list';
  data: Resource[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
  total?: number;
}

/** Returns a page of rows in the list envelope. */
export function envelope<Row, Resource extends { id: string }>(
  { rows, hasMore }: PageOf<Row>,
  toResource: (row: Row) => Resource,
): Envelope<Resource> {
  const data = rows.map(toResource);
  return { object: 'list', data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: hasMore };
}

/** Returns the answer of a list that clients of the public API walk by `next`. */
export function nextAnswer<Row, Resource extends { id: string }>(
  found: PageOf<Row>,
  toResource: (row: Row) => Resource,
): { status: 200; body: Envelope<Resource> & { next: string | null } } {
  const body = envelope(found, toResource);
  return { status: 200, body: { ...body, next: found.hasMore ? body.last_id : null } };
}

/** Returns the answer of a list that can be searched and counted. */
export function listAnswer<Row, Resource extends { id: string }>(
  found: ListOf<Row>,
  toResource: (row: Row) => Resource,
): { status: 200; headers: Record<string, string>; body: Envelope<Resource> } {
  const { total, searchedUntil } = found;
  return {
    status: 200,
    headers: searchedUntil === undefined ? {} : { 'svc-searched-until': String(searchedUntil) },
    body: { ...envelope(found, toResource), ...(total === undefined ? {} : { total }) },
  };
}

interface Report<Result> {
  object: 'page';
  data: { object: 'bucket'; start_time: number; end_time: number; results: Result[] }[];
  has_more: boolean;
  next_page: string | null;
}

/** Returns a page of a usage report, with each sum as a result. */
export function report<Result, Sum = UsageSum>(
  { buckets, next }: UsagePage<Sum>,
  toResult: (sum: Sum) => Result,
): Report<Result> {
  return {
    object: 'page',
    data: buckets.map(({ start, end, sums }) => ({
      object: 'bucket',
      start_time: start,
      end_time: end,
      results: sums.map(toResult),
    })),
    has_more: next !== null,
    next_page: next,
  };
}

/** Returns the related value of a row. A foreign key guarantees that the value exists. */
export function relatedTo<Value>(values: Map<string, Value>, id: string): Value {
  const value = values.get(id);
  if (value === undefined) throw new Error(`No related row has the id ${id}`);
  return value;
}

const soonMs = 250;
const laterMs = 1000;
const soonForSeconds = 10;

/** Tells the client when to poll an unfinished resource again: soon at first, because most files are small. */
export function pollHeaders(row: { status: string; createdAt: number }): Record<string, string> {
  if (row.status !== 'in_progress') return {};
  const ageSeconds = nowSeconds() - row.createdAt;
  return { 'openai-poll-after-ms': String(ageSeconds < soonForSeconds ? soonMs : laterMs) };
}
