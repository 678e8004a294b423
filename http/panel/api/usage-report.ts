// Loads the usage of an organization's projects for the usage page: model calls, tokens and spend in one form.

import type { Api } from './types.ts';

export type Group = 'project_id' | 'model' | 'api_key_id' | 'user_id' | 'mcp_tool';

/**
 * The usage of one group in one bucket, or in all.
 * `bytes`: the most that was stored.
 */
export interface Sums {
  calls: number;
  failed: number;
  input: number;
  output: number;
  spend: number;
  requests: number;
  bytes: number;
}

/** by the group's id; '' for none. */
export type Bucket = { start: number; end: number; sums: Map<string, Sums> };

/** Unix seconds. */
export type Span = { from: number; until: number; width: '1h' | '1d' };

const daySeconds = 86_400;
const hourSeconds = 3600;
/** Up to this length, the report has a bucket for each hour. */
const mostHourlySeconds = 2 * daySeconds;
/** The most buckets that the API returns on one page. */
const pageLengths = { '1h': 168, '1d': 31 };

/**
 * Returns the span of the last days, or of the chosen dates. Days are in UTC, and both dates are part of the span.
 */
export function spanOf({ window = '7', from, until }: Record<string, string>): Span {
  const now = Math.floor(Date.now() / 1000);
  if (window === 'dates') {
    const first = secondsOf(from) ?? now - (now % daySeconds);
    const last = Math.max(secondsOf(until) ?? now - (now % daySeconds), first);
    return span(first, Math.min(last + daySeconds, Math.max(now + 1, first + 1)));
  }
  if (window === '1') return { from: now - (now % hourSeconds) - 23 * hourSeconds, until: now + 1, width: '1h' };
  return span(now - (now % daySeconds) - (Number(window) - 1) * daySeconds, now + 1);
}

function span(from: number, until: number): Span {
  return { from, until, width: until - from <= mostHourlySeconds ? '1h' : '1d' };
}

function secondsOf(date: string | undefined) {
  const ms = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) ? undefined : ms / 1000;
}

export interface Report {
  buckets: Bucket[];
  /** The project of each key, if the report is grouped by keys. */
  projectOf: Map<string, string>;
}

/** The project or the key that a report is about; neither: everything. */
export type Only = { project?: string | undefined; key?: string | undefined };

/** Loads the report. */
export async function usage(
  api: Api,
  { from, until, width }: Span,
  group: Group | undefined,
  { project, key }: Only,
): Promise<Report> {
  const window = {
    ...{ start_time: from, end_time: until, bucket_width: width, limit: pageLengths[width] },
    ...(project === undefined ? {} : { project_ids: [project] }),
    ...(key === undefined ? {} : { api_key_ids: [key] }),
  };
  if (group === 'mcp_tool')
    return { buckets: await toolCalls(api, { ...window, group_by: [group] }), projectOf: new Map() };
  // The name of a key is found by its project.
  const groups = group === undefined ? [] : group === 'api_key_id' ? [group, 'project_id' as const] : [group];
  const costGroups = groups.map((one) => (one === 'model' ? ('line_item' as const) : one));
  const query = { ...window, ...(groups.length === 0 ? {} : { group_by: groups }) };
  const costs = { ...window, ...(groups.length === 0 ? {} : { group_by: costGroups }) };
  const hasStorage = group === undefined || group === 'project_id';
  const [completions, embeddings, spend, requests, stores, files] = await Promise.all([
    allPages((page) => api.get('/v1/organization/usage/completions', { query: { ...query, ...page } })),
    allPages((page) => api.get('/v1/organization/usage/embeddings', { query: { ...query, ...page } })),
    allPages((page) => api.get('/v1/organization/costs', { query: { ...costs, ...page } })),
    // Requests have no model, and storage has neither a model nor a caller.
    group === 'model'
      ? []
      : allPages((page) => api.get('/v1/organization/usage/requests', { query: { ...query, ...page } })),
    hasStorage
      ? allPages((page) => api.get('/v1/organization/usage/vector_stores', { query: { ...query, ...page } }))
      : [],
    hasStorage ? allPages((page) => api.get('/v1/organization/usage/files', { query: { ...query, ...page } })) : [],
  ]);
  const projectOf: Report['projectOf'] = new Map();
  const idOf = (result: Partial<Record<Group, string | null>>) => {
    const id = group === undefined ? '' : (result[group] ?? '');
    if (group === 'api_key_id' && result.project_id) projectOf.set(id, result.project_id);
    return id;
  };
  const buckets = completions.map(({ start_time: start, end_time: end, results }, index) => {
    const sums: Map<string, Sums> = new Map();
    for (const one of [...results, ...(embeddings[index]?.results ?? [])])
      addTo(sums, idOf(one), {
        calls: one.num_model_requests,
        failed: one.num_failed_requests,
        input: one.input_tokens,
        output: 'output_tokens' in one ? one.output_tokens : 0,
      });
    for (const one of requests[index]?.results ?? []) addTo(sums, idOf(one), { requests: one.num_requests });
    for (const { line_item: model, amount, ...one } of spend[index]?.results ?? [])
      addTo(sums, idOf({ ...one, model }), { spend: amount.value });
    for (const one of [...(stores[index]?.results ?? []), ...(files[index]?.results ?? [])])
      addTo(sums, idOf(one), { bytes: one.usage_bytes });
    return { start, end, sums };
  });
  return { buckets, projectOf };
}

