// Lists what needs a person's attention in an organization or a project: failed files, expired stores, failing webhooks,
// keys that expire soon, and spend limits that are nearly reached.

/** @import { Child, Schemas } from './types.ts' */

import { href } from './address.js';
import { h } from './dom.js';
import { badge, count, money, named, shortMoment } from './format.js';
import { centsPerDollar } from './number-text.js';

/** @typedef {{ kind: 'bad' | 'busy', state: string, text: Child[], path: string }} Matter */

/** @type {Record<Schemas['MatterType'], { kind: 'bad' | 'busy', state: string }>} */
const states = {
  'vector_store.files_failed': { kind: 'bad', state: 'failed' },
  'vector_store.expired': { kind: 'busy', state: 'expired' },
  'webhook.failed': { kind: 'bad', state: 'failed' },
  'api_key.expires_soon': { kind: 'busy', state: 'expires soon' },
  'api_key.expired': { kind: 'bad', state: 'expired' },
  'spend_limit.near': { kind: 'busy', state: 'limit near' },
  'spend_limit.reached': { kind: 'bad', state: 'limit reached' },
};

/**
 * Returns what the server has found, for the list.
 * @param {Schemas['OrganizationOverview']} overview
 * @param {{ organizationId: string, isOfProject: boolean }} where `isOfProject`: the reader knows the project.
 * @returns {Matter[]}
 */
export function mattersIn({ matters }, { organizationId, isOfProject }) {
  return matters.map((matter) => {
    const { project_id: projectId, project_name: name } = matter;
    const base = `/o/${organizationId}${projectId === null ? '' : `/projects/${projectId}`}`;
    const project = projectId === null || isOfProject ? [] : [named(name ?? '', projectId), ': '];
    return { ...states[matter.type], text: [...project, ...textOf(matter)], path: base + pathOf(matter) };
  });
}

/**
 * @param {Schemas['Matter']} matter
 * @returns {Child[]}
 */
function textOf({ type, subject_id: id, subject_name: name, file_count: files, at, spent, threshold_amount: limit }) {
  const subject = named(name ?? '', id ?? '');
  switch (type) {
    case 'vector_store.files_failed':
      return [`${files === 1 ? '1 file' : `${count(files ?? 0)} files`} of the vector store `, subject];
    case 'vector_store.expired':
      return ['The vector store ', subject];
    case 'webhook.failed':
      return ['Webhook delivery, last on ', shortMoment(at ?? 0)];
    case 'api_key.expires_soon':
    case 'api_key.expired':
      return ['The key ', subject, ', ', shortMoment(at ?? 0)];
    default:
      return [`${money(spent?.value ?? 0)} of ${money((limit ?? 0) / centsPerDollar)} are spent this month`];
  }
}

/** @param {Schemas['Matter']} matter */
function pathOf({ type, subject_id: id }) {
  if (type === 'vector_store.files_failed') return `/stores/${id}?filter=failed`;
  if (type === 'vector_store.expired') return `/stores/${id}`;
  if (type === 'webhook.failed') return '/webhook/deliveries?status=failed';
  return type.startsWith('api_key.') ? '/keys' : '/settings';
}

/**
 * Returns what a member sees in the stores of a project, because only owners see its keys, limit and webhook.
 * @param {Schemas['VectorStore'][]} stores
 * @param {string} base the path of the project.
 * @returns {Matter[]}
 */
export function storeMatters(stores, base) {
  return stores.flatMap(({ id, name, status, file_counts: { failed } }) => {
    const type = status === 'expired' ? 'vector_store.expired' : failed > 0 ? 'vector_store.files_failed' : undefined;
    if (type === undefined) return [];
    const matter = /** @type {Schemas['Matter']} */ ({ type, subject_id: id, subject_name: name, file_count: failed });
    return [{ ...states[type], text: textOf(matter), path: base + pathOf(matter) }];
  });
}

/**
 * Returns the list of matters, or a sentence if there is none.
 * @param {Matter[]} matters
 * @param {boolean} hasMore true if the server has found more than it lists.
 */
export function attentionList(matters, hasMore = false) {
  if (matters.length === 0) return h('p', { class: 'lead' }, 'Nothing needs your attention.');
  return h(
    'div',
    {},
    h(
      'ul',
      { class: 'matters' },
      matters.map(({ kind, state, text, path }) =>
        h('li', {}, badge(state, kind), h('span', {}, text), h('a', { href: href(path) }, 'Show')),
      ),
    ),
    hasMore && h('p', { class: 'soft small' }, `The ${matters.length} most urgent are listed. There are more.`),
  );
}
