// The files of a vector store with their states, and the progress of the batch that was started here.

/** @import { ListWindow, ProjectContext, Schemas } from './types.ts' */

import { announce } from './announce.js';
import { confirmAction } from './confirm.js';
import { identifier } from './copy.js';
import { fill, h } from './dom.js';
import { choiceField } from './fields.js';
import { filters } from './filters.js';
import { badge, count, named, shortMoment, size } from './format.js';
import { list } from './list.js';
import { problem } from './problem.js';
import { storeReread } from './store-reread.js';
import { openUpload } from './upload-form.js';

/** @typedef {Schemas['VectorStoreFile'] & { filename: string }} Row */

const lookMs = 1500;

/** @type {Record<Schemas['VectorStoreFile']['status'], [text: string, kind: 'good' | 'busy' | 'bad' | 'quiet']>} */
const statuses = {
  in_progress: ['in progress', 'busy'],
  completed: ['completed', 'good'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', 'quiet'],
};

/**
 * @param {ProjectContext} context
 * @param {Schemas['VectorStore']} store
 * @param {() => Promise<unknown>} onChange hears that the store has other files.
 */
export function storeFiles(context, store, onChange) {
  const choices = Object.entries(statuses).map(([value, [text]]) => /** @type {[string, string]} */ ([value, text]));
  const status = choiceField({ name: 'filter', label: 'Status', choices: [['', 'all'], ...choices] });
  const choice = filters(context.query, [status], () => void files.restart());
  const progress = h('div', { role: 'status' });
  const files = list(context, (window) => withNames(context, store, { ...window, ...choice.values() }), {
    label: 'Files',
    filter: choice.values,
    empty: [
      h('p', {}, h('strong', {}, 'The store has no files yet.')),
      h('p', {}, 'Add text, HTML, PDF, Word, PowerPoint or Excel files to search them.'),
    ],
    columns: columns(context, store, changed),
  });
  const add = () =>
    openUpload(context, {
      title: 'Add files to the store',
      hint: 'Text, HTML, PDF, Word, PowerPoint or Excel. The files are added to the project too.',
      submit: 'Upload and add',
      onDone: async (uploaded) => {
        const batch = await context.api.post('/v1/vector_stores/{vector_store_id}/file_batches', {
          params: { vector_store_id: store.id },
          body: { file_ids: uploaded.map(({ id }) => id) },
        });
        void follow(batch);
      },
    });
  const reread = storeReread(context, store, changed);
  return h(
    'section',
    {},
    h(
      'header',
      { class: 'section' },
      h('h2', {}, 'Files'),
      h(
        'div',
        { class: 'buttons' },
        reread.button,
        h('button', { type: 'button', class: 'primary', click: add }, 'Add files'),
      ),
    ),
    progress,
    reread.progress,
    choice.element,
    files.element,
  );

  async function changed() {
    await Promise.all([files.reload(), onChange()]);
  }

  /** @param {Schemas['VectorStoreFileBatch']} begun */
  async function follow(begun) {
    let batch = begun;
    try {
      while (!context.signal.aborted) {
        fill(
          progress,
          batchBanner(batch, () => void cancel(batch.id)),
        );
        await changed();
        if (batch.status !== 'in_progress') return;
        await new Promise((resolve) => setTimeout(resolve, lookMs));
        batch = await context.api.get('/v1/vector_stores/{vector_store_id}/file_batches/{batch_id}', {
          params: { vector_store_id: store.id, batch_id: batch.id },
        });
      }
    } catch (error) {
      if (!context.signal.aborted) fill(progress, problem(error, { retry: () => void follow(batch) }));
    }
  }

  /** @param {string} id */
  async function cancel(id) {
    try {
      await context.api.post('/v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/cancel', {
        params: { vector_store_id: store.id, batch_id: id },
      });
    } catch (error) {
      announce(problem(error));
    }
  }
}

/**
 * @param {Schemas['VectorStoreFileBatch']} batch
 * @param {() => void} cancel
 */
function batchBanner({ id, status, file_counts: counts }, cancel) {
  const { total, completed, failed, cancelled } = counts;
  const done = completed + failed + cancelled;
  const losses = [failed > 0 && `${count(failed)} failed`, cancelled > 0 && `${count(cancelled)} cancelled`];
  const rest = losses.filter((one) => one !== false).join(', ');
  return h(
    'div',
    { class: 'banner batch' },
    h(
      'p',
      {},
      h('strong', {}, `${count(done)} of ${count(total)} files processed`),
      rest === '' ? '. ' : `: ${rest}. `,
      identifier(id),
    ),
    status === 'in_progress' && h('button', { type: 'button', click: cancel }, 'Cancel the rest'),
  );
}

/**
 * Loads a page of files with their names, because the store lists only their ids.
 * @param {ProjectContext} context
 * @param {Schemas['VectorStore']} store
 * @param {ListWindow & { filter?: Schemas['VectorStoreFile']['status'] }} query
 */
async function withNames({ api }, store, query) {
  const page = await api.get('/v1/vector_stores/{vector_store_id}/files', {
    params: { vector_store_id: store.id },
    query,
  });
  const files = await Promise.allSettled(
    page.data.map(({ id }) => api.get('/v1/files/{file_id}', { params: { file_id: id } })),
  );
  const names = files.map((file) => (file.status === 'fulfilled' ? file.value.filename : ''));
  return { ...page, data: page.data.map((row, index) => ({ ...row, filename: names[index] ?? '' })) };
}

/**
 * @param {ProjectContext} context
 * @param {Schemas['VectorStore']} store
 * @param {() => Promise<void>} changed
 * @returns {import('./list.js').ListOptions<Row>['columns']}
 */
function columns({ api }, store, changed) {
  const detach = (/** @type {Row} */ { id, filename }) =>
    confirmAction({
      title: 'Remove the file from the store?',
      text: [
        h('strong', {}, named(filename, id)),
        ' will no longer be found in this store. The file itself stays in the project.',
      ],
      action: 'Remove',
      run: () =>
        api.remove('/v1/vector_stores/{vector_store_id}/files/{file_id}', {
          params: { vector_store_id: store.id, file_id: id },
        }),
      onDone: () => {
        void changed();
        announce(named(filename, id), ' is removed from the store.');
      },
    });
  return [
    { title: 'Name', cell: ({ filename, id }) => [named(filename, 'deleted file'), identifier(id)] },
    {
      title: 'Status',
      cell: ({ status, last_error: error, reread }) => [
        badge(...statuses[status]),
        error !== null && h('p', { class: 'small' }, error.message),
        reread?.status === 'in_progress' && h('p', { class: 'small' }, 'Waits to be read again.'),
        reread?.status === 'failed' && h('p', { class: 'small' }, `Not read again: ${reread.error}`),
      ],
    },
    { title: 'Size', kind: 'number', cell: ({ usage_bytes: bytes }) => size(bytes) },
    { title: 'Added', cell: ({ created_at: added }) => shortMoment(added) },
    {
      title: 'Actions',
      kind: 'actions',
      cell: (row) =>
        h(
          'button',
          {
            type: 'button',
            class: 'danger-text',
            'aria-label': `Remove ${row.filename || row.id}`,
            click: () => detach(row),
          },
          'Remove',
        ),
    },
  ];
}
