// Loads the usage of an organization's projects for the usage page: model calls, tokens and spend in one form.

/** @import { Api } from './types.ts' */

/** @typedef {'project_id' | 'model' | 'api_key_id' | 'user_id' | 'mcp_tool'} Group */

/**
 * The usage of one group in one bucket, or in all.
 * @typedef {{
 *   calls: number, failed: number, input: number, output: number, spend: number, requests: number, bytes: number,
 * }} Sums `bytes`: the most that was stored.
 */

/** @typedef {{ start: number, end: number, sums: Map<string, Sums> }} Bucket by the group's id; '' for none. */

/** @typedef {{ from: number, until: number, width: '1h' | '1d' }} Span Unix seconds. */

const daySeconds = 86_400;
const hourSeconds = 3600;
/** Up to this length, the report has a bucket for each hour. */
const mostHourlySeconds = 2 * daySeconds;
/** The most buckets that the API returns on one page. */
const pageLengths = { '1h': 168, '1d': 31 };

/**
 * Returns the span of the last days, or of the chosen dates. Days are in UTC, and both dates are part of the span.
 * @param {Record<string, string>} chosen
 * @returns {Span}
 */
export function spanOf({ window = '7', from, until }) {
  const now = Math.floor(Date.now() / 1000);
  if (window === 'dates') {
    const first = secondsOf(from) ?? now - (now % daySeconds);
    const last = Math.max(secondsOf(until) ?? now - (now % daySeconds), first);
    return span(first, Math.min(last + daySeconds, Math.max(now + 1, first + 1)));
  }
  if (window === '1') return { from: now - (now % hourSeconds) - 23 * hourSeconds, until: now + 1, width: '1h' };
  return span(now - (now % daySeconds) - (Number(window) - 1) * daySeconds, now + 1);
}

/**
 * @param {number} from
 * @param {number} until
 * @returns {Span}
 */
function span(from, until) {
  return { from, until, width: until - from <= mostHourlySeconds ? '1h' : '1d' };
}

/** @param {string | undefined} date */
function secondsOf(date) {
  const ms = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) ? undefined : ms / 1000;
}

/**
 * @typedef {object} Report
 * @property {Bucket[]} buckets
 * @property {Map<string, string>} projectOf the project of each key, if the report is grouped by keys.
 */

/**
 * Loads the report.
 * @param {Api} api
 * @param {Span} of
 * @param {Group | undefined} group
 * @returns {Promise<Report>}
 */
export async function usage(api, { from, until, width }, group) {
  const window = { start_time: from, end_time: until, bucket_width: width, limit: pageLengths[width] };
  if (group === 'mcp_tool')
    return { buckets: await toolCalls(api, { ...window, group_by: [group] }), projectOf: new Map() };
  // The name of a key is found by its project.
  const groups =
    group === undefined ? [] : group === 'api_key_id' ? [group, /** @type {const} */ ('project_id')] : [group];
  const costGroups = groups.map((one) => (one === 'model' ? /** @type {const} */ ('line_item') : one));
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
  /** @type {Report['projectOf']} */
  const projectOf = new Map();
  /** @param {Partial<Record<Group, string | null>>} result */
  const idOf = (result) => {
    const id = group === undefined ? '' : (result[group] ?? '');
    if (group === 'api_key_id' && result.project_id) projectOf.set(id, result.project_id);
    return id;
  };
  const buckets = completions.map(({ start_time: start, end_time: end, results }, index) => {
    /** @type {Map<string, Sums>} */
    const sums = new Map();
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

/**
 * Loads the calls of tools of MCP servers. Only the report of requests knows them.
 * @param {Api} api
 * @param {{ start_time: number, end_time: number, bucket_width: Span['width'], limit: number, group_by: ['mcp_tool'] }} query
 * @returns {Promise<Bucket[]>}
 */
async function toolCalls(api, query) {
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

/**
 * @template Result
 * @param {(page: { page?: string }) => Promise<{ data: Result[], next_page: string | null }>} load
 */
async function allPages(load) {
  const data = [];
  /** @type {string | null} */
  let next = null;
  do {
    const page = await load(next === null ? {} : { page: next });
    data.push(...page.data);
    next = page.next_page;
  } while (next !== null);
  return data;
}

/** @returns {Sums} */
function zero() {
  return { calls: 0, failed: 0, input: 0, output: 0, spend: 0, requests: 0, bytes: 0 };
}

/**
 * @param {Map<string, Sums>} all
 * @param {string} id
 * @param {Partial<Sums>} more
 */
function addTo(all, id, more) {
  const sums = all.get(id) ?? zero();
  all.set(id, sums);
  for (const [name, amount] of Object.entries(more)) sums[/** @type {keyof Sums} */ (name)] += amount;
}

/**
 * Returns the sums of each group over all buckets, the largest first: by spend, then by tokens, then by requests.
 * @param {Bucket[]} buckets
 * @returns {[id: string, sums: Sums][]}
 */
export function totals(buckets) {
  /** @type {Map<string, Sums>} */
  const all = new Map();
  for (const { sums } of buckets) {
    for (const [id, { bytes, ...added }] of sums) {
      const most = Math.max(all.get(id)?.bytes ?? 0, bytes);
      addTo(all, id, added);
      Object.assign(/** @type {Sums} */ (all.get(id)), { bytes: most });
    }
  }
  return [...all].sort(
    ([, one], [, other]) =>
      other.spend - one.spend || other.input + other.output - (one.input + one.output) || other.requests - one.requests,
  );
}
