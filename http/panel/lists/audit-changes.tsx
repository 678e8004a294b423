// The changes of an audit log entry as a table: each changed field with its value before and after.

import type { Child, Schemas } from '../api/index.ts';
import { moment } from '../shell/index.ts';
import { table } from './table.tsx';

/** Fields whose keys a change replaces as a whole: a key that is missing in the new value is removed. */
const replaced = ['metadata', 'attributes'];

type Change = { id: string; before: unknown; after: unknown; hasBefore: boolean };

/** Returns the table, or nothing if the entry changes no values. */
export function changeTable(entry: Schemas['AuditLog']) {
  const changes = changesOf((entry[entry.type] ?? {}) as Record<string, unknown>);
  if (changes.length === 0) return false;
  return table(changes, 'Changes', {
    Field: ({ id }) => <code class="path">{id}</code>,
    Before: ({ id, before, hasBefore }) => (hasBefore ? written(id, before) : 'not recorded'),
    After: ({ id, after }) => written(id, after),
  });
}

function changesOf({
  id: _,
  previous_values: previous,
  changes_requested: requested,
  ...others
}: Record<string, unknown>): Change[] {
  if (previous === undefined && requested === undefined) return [];
  const after = (requested ?? others) as Record<string, unknown>;
  const before = (previous ?? {}) as Record<string, unknown>;
  const beforeLeaves = new Map(leaves(before));
  const afterLeaves = new Map(leaves(after));
  for (const path of beforeLeaves.keys()) {
    const [name = ''] = path.split('.', 1);
    const isRemoved = !(name in after) || replaced.includes(name);
    if (isRemoved && !afterLeaves.has(path)) afterLeaves.set(path, null);
  }
  // The public API's word for the name.
  if (afterLeaves.get('title') === afterLeaves.get('name')) afterLeaves.delete('title');
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

/** Returns the values with dotted names: `limits.tokens_per_day`. */
function leaves(values: object, path = ''): [path: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value, `${path}${name}.`)
      : [[`${path}${name}`, value] as [string, unknown]],
  );
}

function written(name: string, value: unknown): Child {
  if (value === null || value === '') return <span class="soft">none</span>;
  if (name.endsWith('_at') && typeof value === 'number') return moment(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return <bdi class="value-text">{text}</bdi>;
}
