// Finds what needs a person's attention in a project or an organization: failed files, expired stores, failing webhooks,
// keys that expire soon, and spend limits that are nearly reached.

/** @import { Api, Child, Schemas } from './types.ts' */

import { href } from './address.js';
import { h } from './dom.js';
import { badge, count, money, named, shortMoment } from './format.js';
import { centsPerDollar } from './number-text.js';
import { spendLimitOf } from './spend-limit.js';

const soonSeconds = 14 * 86_400;
const recentSeconds = 7 * 86_400;
const nearShare = 0.8;
const mostRows = 100;

/** @typedef {{ kind: 'bad' | 'busy', state: string, text: Child[], path: string }} Matter */

/**
 * Returns what needs attention in a project. Members see its stores; owners see its keys, limit and webhook too.
 * @param {Api} api
 * @param {{ organizationId: string, project: Schemas['Project'], stores: Schemas['VectorStore'][], isOwner: boolean, spent: number }} of
 *   `spent`: this month, in US dollars.
 * @returns {Promise<Matter[]>}
 */
export async function projectMatters(api, { organizationId, project, stores, isOwner, spent }) {
  const base = `/o/${organizationId}/projects/${project.id}`;
  const ofStores = stores.flatMap((store) => storeMatters(store, base));
  if (!isOwner) return ofStores;
  const params = { project_id: project.id };
  const [limit, keys, deliveries] = await Promise.all([
    limitMatters(api, project, spent, base),
    api.get('/v1/organization/projects/{project_id}/api_keys', { params, query: { limit: mostRows } }),
    project.webhook_url === null
      ? { data: [] }
      : api.get('/v1/organization/projects/{project_id}/webhook_deliveries', {
          params,
          query: { limit: 1, status: 'failed' },
        }),
  ]);
  return [...limit, ...webhookMatters(deliveries.data, base), ...ofStores, ...keyMatters(keys.data, `${base}/keys`)];
}

/**
 * @param {Schemas['VectorStore']} store
 * @param {string} base
 * @returns {Matter[]}
 */
function storeMatters({ id, name, status, file_counts: { failed } }, base) {
  const path = `${base}/stores/${id}`;
  const store = named(name, id);
  if (status === 'expired') return [{ kind: 'busy', state: 'expired', text: ['The vector store ', store, ''], path }];
  if (failed === 0) return [];
  const files = failed === 1 ? '1 file' : `${count(failed)} files`;
  return [
    { kind: 'bad', state: 'failed', text: [`${files} of the vector store `, store], path: `${path}?filter=failed` },
  ];
}

/**
 * @param {Pick<Schemas['WebhookDelivery'], 'created_at'>[]} failed
 * @param {string} base
 * @returns {Matter[]}
 */
function webhookMatters([last], base) {
  if (last === undefined || last.created_at < nowSeconds() - recentSeconds) return [];
  const path = `${base}/webhook/deliveries?status=failed`;
  return [{ kind: 'bad', state: 'failed', text: ['Webhook delivery, last on ', shortMoment(last.created_at)], path }];
}

/**
 * @param {{ name: string, expires_at: number | null }[]} keys
 * @param {string} path
 * @returns {Matter[]}
 */
export function keyMatters(keys, path) {
  const now = nowSeconds();
  return keys.flatMap(({ name, expires_at: at }) => {
    if (at === null || at > now + soonSeconds) return [];
    const isOver = at <= now;
    /** @type {Matter} */
    const matter = {
      kind: isOver ? 'bad' : 'busy',
      state: isOver ? 'expired' : 'expires soon',
      text: ['The key ', named(name), ', ', shortMoment(at)],
      path,
    };
    return [matter];
  });
}

/**
 * @param {Api} api
 * @param {Schemas['Project']} project
 * @param {number} spent
 * @param {string} base
 * @returns {Promise<Matter[]>}
 */
async function limitMatters(api, project, spent, base) {
  const limit = await spendLimitOf({ api }, project);
  if (limit === undefined) return [];
  const most = limit.threshold_amount / centsPerDollar;
  const isReached = limit.enforcement.status === 'enforcing';
  if (!isReached && spent < most * nearShare) return [];
  return [
    {
      kind: isReached ? 'bad' : 'busy',
      state: isReached ? 'limit reached' : 'limit near',
      text: [`${money(spent)} of ${money(most)} are spent this month`],
      path: `${base}/settings`,
    },
  ];
}

/**
 * Returns the list of matters, or a sentence if there is none.
 * @param {Matter[]} matters
 */
export function attentionList(matters) {
  if (matters.length === 0) return h('p', { class: 'lead' }, 'Nothing needs your attention.');
  return h(
    'ul',
    { class: 'matters' },
    matters.map(({ kind, state, text, path }) =>
      h('li', {}, badge(state, kind), h('span', {}, text), h('a', { href: href(path) }, 'Show')),
    ),
  );
}

function nowSeconds() {
  return Math.floor(Date.now() / 1000);
}
