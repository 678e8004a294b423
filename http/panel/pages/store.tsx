import { useMemo, useState } from 'preact/hooks';
import type { Page, ProjectContext, Schemas } from '../api/types.ts';
import { pairsField } from '../forms/field-lists.tsx';
import { textField } from '../forms/fields.tsx';
import { formDialog } from '../forms/form-dialog.tsx';
import { removeButton } from '../lists/removal.tsx';
import { storeFiles } from '../lists/store-files.tsx';
import { visit } from '../shell/address.ts';
import { announce } from '../shell/announce.tsx';
import { identifier } from '../shell/copy.tsx';
import { count, facts, moment, named, size } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';
import { uniqueId } from '../shell/shared.ts';
import { expiry, expiryField, statusBadge, storeRemoval } from './store-parts.tsx';
import { StoreSearch } from './store-search.tsx';

export const storePage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/stores/:store',
  title: 'Vector store',
  permission: 'vector_stores.read',
  render: async (context) => <Store key={uniqueId('store')} context={context} first={await read(context)} />,
};

function Store({ context, first }: { context: ProjectContext; first: Schemas['VectorStore'] }) {
  const [store, setStore] = useState(first);
  const removal = storeRemoval(context);
  const files = useMemo(() => storeFiles(context, first, async () => setStore(await read(context))), [first]);
  return (
    <>
      <header class="section">
        <h2>{named(first.name, first.id)}</h2>
        <div class="buttons">
          {button('Test retrieval', () => visit(`${storesOf(context)}/${first.id}/retrieval`))}
          {removal.isAllowed && button('Edit', () => openEditing(context, first))}
          {removal.isAllowed &&
            removeButton(removal, ['vector store', 'vector stores'], first, () => visit(storesOf(context)))}
        </div>
      </header>
      <div>{counts(store.file_counts)}</div>
      <StoreSearch context={context} storeId={first.id} />
      {files}
      <h3 class="section">Details</h3>
      <div>{description(store)}</div>
    </>
  );
}

function read({ api, params }: ProjectContext) {
  return api.get('/v1/vector_stores/{vector_store_id}', { params: { vector_store_id: params.store ?? '' } });
}

function storesOf({ organization, project }: ProjectContext) {
  return `/o/${organization.id}/projects/${project.id}/stores`;
}

function counts({ total, completed, in_progress: unfinished, failed, cancelled }: Schemas['FileCounts']) {
  const tiles: [string, number][] = [
    ['Files', total],
    ['Completed', completed],
    ['In progress', unfinished],
    ['Failed', failed],
    ['Cancelled', cancelled],
  ];
  return (
    <dl class="tiles">
      {tiles.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function description(store: Schemas['VectorStore']) {
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

function openEditing({ api, reload }: ProjectContext, store: Schemas['VectorStore']) {
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
    onDone() {
      reload();
      announce('The vector store is saved.');
    },
  });
}
