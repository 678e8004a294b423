// The usage of an organization or a project for its overview: the last 7 days and the cost of the month.

/** @import { Api, Child, Schemas } from './types.ts' */

import { chart } from './chart.js';
import { h } from './dom.js';
import { count, decimals, money, percent, size } from './format.js';

const daySeconds = 86_400;
const days = 7;
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/**
 * @typedef {object} Activity one number for each day, the oldest first.
 * @property {string[]} labels
 * @property {number[]} calls
 * @property {number[]} failed
 * @property {number[]} tokens
 * @property {number[]} requests all requests of the Project API.
 * @property {number[]} median milliseconds of completions; 0 on days without any.
 * @property {number[]} p95
 * @property {number} spent US dollars since the start of the month.
 */

/**
 * Loads the usage.
 * @param {Api} api
 * @param {string[]} projects empty: the whole organization.
 * @returns {Promise<Activity>}
 */
export async function activity(api, projects) {
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

/** @param {Map<string, number>} amounts */
function sumOfValues(amounts) {
  return sum([...amounts.values()]);
}

/**
 * Returns the cost of the model calls since the start of the month by project, in US dollars.
 * @param {Api} api
 * @param {string[]} projects empty: the whole organization, as one amount, because it may have 10,000 projects.
 * @returns {Promise<Map<string, number>>}
 */
export async function spentThisMonth(api, projects) {
  const now = new Date();
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) / 1000;
  const only = projects.length === 0 ? {} : { project_ids: projects, group_by: [/** @type {const} */ ('project_id')] };
  const query = { start_time: start, limit: 31, ...only };
  const { data } = await api.get('/v1/organization/costs', { query });
  const found = new Map();
  for (const { project_id: id, amount } of data.flatMap(({ results }) => results))
    found.set(id ?? '', (found.get(id ?? '') ?? 0) + amount.value);
  return found;
}

/**
 * Returns the cards with the numbers and their small charts.
 * @param {Activity} of
 * @param {Pick<Schemas['OrganizationOverview'], 'vector_store_bytes' | 'file_bytes'>} stored what is stored now; the
 *   usage report has samples, which other figures of the page would contradict.
 * @param {{ limit: Child, storage: Child }} texts what stands under the spend, and under the storage.
 */
export function activityCards(of, { vector_store_bytes: storeBytes, file_bytes: fileBytes }, { limit, storage }) {
  const calls = sum(of.calls);
  const failed = sum(of.failed);
  return h(
    'ul',
    { class: 'metrics' },
    card('Spend this month', money(of.spent), [limit]),
    card('Model calls, 7 days', count(calls), [small('Model calls', of, of.calls)]),
    card('Tokens, 7 days', count(sum(of.tokens)), [small('Tokens', of, of.tokens)]),
    card('Failed model calls, 7 days', calls === 0 ? '–' : percent(failed / calls), [
      calls > 0 && h('p', { class: 'soft small' }, `${count(failed)} of ${count(calls)} calls`),
      small('Failed calls', of, of.failed),
    ]),
    latencyCard('Median latency', of, of.median),
    latencyCard('95th percentile latency', of, of.p95),
    card('API requests, 7 days', count(sum(of.requests)), [small('API requests', of, of.requests)]),
    card('Storage', size(storeBytes + fileBytes), [
      h('p', { class: 'soft small' }, 'Vector stores: ', size(storeBytes), '. Files: ', size(fileBytes), '.'),
      storage,
    ]),
  );
}

/**
 * @param {string} name
 * @param {Activity} of
 * @param {number[]} amounts milliseconds by day.
 */
function latencyCard(name, of, amounts) {
  const last = amounts.findLastIndex((amount) => amount > 0);
  const latest = last === -1 ? '–' : milliseconds(amounts[last] ?? 0);
  return card(name, latest, [
    last !== -1 && h('p', { class: 'soft small' }, `Completions on ${of.labels[last]}`),
    small(name, of, amounts, milliseconds),
  ]);
}

/** @param {number} ms */
function milliseconds(ms) {
  return ms < 1000 ? `${ms} ms` : `${decimals(ms / 1000)} s`;
}

/**
 * @param {string} title
 * @param {Child} value
 * @param {Child[]} below
 */
function card(title, value, below) {
  return h('li', {}, h('h3', {}, title), h('p', { class: 'amount' }, value), below);
}

/**
 * @param {string} name
 * @param {Activity} of
 * @param {number[]} amounts
 */
function small(name, { labels }, amounts, format = count) {
  return chart({
    label: `${name} by day: ${amounts.map((amount, at) => `${labels[at]}: ${format(amount)}`).join(', ')}`,
    bars: amounts.map((amount, at) => ({ label: labels[at] ?? '', parts: [amount] })),
    series: [name],
    seriesNames: [name],
    format,
    isSmall: true,
  });
}

/** @param {number[]} amounts */
export function sum(amounts) {
  return amounts.reduce((all, amount) => all + amount, 0);
}
