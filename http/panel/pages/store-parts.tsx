// Shared by the pages of vector stores.

import { type Field, may, type ProjectContext, type Schemas } from '../api/index.ts';
import { numberField } from '../forms/index.ts';
import type { Removal } from '../lists/index.ts';
import { badge, count, moment } from '../shell/index.ts';

const statuses: Record<Schemas['VectorStore']['status'], [text: string, kind: 'good' | 'busy' | 'bad']> = {
  in_progress: ['in progress', 'busy'],
  completed: ['completed', 'good'],
  expired: ['expired', 'bad'],
};

/** The server's largest number of days, a hundred years, is its way to say that a store never expires. */
const neverDays = 36_500;

export function statusBadge(status: Schemas['VectorStore']['status']) {
  return badge(...statuses[status]);
}

/** Returns when the store expires. */
export function expiry({ expires_at: at, expires_after: { days } }: Schemas['VectorStore']) {
  if (days === neverDays) return 'Never';
  return [moment(at), <span class="soft"> {count(days)} days after its last use</span>];
}

/** Returns how vector stores are deleted; false if the reader may not change them. */
export function storeRemoval(context: ProjectContext): Removal<Schemas['VectorStore']> | false {
  return (
    may(context, 'vector_stores.write') && {
      note: 'The index is deleted. The files are kept in the project. This cannot be undone.',
      typed: ({ name, id }) => name || id,
      run: ({ id }) => context.api.remove('/v1/vector_stores/{vector_store_id}', { params: { vector_store_id: id } }),
    }
  );
}

/** A field for the number of days without use after which a store expires. */
export function expiryField(days: number | undefined): Field {
  const field = numberField({
    name: 'expires_after',
    label: 'Expires after',
    hint: 'Days without use. Empty: never.',
    value: days === undefined || days === neverDays ? null : days,
  });
  return {
    ...field,
    fill(body) {
      const own: Record<string, unknown> = {};
      field.fill(own);
      body.expires_after =
        own.expires_after === undefined ? null : { anchor: 'last_active_at', days: own.expires_after };
    },
  };
}
