// The files of a vector store with their states, and the progress of the batch that was started here.

import { useState } from 'preact/hooks';
import { type Child, type ListOf, type ListWindow, may, type ProjectContext, type Schemas } from '../api/index.ts';
import { choiceField, openUpload } from '../forms/index.ts';
import {
  announce,
  button,
  count,
  identifier,
  named,
  problem,
  shortMoment,
  size,
  stateBadge,
  subheading,
  words,
} from '../shell/index.ts';
import { list } from './list.tsx';
import { useReread } from './store-reread.tsx';
import type { Columns } from './table.tsx';

/** the name is missing until it is loaded. */
type Row = Schemas['VectorStoreFile'] & { filename?: string };

const lookMs = 1500;

const statuses: Row['status'][] = ['in_progress', 'completed', 'failed', 'cancelled'];

const path = '/v1/vector_stores/{vector_store_id}';

/** @param onChange hears that the store has other files. */
export function storeFiles(context: ProjectContext, store: Schemas['VectorStore'], onChange: () => Promise<unknown>) {
  const status = choiceField({
    name: 'filter',
    label: 'Status',
    texts: { '': 'all' },
    choices: statuses.map((one) => [one, words(one)]),
  });
  const params = { vector_store_id: store.id };
  const load = (window: ListWindow, chosen: Record<string, string>): Promise<ListOf<Row>> =>
    context.api.get(`${path}/files`, { params, query: { ...window, ...chosen } });
  const files = list(context, load, {
    of: ['file', 'files'],
    filters: [status],
    complete: (rows) => withNames(context, rows),
    empty: ['The store has no files yet.', 'Add text, HTML, PDF, Word, PowerPoint or Excel files to search them.'],
    columns,
    name: ({ filename, id }) => filename ?? id,
    removal: may(context, 'vector_stores.write') && {
      verb: 'Remove',
      note: 'Files that are removed are no longer found in this store. The files themselves stay in the project.',
      run: ({ id }) => context.api.remove(`${path}/files/{file_id}`, { params: { ...params, file_id: id } }),
      onDone: onChange,
    },
  });
  const changed = () => Promise.all([files.reload(), onChange()]);
  return (
    <section>
      <FilesHead {...{ context, store, changed }} />
      {files.element}
    </section>
  );
}

interface Head {
  context: ProjectContext;
  store: Schemas['VectorStore'];
  changed: () => Promise<unknown>;
}

/** The buttons, and the progress of what they began. */
function FilesHead({ context, store, changed }: Head) {
  const [progress, setProgress] = useState<Child>();
  const reread = useReread(context, store, changed);
  const add = () =>
    openUpload(context, {
      title: 'Add files to the store',
      hint: 'Text, HTML, PDF, Word, PowerPoint or Excel. The files are added to the project too.',
      submit: 'Upload and add',
      onDone: async (uploaded) => {
        const body = { file_ids: uploaded.map(({ id }) => id) };
        const params = { vector_store_id: store.id };
        void follow(await context.api.post(`${path}/file_batches`, { params, body }));
      },
    });
  return (
    <>
      {subheading(
        'Files',
        may(context, 'vector_stores.write') && reread.button,
        may(context, 'vector_stores.write') && may(context, 'files.write') && button('Add files', add, 'primary'),
      )}
      <div role="status">{progress}</div>
      {reread.progress}
    </>
  );

  async function follow(begun: Schemas['VectorStoreFileBatch']) {
    let batch = begun;
    const params = { vector_store_id: store.id, batch_id: batch.id };
    const cancel = () =>
      context.api.post(`${path}/file_batches/{batch_id}/cancel`, { params }).catch((error) => announce(problem(error)));
    try {
      while (!context.signal.aborted) {
        setProgress(batchBanner(batch, cancel));
        await changed();
        if (batch.status !== 'in_progress') return;
        await new Promise((resolve) => setTimeout(resolve, lookMs));
        batch = await context.api.get(`${path}/file_batches/{batch_id}`, { params });
      }
    } catch (error) {
      if (!context.signal.aborted) setProgress(problem(error, { retry: () => void follow(batch) }));
    }
  }
}

function batchBanner({ id, status, file_counts: counts }: Schemas['VectorStoreFileBatch'], cancel: () => void) {
  const { total, completed, failed, cancelled } = counts;
  const done = completed + failed + cancelled;
  const losses = [failed > 0 && `${count(failed)} failed`, cancelled > 0 && `${count(cancelled)} cancelled`];
  const rest = losses.filter((one) => one !== false).join(', ');
  return (
    <div class="banner batch">
      <p>
        <strong>
          {count(done)} of {count(total)} files processed
        </strong>
        {rest === '' ? '. ' : `: ${rest}. `}
        {identifier(id)}
      </p>
      {status === 'in_progress' && button('Cancel the rest', cancel)}
    </div>
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

const columns: Columns<Row> = {
  Name: ({ filename, id }) => [named(filename ?? null, 'deleted file'), identifier(id)],
  Status: ({ status, last_error: error, reread }) => [
    stateBadge(status),
    error !== null && <p class="small">{error.message}</p>,
    reread?.status === 'in_progress' && <p class="small">Waits to be read again.</p>,
    reread?.status === 'failed' && <p class="small">Not read again: {reread.error}</p>,
  ],
  Size: { number: ({ usage_bytes: bytes }) => size(bytes) },
  Added: ({ created_at: added }) => shortMoment(added),
};
