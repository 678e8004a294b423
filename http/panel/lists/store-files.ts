// The files of a vector store with their states, and the progress of the batch that was started here.

import type { ListOf, ListWindow, ProjectContext, Schemas } from '../api/types.ts';
import { choiceField } from '../forms/fields.ts';
import { openUpload } from '../forms/upload-form.ts';
import { announce } from '../shell/announce.ts';
import { identifier } from '../shell/copy.tsx';
import { fill, h } from '../shell/dom.ts';
import { badge, count, named, shortMoment, size } from '../shell/format.tsx';
import { problem } from '../shell/problem.tsx';
import { list } from './list.tsx';
import { nothing } from './nothing.tsx';
import { storeReread } from './store-reread.ts';
import type { Column } from './table.tsx';

/** the name is missing until it is loaded. */
type Row = Schemas['VectorStoreFile'] & { filename?: string };

const lookMs = 1500;

const statuses: Record<Schemas['VectorStoreFile']['status'], [text: string, kind: 'good' | 'busy' | 'bad' | 'quiet']> =
  {
    in_progress: ['in progress', 'busy'],
    completed: ['completed', 'good'],
    failed: ['failed', 'bad'],
    cancelled: ['cancelled', 'quiet'],
  };

/** @param onChange hears that the store has other files. */
export function storeFiles(context: ProjectContext, store: Schemas['VectorStore'], onChange: () => Promise<unknown>) {
  const choices = Object.entries(statuses).map(([value, [text]]) => [value, text] as [string, string]);
  const status = choiceField({ name: 'filter', label: 'Status', choices: [['', 'all'], ...choices] });
  const progress = h('div', { role: 'status' });
  const params = { vector_store_id: store.id };
  const load = (window: ListWindow, chosen: Record<string, string>): Promise<ListOf<Row>> =>
    context.api.get('/v1/vector_stores/{vector_store_id}/files', { params, query: { ...window, ...chosen } });
  const files = list(context, load, {
    of: ['file', 'files'],
    filters: [status],
    complete: (rows) => withNames(context, rows),
    empty: nothing(
      'The store has no files yet.',
      'Add text, HTML, PDF, Word, PowerPoint or Excel files to search them.',
    ),
    columns,
    removal: {
      verb: 'Remove',
      name: ({ filename, id }) => filename ?? id,
      note: 'Files that are removed are no longer found in this store. The files themselves stay in the project.',
      run: ({ id }) =>
        context.api.remove('/v1/vector_stores/{vector_store_id}/files/{file_id}', {
          params: { ...params, file_id: id },
        }),
      onDone: onChange,
    },
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
    files.element,
  );

  async function changed() {
    await Promise.all([files.reload(), onChange()]);
  }

  async function follow(begun: Schemas['VectorStoreFileBatch']) {
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

  async function cancel(id: string) {
    try {
      await context.api.post('/v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/cancel', {
        params: { vector_store_id: store.id, batch_id: id },
      });
    } catch (error) {
      announce(problem(error));
    }
  }
}

function batchBanner({ id, status, file_counts: counts }: Schemas['VectorStoreFileBatch'], cancel: () => void) {
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

/** Loads the names of the files, because the store lists only their ids. */
async function withNames({ api }: ProjectContext, rows: Row[]): Promise<Row[]> {
  const files = await Promise.allSettled(
    rows.map(({ id }) => api.get('/v1/files/{file_id}', { params: { file_id: id } })),
  );
  return rows.map((row, index) => {
    const file = files[index];
    return file?.status === 'fulfilled' ? { ...row, filename: file.value.filename } : row;
  });
}

const columns: Column<Row>[] = [
  { title: 'Name', cell: ({ filename, id }) => [named(filename ?? null, 'deleted file'), identifier(id)] },
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
];
