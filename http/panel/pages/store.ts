import type { Page, ProjectContext, Schemas } from '../api/types.ts';
import { openDialog } from '../forms/dialog.ts';
import { pairsField } from '../forms/field-lists.ts';
import { textField } from '../forms/fields.ts';
import { form } from '../forms/form.ts';
import { removeButton } from '../lists/removal.tsx';
import { storeFiles } from '../lists/store-files.ts';
import { visit } from '../shell/address.ts';
import { announce } from '../shell/announce.ts';
import { identifier } from '../shell/copy.tsx';
import { fill, h } from '../shell/dom.ts';
import { count, facts, moment, named, size } from '../shell/format.tsx';
import { expiry, expiryField, statusBadge, storeRemoval } from './store-parts.tsx';
import { searchSection } from './store-search.ts';

export const storePage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/stores/:store',
  title: 'Vector store',
  async render(context) {
    const store = await read(context);
    const tally = h('div', {}, counts(store.file_counts));
    const details = h('div', {}, description(store));
    const files = storeFiles(context, store, async () => {
      const now = await read(context);
      fill(tally, counts(now.file_counts));
      fill(details, description(now));
    });
    return [
      h(
        'header',
        { class: 'section' },
        h('h2', {}, named(store.name, store.id)),
        h(
          'div',
          { class: 'buttons' },
          h(
            'button',
            { type: 'button', click: () => visit(`${storesOf(context)}/${store.id}/retrieval`) },
            'Test retrieval',
          ),
          h('button', { type: 'button', click: () => openEditing(context, store) }, 'Edit'),
          removeButton(storeRemoval(context), ['vector store', 'vector stores'], store, () => visit(storesOf(context))),
        ),
      ),
      tally,
      searchSection(context),
      files,
      h('h3', { class: 'section' }, 'Details'),
      details,
    ];
  },
};

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
  return h(
    'dl',
    { class: 'tiles' },
    tiles.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, count(value)))),
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
      pairs.length === 0
        ? h('span', { class: 'soft' }, 'none')
        : h(
            'ul',
            { class: 'plain' },
            pairs.map(([key, value]) => h('li', {}, h('bdi', {}, key), ': ', h('bdi', {}, String(value)))),
          ),
    ],
  ]);
}

function openEditing({ api, reload }: ProjectContext, store: Schemas['VectorStore']) {
  openDialog('Edit the vector store', (close) =>
    form({
      fields: [
        textField({ name: 'name', label: 'Name', value: store.name, optional: true, hint: 'Unique in the project.' }),
        expiryField(store.expires_after.days),
        pairsField({ name: 'metadata', value: store.metadata }),
      ],
      submit: 'Save',
      edits: true,
      cancel: close,
      async run(body) {
        await api.post('/v1/vector_stores/{vector_store_id}', {
          params: { vector_store_id: store.id },
          body: body as Schemas['ModifyVectorStoreRequest'],
        });
        close();
        reload();
        announce('The vector store is saved.');
      },
    }),
  );
}
