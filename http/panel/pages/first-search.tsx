// A drop zone for a first file, and the search in it.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Child, type ProjectContext, type Schemas, upload } from '../api/index.ts';
import { DropZone, fileField } from '../forms/index.ts';
import { named, problem } from '../shell/index.ts';
import { StoreSearch } from './store-search.tsx';

const lookMs = 500;

export function FirstSearch({ context }: { context: ProjectContext }) {
  const { signal } = context;
  const [progress, setProgress] = useState<Child>();
  const [ready, setReady] = useState(0);
  const store = useRef<Schemas['VectorStore']>(undefined);
  const found = useRef<HTMLDivElement>(null);
  const label = {
    name: 'file',
    label: 'Drop a file here, or choose one',
    hint: 'Text, HTML, PDF, Word, PowerPoint or Excel.',
  };
  const field = useMemo(() => fileField(label, ([file]) => void take(file)), []);
  useLayoutEffect(() => found.current?.querySelector('input')?.focus(), [ready]);
  return (
    <div>
      <DropZone content={field.element} take={field.take} />
      <div role="status">{progress}</div>
      <div ref={found} class="first-search">
        {ready > 0 && store.current && <StoreSearch context={context} storeId={store.current.id} />}
      </div>
    </div>
  );

  async function take(file: File | undefined) {
    if (file === undefined) return;
    const reading = (part: number) =>
      setProgress(
        <p>
          Reading {named(file.name)} … <progress max={1} value={part} aria-label={file.name} />
        </p>,
      );
    try {
      reading(0);
      const { id } = await upload(context, file, reading);
      store.current ??= await context.api.post('/v1/vector_stores', { body: { name: 'My documents' } });
      const { status, last_error: error } = await addFile(context, store.current.id, id);
      if (status !== 'completed')
        return setProgress(<p class="banner warn">{error?.message ?? 'The file cannot be read.'}</p>);
      setProgress(<p>{named(file.name)} is ready. Ask it something.</p>);
      setReady((before) => before + 1);
    } catch (error) {
      if (!signal.aborted) setProgress(problem(error));
    }
  }
}

/** Adds the file to the store, and waits until it is read. */
async function addFile({ api, signal }: ProjectContext, storeId: string, fileId: string) {
  const path = '/v1/vector_stores/{vector_store_id}/files';
  const params = { vector_store_id: storeId };
  let state = await api.post(path, { params, body: { file_id: fileId } });
  while (state.status === 'in_progress' && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    state = await api.get(`${path}/{file_id}`, { params: { ...params, file_id: fileId } });
  }
  return state;
}
