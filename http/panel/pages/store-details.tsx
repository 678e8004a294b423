import type { ProjectContext, Schemas } from '../api/index.ts';
import { formDialog, pairsField, textField } from '../forms/index.ts';
import { count, facts, identifier, moment, size } from '../shell/index.ts';
import { expiry, expiryField, statusBadge } from './store-parts.tsx';

export function description(store: Schemas['VectorStore']) {
  const { static: sizes, type } = store.chunking_strategy;
  const pairs = Object.entries(store.metadata);
  return facts([
    ['Status', statusBadge(store.status)],
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
