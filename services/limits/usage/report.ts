// Usage reports of an organization in time buckets, in the public API's format. They read the rollups of the bucket
// width, so the number of rows that are read does not depend on the number of calls.

import { QueryTypes } from 'sequelize';
import { nowSeconds } from '../../../models/clock.ts';
import { database } from '../../../models/connection.ts';
import { isId } from '../../../models/ids.ts';
import type { UsageKind, UsageWidth } from '../../../models/usage-rollup.ts';
import { nextSlice } from '../../platform/index.ts';
import { type Latency, latencyByDay } from './latency.ts';
import { startOf, widthSeconds } from './time.ts';
import { countedKinds } from './tokens.ts';

export type GroupName = 'project_id' | 'user_id' | 'api_key_id' | 'model' | 'mcp_tool';
export type BucketWidth = '1m' | '1h' | '1d';

export interface UsageQuery {
  /** Unix seconds. */
  start_time?: number | undefined;
  end_time?: number | undefined;
  bucket_width?: BucketWidth | undefined;
  project_ids?: string[] | undefined;
  user_ids?: string[] | undefined;
  api_key_ids?: string[] | undefined;
  models?: string[] | undefined;
  group_by?: GroupName[] | undefined;
  /** The number of buckets. */
  limit?: number | undefined;
  page?: string | undefined;
}

/** The usage of one group in a bucket. Fields that are not grouped by are null. */
export interface UsageSum extends Record<GroupName, string | null> {
  requests: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  /** Billionths of a US dollar. */
  cost: number;
  bytes: number;
}

export interface UsageBucket<Sum = UsageSum> {
  start: number;
  end: number;
  sums: Sum[];
}

export interface UsagePage<Sum = UsageSum> {
  buckets: UsageBucket<Sum>[];
  next: string | null;
}

const widths: Record<BucketWidth, UsageWidth> = { '1m': 'minute', '1h': 'hour', '1d': 'day' };
const pagePrefix = 'page_';
/** The time span of a report without a start time. */
const usualSpanSeconds = 6 * 86_400;
/** The number of buckets on a page: the default and the maximum. */
const bucketCounts: Record<UsageWidth, [number, number]> = { minute: [60, 1440], hour: [24, 168], day: [7, 31] };

/** The sums that one read should return, and the rows that it should sum up: the embedded database reads on the event loop. */
const perStep = { sums: 2000, rows: 10_000 };
/** The first read is one bucket, and each further one has at most so many times the buckets of the one before. */
const maxGrowth = 4;
/** A read names each bucket and each project up to so many pairs. */
const mostListed = 5000;
/** A page with so many sums ends, at the end of its bucket. The bytes of a page end it at about as many. */
const mostSums = 30_000;

const costBucketCounts: typeof bucketCounts = { ...bucketCounts, day: [7, 180] };

export function reportUsage(organizationId: string, kinds: UsageKind[], query: UsageQuery): Promise<UsagePage> {
  return report(organizationId, kinds, query, bucketCounts);
}

/** Returns a page of the requests report. By tool, the calls of tools stand apart from all other requests. */
export async function reportRequests(organizationId: string, query: UsageQuery): Promise<UsagePage> {
  if (query.group_by?.includes('mcp_tool') !== true) return reportUsage(organizationId, ['request'], query);
  const { buckets, next } = await reportUsage(organizationId, ['request', 'mcp_tool'], query);
  return { next, buckets: buckets.map((bucket) => ({ ...bucket, sums: withToolsApart(bucket.sums) })) };
}

/** Takes the calls of tools out of the requests that made them. */
function withToolsApart(sums: UsageSum[]): UsageSum[] {
  const keyOf = ({ project_id, user_id, api_key_id }: UsageSum): string => `${project_id}|${user_id}|${api_key_id}`;
  const requests = new Map(sums.filter((sum) => sum.mcp_tool === null).map((sum) => [keyOf(sum), sum]));
  for (const call of sums) {
    const sum = call.mcp_tool === null ? undefined : requests.get(keyOf(call));
    if (sum === undefined) continue;
    // One request can hold a list of messages, with several calls.
    sum.requests = Math.max(sum.requests - call.requests, 0);
    sum.failed = Math.max(sum.failed - call.failed, 0);
  }
  return sums.filter((sum) => sum.requests > 0);
}

