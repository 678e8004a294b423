// A drop zone for a first file, and the search in it.

/** @import { ProjectContext, Schemas } from './types.ts' */

import { fill, h } from './dom.js';
import { dropZone } from './drop-zone.js';
import { labelled } from './fields.js';
import { named } from './format.js';
import { problem } from './problem.js';
import { searchSection } from './store-search.js';
import { upload } from './upload.js';

const lookMs = 500;

/** @param {ProjectContext} context */
export function firstSearch(context) {
  const { api, signal } = context;
  const input = h('input', { type: 'file', name: 'file', change: () => void take(input.files?.[0]) });
  const box = labelled(input, {
    label: 'Drop a file here, or choose one',
    hint: 'Text, HTML, PDF, Word, PowerPoint or Excel.',
  });
  const zone = dropZone(box.element, (files) => void take(files[0]));
  const progress = h('div', { role: 'status' });
  const found = h('div', {});
  /** @type {Schemas['VectorStore'] | undefined} */
  let store;
  return h('div', {}, zone, progress, found);

  /** @param {File | undefined} file */
  async function take(file) {
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
