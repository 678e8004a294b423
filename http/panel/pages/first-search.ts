// A drop zone for a first file, and the search in it.

import type { ProjectContext, Schemas } from '../api/types.ts';
import { upload } from '../api/upload.ts';
import { dropZone } from '../forms/drop-zone.tsx';
import { labelled } from '../forms/fields.ts';
import { fill, h } from '../shell/dom.ts';
import { named } from '../shell/format.tsx';
import { problem } from '../shell/problem.tsx';
import { searchSection } from './store-search.ts';

const lookMs = 500;

export function firstSearch(context: ProjectContext) {
  const { api, signal } = context;
  const input = h('input', { type: 'file', name: 'file', change: () => void take(input.files?.[0]) });
  const box = labelled(input, {
    label: 'Drop a file here, or choose one',
    hint: 'Text, HTML, PDF, Word, PowerPoint or Excel.',
  });
  const zone = dropZone(box.element, (files) => void take(files[0]));
  const progress = h('div', { role: 'status' });
  const found = h('div', {});
  let store: Schemas['VectorStore'] | undefined;
  return h('div', {}, zone, progress, found);

  async function take(file: File | undefined) {
    if (file === undefined) return;
    try {
      const bar = h('progress', { max: 1, value: 0, 'aria-label': file.name });
      fill(progress, h('p', {}, 'Reading ', named(file.name), ' … ', bar));
      const { id } = await upload(context, file, (part) => bar.setAttribute('value', String(part)));
      store ??= await api.post('/v1/vector_stores', { body: { name: 'My documents' } });
      const params = { vector_store_id: store.id };
      let state = await api.post('/v1/vector_stores/{vector_store_id}/files', { params, body: { file_id: id } });
      while (state.status === 'in_progress' && !signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, lookMs));
        state = await api.get('/v1/vector_stores/{vector_store_id}/files/{file_id}', {
          params: { ...params, file_id: id },
        });
      }
      if (state.status !== 'completed')
        return fill(
          progress,
          h('p', { class: 'banner warn' }, state.last_error?.message ?? 'The file cannot be read.'),
        );
      fill(progress, h('p', {}, named(file.name), ' is ready. Ask it something.'));
      if (found.childElementCount === 0) fill(found, searchSection({ ...context, params: { store: store.id } }));
      found.querySelector('input')?.focus();
    } catch (error) {
      if (!signal.aborted) fill(progress, problem(error));
    }
  }
}