/** Returns a page of the cost report, without groups that cost nothing. */
export async function reportCosts(organizationId: string, query: UsageQuery): Promise<UsagePage> {
  const { buckets, next } = await report(organizationId, [...countedKinds], query, costBucketCounts);
  return { next, buckets: buckets.map((bucket) => ({ ...bucket, sums: bucket.sums.filter(({ cost }) => cost > 0) })) };
}

export function reportLatency(
  organizationId: string,
  query: Pick<UsageQuery, 'start_time' | 'end_time' | 'project_ids' | 'limit' | 'page'>,
): Promise<UsagePage<Latency>> {
  return bucketsOf(query, bucketCounts, async ({ first, until }) => {
    return { found: await latencyByDay(organizationId, { first, until }, query.project_ids), rows: 0 };
  });
}

function report(
  organizationId: string,
  kinds: UsageKind[],
  query: UsageQuery,
  counts: typeof bucketCounts,
): Promise<UsagePage> {
  return bucketsOf(query, counts, (span) => sums(organizationId, kinds, query, span));
}

/** Returns the `page` of the buckets from this start on. */
export function pageFrom(start: number): string {
  return `${pagePrefix}${start}`;
}

interface Span {
  width: UsageWidth;
  first: number;
  until: number;
}

interface Found<Sum> {
  /** By the start of their bucket. */
  found: Map<number, Sum[]>;
  /** The number of rows that were summed up. */
  rows: number;
}

/**
 * Returns a page of buckets, filled with the sums that `read` returns. Reads a few buckets at a time and lets other
 * requests in between, because a bucket can have thousands of sums and of rows. The page ends after the bucket with which
 * it has `mostSums`.
 */
async function bucketsOf<Sum>(
  query: UsageQuery,
  counts: typeof bucketCounts,
  read: (span: Span) => Promise<Found<Sum>>,
): Promise<UsagePage<Sum>> {
  const width = widths[query.bucket_width ?? '1d'];
  const seconds = widthSeconds[width];
  const page = query.page === undefined ? undefined : Number(query.page.slice(pagePrefix.length));
  const from = query.start_time ?? page ?? nowSeconds() - usualSpanSeconds;
  const first = startOf(width, page ?? from);
  const end = query.end_time ?? nowSeconds() + 1;
  const [usual, most] = counts[width];
  // The first bucket may begin before `end` although the report's start is after it.
  const wanted = end <= from ? 0 : Math.max(Math.ceil((end - first) / seconds), 0);
  const count = Math.min(query.limit ?? usual, most, wanted);
  const buckets: UsageBucket<Sum>[] = [];
  let [step, total] = [1, 0];
  while (buckets.length < count && total < mostSums) {
    const start = first + buckets.length * seconds;
    const length = Math.min(step, count - buckets.length);
    const { found, rows } = await read({ width, first: start, until: start + length * seconds });
    const some = Array.from({ length }, (_, index): UsageBucket<Sum> => {
      const at = start + index * seconds;
      return { start: at, end: at + seconds, sums: found.get(at) ?? [] };
    });
    buckets.push(...some);
    const sums = some.reduce((sum, bucket) => sum + bucket.sums.length, 0);
    total += sums;
    const size = Math.max(sums / perStep.sums, rows / perStep.rows, 1 / maxGrowth);
    step = Math.max(Math.floor(length / size), 1);
    await nextSlice();
  }
  return { buckets, next: wanted > buckets.length ? pageFrom(first + buckets.length * seconds) : null };
}

interface SumRow {
  startsAt: number;
  /** How many rows were summed up. */
  summedUp: number | string;
  byProject: string | null;
  byUser: string | null;
  byKey: string | null;
  byModel: string | null;
  byTool: string | null;
  requests: number | string;
  failed: number | string;
  inputTokens: number | string;
  outputTokens: number | string;
  cachedTokens: number | string;
  cost: number | string;
  bytes: number | string;
}

const callerOf = (prefix: string): string =>
  `CASE WHEN SUBSTR(caller_id, 1, ${prefix.length}) = '${prefix}' THEN caller_id END`;
