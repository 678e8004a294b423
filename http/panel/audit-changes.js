// The changes of an audit log entry as a table: each changed field with its value before and after.

/** @import { Child, Schemas } from './types.ts' */

import { h } from './dom.js';
import { moment } from './format.js';
import { table } from './table.js';

/** Fields whose keys a change replaces as a whole: a key that is missing in the new value is removed. */
const replaced = ['metadata', 'attributes'];

/** @typedef {{ id: string, before: unknown, after: unknown, hasBefore: boolean }} Change */

/**
 * Returns the table, or nothing if the entry changes no values.
 * @param {Schemas['AuditLog']} entry
 */
export function changeTable(entry) {
  const changes = changesOf(/** @type {Record<string, unknown>} */ (entry[entry.type] ?? {}));
  if (changes.length === 0) return false;
  return table(changes, {
    label: 'Changes',
    columns: [
      { title: 'Field', cell: ({ id }) => h('code', { class: 'path' }, id) },
      { title: 'Before', cell: ({ id, before, hasBefore }) => (hasBefore ? written(id, before) : 'not recorded') },
      { title: 'After', cell: ({ id, after }) => written(id, after) },
    ],
  });
}

/**
 * @param {Record<string, unknown>} details
 * @returns {Change[]}
 */
function changesOf({ id: _, previous_values: previous, changes_requested: requested, ...others }) {
  if (previous === undefined && requested === undefined) return [];
  const after = /** @type {Record<string, unknown>} */ (requested ?? others);
  const before = /** @type {Record<string, unknown>} */ (previous ?? {});
  const beforeLeaves = new Map(leaves(before));
  const afterLeaves = new Map(leaves(after));
  for (const path of beforeLeaves.keys()) {
    const [name = ''] = path.split('.', 1);
    const isRemoved = !(name in after) || replaced.includes(name);
    if (isRemoved && !afterLeaves.has(path)) afterLeaves.set(path, null);
  }
  // The expiry itself says more than the requested number of seconds.
  if (afterLeaves.has('expires_at')) afterLeaves.delete('expires_in_seconds');
  const changes = [...afterLeaves].map(([name, value]) => ({
    id: name,
    before: beforeLeaves.get(name) ?? null,
    after: value,
    hasBefore: previous !== undefined,
  }));
  // Leaves out what the request repeated. JSON also compares lists.
  return changes.filter(
    ({ before, after, hasBefore }) => !hasBefore || JSON.stringify(before) !== JSON.stringify(after),
  );
}

/**
 * Returns the values with dotted names: `limits.tokens_per_day`.
 * @param {object} values
 * @param {string} path
 * @returns {[path: string, value: unknown][]}
 */
function leaves(values, path = '') {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value, `${path}${name}.`)
      : [/** @type {[string, unknown]} */ ([`${path}${name}`, value])],
  );
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {Child}
 */
function written(name, value) {
  if (value === null || value === '') return h('span', { class: 'soft' }, 'none');
  if (name.endsWith('_at') && typeof value === 'number') return moment(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return h('bdi', { class: 'value-text' }, text);
}
