// Shared by the pages of vector stores.

/** @import { Field, Schemas } from './types.ts' */

import { numberField } from './fields.js';
import { badge } from './format.js';

/** @type {Record<Schemas['VectorStore']['status'], [text: string, kind: 'good' | 'busy' | 'bad']>} */
const statuses = {
  in_progress: ['in progress', 'busy'],
  completed: ['completed', 'good'],
  expired: ['expired', 'bad'],
};

/** @param {Schemas['VectorStore']['status']} status */
export function statusBadge(status) {
  return badge(...statuses[status]);
}

/**
 * A field for the number of days without use after which a store expires.
 * @param {number | undefined} days
 * @returns {Field}
 */
export function expiryField(days) {
  const field = numberField({
    name: 'expires_after',
    label: 'Days until it expires',
    hint: 'Counted from its last use, 1 to 36,500. Empty: 36,500.',
    value: days ?? null,
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
