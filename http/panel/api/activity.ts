// The usage of an organization or a project for its overview: the last 7 days and the cost of the month.

import type { Api } from './types.ts';

const daySeconds = 86_400;
const days = 7;
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Lists with one number for each day, the oldest first. */
export interface Activity {
  labels: string[];
  calls: number[];
  failed: number[];
  tokens: number[];
  /** All requests of the Project API. */
  requests: number[];
  /** Milliseconds of completions; 0 on days without any. */
  median: number[];
  p95: number[];
  /** US dollars since the start of the month. */
  spent: number;
}

/**
 * Loads the usage.
 * @param projects empty: the whole organization.
 */
export async function activity(api: Api, projects: string[]): Promise<Activity> {
  const now = Math.floor(Date.now() / 1000);
  const only = projects.length === 0 ? {} : { project_ids: projects };
  const query = { start_time: now - (now % daySeconds) - (days - 1) * daySeconds, limit: days, ...only };
  const [calls, embeddings, requests, latency, spent] = await Promise.all([
    api.get('/v1/organization/usage/completions', { query }),
    api.get('/v1/organization/usage/embeddings', { query }),
    api.get('/v1/organization/usage/requests', { query }),
    api.get('/v1/organization/usage/completions/latency', { query }),
    spentThisMonth(api, projects).then(sumOfValues),
  ]);
  const buckets = calls.data.map(({ start_time: start, results }, index) => ({
    label: day.format(new Date(start * 1000)),
    models: [...results, ...(embeddings.data[index]?.results ?? [])],
  }));
  return {
    labels: buckets.map(({ label }) => label),
    calls: buckets.map(({ models }) => sum(models.map((one) => one.num_model_requests))),
    failed: buckets.map(({ models }) => sum(models.map((one) => one.num_failed_requests))),
    tokens: buckets.map(({ models }) =>
      sum(models.map((one) => one.input_tokens + ('output_tokens' in one ? one.output_tokens : 0))),
    ),
    requests: requests.data.map(({ results }) => sum(results.map((one) => one.num_requests))),
    median: latency.data.map(({ results }) => results[0]?.median_ms ?? 0),
    p95: latency.data.map(({ results }) => results[0]?.p95_ms ?? 0),
    spent,
  };
}

function sumOfValues(amounts: Map<string, number>) {
  return sum([...amounts.values()]);
}

/**
 * Returns the cost of the model calls since the start of the month by project, in US dollars.
 * @param projects empty: the whole organization, as one amount, because it may have 10,000 projects.
 */
export async function spentThisMonth(api: Api, projects: string[]): Promise<Map<string, number>> {
  const now = new Date();
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) / 1000;
  const only = projects.length === 0 ? {} : { project_ids: projects, group_by: ['project_id' as const] };
  const query = { start_time: start, limit: 31, ...only };
  const { data } = await api.get('/v1/organization/costs', { query });
  const found = new Map();
  for (const { project_id: id, amount } of data.flatMap(({ results }) => results))
    found.set(id ?? '', (found.get(id ?? '') ?? 0) + amount.value);
  return found;
}

export function sum(amounts: number[]) {
  return amounts.reduce((all, amount) => all + amount, 0);
}
