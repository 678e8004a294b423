// The usage of an organization or a project for its overview: the last 7 days and the cost of the month.

import type { Api, Child, Schemas } from '../api/types.ts';
import { count, decimals, money, percent, size } from '../shell/format.tsx';
import { Spark } from './chart.tsx';

const daySeconds = 86_400;
const days = 7;
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** one number for each day, the oldest first. */
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

/**
 * Returns the cards with the numbers and their small charts.
 * @param stored what is stored now; the
 * usage report has samples, which other figures of the page would contradict.
 * @param texts what stands under the spend, and under the storage.
 */
export function activityCards(
  of: Activity,
  {
    vector_store_bytes: storeBytes,
    file_bytes: fileBytes,
  }: Pick<Schemas['OrganizationOverview'], 'vector_store_bytes' | 'file_bytes'>,
  { limit, storage }: { limit: Child; storage: Child },
) {
  const calls = sum(of.calls);
  const failed = sum(of.failed);
  return (
    <>
      <ul class="metrics">
        {card('Spend this month', money(of.spent), [limit])}
        {card('Model calls, 7 days', count(calls), [small('Model calls', of, of.calls)])}
        {card('Tokens, 7 days', count(sum(of.tokens)), [small('Tokens', of, of.tokens)])}
        {card('Failed model calls, 7 days', calls === 0 ? '–' : percent(failed / calls), [
          calls > 0 && (
            <p class="soft small">
              {count(failed)} of {count(calls)} calls
            </p>
          ),
          small('Failed calls', of, of.failed),
        ])}
      </ul>
      <ul class="metrics minor">
        {latencyCard('Median latency', of, of.median)}
        {latencyCard('95th percentile latency', of, of.p95)}
        {card('API requests, 7 days', count(sum(of.requests)), [])}
        {card('Storage', size(storeBytes + fileBytes), [
          <p class="soft small">
            Vector stores: {size(storeBytes)}. Files: {size(fileBytes)}.
          </p>,
          storage,
        ])}
      </ul>
    </>
  );
}

/** @param amounts milliseconds by day. */
function latencyCard(name: string, of: Activity, amounts: number[]) {
  const last = amounts.findLastIndex((amount) => amount > 0);
  const latest = last === -1 ? '–' : milliseconds(amounts[last] ?? 0);
  return card(name, latest, [last !== -1 && <p class="soft small">Completions on {of.labels[last]}</p>]);
}

function milliseconds(ms: number) {
  return ms < 1000 ? `${ms} ms` : `${decimals(ms / 1000)} s`;
}

function card(title: string, value: Child, below: Child[]) {
  return (
    <li>
      <h3>{title}</h3>
      <p class="amount">{value}</p>
      {below}
    </li>
  );
}

function small(name: string, { labels }: Activity, amounts: number[]) {
  const bars = amounts.map((amount, at) => ({ label: labels[at] ?? '', parts: [amount] }));
  return <Spark name={name} bars={bars} format={count} />;
}

export function sum(amounts: number[]) {
  return amounts.reduce((all, amount) => all + amount, 0);
}
