// Shared by the pages of vector stores.

import { type Field, may, type ProjectContext, type Schemas } from '../api/index.ts';
import { formDialog, numberField, pairsField, textField } from '../forms/index.ts';
import type { Removal } from '../lists/index.ts';
import { count, facts, identifier, moment, size, stateBadge } from '../shell/index.ts';

/** The server's largest number of days, a hundred years, is its way to say that a store never expires. */
const neverDays = 36_500;

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

export function description(store: Schemas['VectorStore']) {
  const { static: sizes, type } = store.chunking_strategy;
  const pairs = Object.entries(store.metadata);
  return facts([
    ['Status', stateBadge(store.status)],
    ['Id', identifier(store.id)],
    ['Size', size(store.bytes)],
    ['Created', moment(store.created_at)],
    ['Last used', moment(store.last_active_at)],
    ['Expires', expiry(store)],
    ['Chunks', `${count(sizes.max_chunk_size_tokens)} tokens, ${count(sizes.chunk_overlap_tokens)} overlap (${type})`],
    [
      'Metadata',
      pairs.length === 0 ? (
        <span class="soft">none</span>
      ) : (
        <ul class="plain">
          {pairs.map(([key, value]) => (
            <li>
              <bdi>{key}</bdi>: <bdi>{String(value)}</bdi>
            </li>
          ))}
        </ul>
      ),
    ],
  ]);
}

export function openEditing({ api, reload }: ProjectContext, store: Schemas['VectorStore']) {
  formDialog('Edit the vector store', {
    fields: [
      textField({ name: 'name', label: 'Name', value: store.name, optional: true, hint: 'Unique in the project.' }),
      expiryField(store.expires_after.days),
      pairsField({ name: 'metadata', value: store.metadata }),
    ],
    submit: 'Save',
    edits: true,
    run: (body) =>
      api.post('/v1/vector_stores/{vector_store_id}', {
        params: { vector_store_id: store.id },
        body: body as Schemas['ModifyVectorStoreRequest'],
      }),
    onDone: reload,
    notice: 'The vector store is saved.',
  });
}