/** Loads the calls of tools of MCP servers. Only the report of requests knows them. */
async function toolCalls(
  api: Api,
  query: { start_time: number; end_time: number; bucket_width: Span['width']; limit: number; group_by: ['mcp_tool'] },
): Promise<Bucket[]> {
  const buckets = await allPages((page) =>
    api.get('/v1/organization/usage/requests', { query: { ...query, ...page } }),
  );
  return buckets.map(({ start_time: start, end_time: end, results }) => {
    const sums = new Map();
    for (const { mcp_tool: tool, num_requests: requests, num_failed_requests: failed } of results)
      if (tool !== null) addTo(sums, tool, { requests, failed });
    return { start, end, sums };
  });
}

async function allPages<Result>(
  load: (page: { page?: string }) => Promise<{ data: Result[]; next_page: string | null }>,
) {
  const data = [];
  let next: string | null = null;
  do {
    const page = await load(next === null ? {} : { page: next });
    data.push(...page.data);
    next = page.next_page;
  } while (next !== null);
  return data;
}

function zero(): Sums {
  return { calls: 0, failed: 0, input: 0, output: 0, spend: 0, requests: 0, bytes: 0 };
}

function addTo(all: Map<string, Sums>, id: string, more: Partial<Sums>) {
  const sums = all.get(id) ?? zero();
  all.set(id, sums);
  for (const [name, amount] of Object.entries(more)) sums[name as keyof Sums] += amount;
}

/** The group that stands for all groups without a colour of their own. */
export const others = '\0others';

/** The number of groups with a colour of their own. */
const mostDrawn = 5;

/** Returns the buckets with the sums of the largest groups, and those of all others as one group. */
export function folded(buckets: Bucket[], sums: [id: string, sums: Sums][]): { ids: string[]; buckets: Bucket[] } {
  const ids = sums.slice(0, sums.length > mostDrawn + 1 ? mostDrawn : sums.length).map(([id]) => id);
  const own = new Set(ids);
  const drawn = buckets.map((bucket) => {
    const few: Bucket['sums'] = new Map();
    for (const [id, one] of bucket.sums) addTo(few, own.has(id) ? id : others, one);
    return { ...bucket, sums: few };
  });
  return { ids: sums.length > ids.length ? [...ids, others] : ids, buckets: drawn };
}

/** Returns the sums of each group over all buckets, the largest first: by spend, then by tokens, then by requests. */
export function totals(buckets: Bucket[]): [id: string, sums: Sums][] {
  const all: Map<string, Sums> = new Map();
  for (const { sums } of buckets) {
    for (const [id, { bytes, ...added }] of sums) {
      const most = Math.max(all.get(id)?.bytes ?? 0, bytes);
      addTo(all, id, added);
      Object.assign(all.get(id) as Sums, { bytes: most });
    }
  }
  return [...all].sort(
    ([, one], [, other]) =>
      other.spend - one.spend || other.input + other.output - (one.input + one.output) || other.requests - one.requests,
  );
}