/** The keys of a service account are known until they are deleted. */
const accountOf = '(SELECT k.service_account_id FROM project_api_keys k WHERE k.id = caller_id)';
const keysOfAccounts = 'SELECT k.id FROM project_api_keys k WHERE k.service_account_id IN (:callers)';
const groups: Record<GroupName, { expression: string; name: keyof SumRow }> = {
  project_id: { expression: 'project_id', name: 'byProject' },
  user_id: { expression: `COALESCE(${callerOf('user_')}, ${accountOf})`, name: 'byUser' },
  api_key_id: { expression: callerOf('key_'), name: 'byKey' },
  model: { expression: "CASE WHEN kind <> 'mcp_tool' THEN NULLIF(model, '') END", name: 'byModel' },
  mcp_tool: { expression: "CASE WHEN kind = 'mcp_tool' THEN model END", name: 'byTool' },
};

/** Sums as floating-point numbers, because the embedded database's driver rejects integers above 2^53. */
const summed = [
  ['requests', 'requests'],
  ['failed', 'failed'],
  ['input_tokens', 'inputTokens'],
  ['output_tokens', 'outputTokens'],
  ['cached_tokens', 'cachedTokens'],
  ['cost', 'cost'],
  ['bytes', 'bytes'],
].map(([column, name]) => `SUM(${column} + 0.0) AS ${name}`);

async function sums(
  organizationId: string,
  kinds: UsageKind[],
  query: UsageQuery,
  { width, first, until }: Span,
): Promise<Found<UsageSum>> {
  if (kinds.length === 0) return { found: new Map(), rows: 0 };
  const grouped = [...new Set(query.group_by ?? [])].map((name) => groups[name]);
  const columns = grouped.map(({ expression, name }) => `${expression} AS \`${name}\``);
  const callers = [...(query.api_key_ids ?? []), ...(query.user_ids ?? [])];
  const ofAccounts = callers.some((id) => isId('service-account', id)) ? ` OR caller_id IN (${keysOfAccounts})` : '';
  const seconds = widthSeconds[width];
  const starts = Array.from({ length: (until - first) / seconds }, (_, index) => first + index * seconds);
  // The rows are in the order of their starts, then of their projects: a range of starts has the rows of all projects.
  const pairs = starts.length * (query.project_ids?.length ?? 0);
  const areListed = pairs > 0 && pairs <= mostListed && callers.length === 0;
  const conditions = [
    'organization_id = :organizationId AND width = :width AND kind IN (:kinds)',
    areListed ? 'starts_at IN (:starts)' : 'starts_at >= :first AND starts_at < :until',
    ...(query.project_ids === undefined ? [] : ['project_id IN (:projects)']),
    ...(callers.length === 0 ? [] : [`(caller_id IN (:callers)${ofAccounts})`]),
    ...(query.models === undefined ? [] : ['model IN (:models)']),
  ];
  const rows = await database().sequelize.query<SumRow>(
    `SELECT ${['starts_at AS startsAt', 'COUNT(*) AS summedUp', ...columns, ...summed].join(', ')}` +
      ` FROM usage_rollups WHERE ${conditions.join(' AND ')}` +
      ` GROUP BY ${['starts_at', ...grouped.map(({ name }) => `\`${name}\``)].join(', ')} ORDER BY starts_at`,
    {
      type: QueryTypes.SELECT,
      replacements: {
        organizationId,
        width,
        first,
        until,
        starts,
        kinds,
        projects: query.project_ids ?? [],
        callers,
        models: query.models ?? [],
      },
    },
  );
  const found = new Map<number, UsageSum[]>();
  for (const row of rows) {
    const start = Number(row.startsAt);
    const bucket = found.get(start);
    if (bucket === undefined) found.set(start, [toSum(row)]);
    else bucket.push(toSum(row));
  }
  return { found, rows: rows.reduce((total, { summedUp }) => total + Number(summedUp), 0) };
}

function toSum(row: SumRow): UsageSum {
  return {
    project_id: row.byProject ?? null,
    user_id: row.byUser ?? null,
    api_key_id: row.byKey ?? null,
    model: row.byModel ?? null,
    mcp_tool: row.byTool ?? null,
    requests: Number(row.requests),
    failed: Number(row.failed),
    inputTokens: Number(row.inputTokens),
    outputTokens: Number(row.outputTokens),
    cachedTokens: Number(row.cachedTokens),
    cost: Number(row.cost),
    bytes: Number(row.bytes),
  };
}
