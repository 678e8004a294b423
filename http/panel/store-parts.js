// Shared by the pages of vector stores.

/** @import { Field, ProjectContext, Schemas } from './types.ts' */
/** @import { Removal } from './removal.js' */

import { h } from './dom.js';
import { numberField } from './fields.js';
import { badge, count, moment } from './format.js';

/** @type {Record<Schemas['VectorStore']['status'], [text: string, kind: 'good' | 'busy' | 'bad']>} */
const statuses = {
  in_progress: ['in progress', 'busy'],
  completed: ['completed', 'good'],
  expired: ['expired', 'bad'],
};

/** The server's largest number of days, a hundred years, is its way to say that a store never expires. */
const neverDays = 36_500;

/** @param {Schemas['VectorStore']['status']} status */
export function statusBadge(status) {
  return badge(...statuses[status]);
}

/**
 * Returns when the store expires.
 * @param {Schemas['VectorStore']} store
 */
export function expiry({ expires_at: at, expires_after: { days } }) {
  if (days === neverDays) return 'Never';
  return [moment(at), h('span', { class: 'soft' }, ` ${count(days)} days after its last use`)];
}

/**
 * Returns how vector stores are deleted.
 * @param {ProjectContext} context
 * @returns {Removal<Schemas['VectorStore']>}
 */
export function storeRemoval({ api }) {
  return {
    verb: 'Delete',
    name: ({ name, id }) => name || id,
    note: 'The index is deleted. The files are kept in the project. This cannot be undone.',
    typed: ({ name, id }) => name || id,
    run: ({ id }) => api.remove('/v1/vector_stores/{vector_store_id}', { params: { vector_store_id: id } }),
  };
}

/**
 * A field for the number of days without use after which a store expires.
 * @param {number | undefined} days
 * @returns {Field}
 */
export function expiryField(days) {
  const field = numberField({
    name: 'expires_after',
    label: 'Expires after',
    hint: 'Days without use. Empty: never.',
    value: days === undefined || days === neverDays ? null : days,
  });
  return {
    ...field,
    fill(body) {
      /** @type {Record<string, unknown>} */
      const own = {};
      field.fill(own);
      body.expires_after =
        own.expires_after === undefined ? null : { anchor: 'last_active_at', days: own.expires_after };
    },
  };
}
