// The reread of a vector store: the button that starts it, and its progress.

import { useEffect, useState } from 'preact/hooks';
import type { Child, ProjectContext, Schemas } from '../api/index.ts';
import { checkField, confirmAction } from '../forms/index.ts';
import { button, count, problem } from '../shell/index.ts';

const lookMs = 1500;

/** Returns the button and the place of the progress. Shows a reread that is under way. */
export function useReread(
  { api, signal }: ProjectContext,
  store: Schemas['VectorStore'],
  onProgress: () => Promise<unknown>,
) {
  const [progress, setProgress] = useState<Child>();
  const path = { params: { vector_store_id: store.id } };
  useEffect(() => void follow(), []);
  return {
    button: button('Read again', ask),
    progress: <div role="status">{progress}</div>,
  };

  function ask() {
    confirmAction({
      title: 'Read the files again?',
      text: 'The server reads the originals in the background. Searches find the old text of a file until its new one is complete. New embeddings count as usage.',
      action: 'Read again',
      dangerous: false,
      fields: [
        checkField({
          name: 'changed',
          label: 'Only files whose text comes out different',
          hint: 'The others keep their chunks, and cost no embeddings.',
          value: true,
        }),
      ],
      run: ({ changed }) =>
        api.post('/v1/vector_stores/{vector_store_id}/reread', { ...path, body: { changed: changed === true } }),
      onDone: follow,
    });
  }

  /** @param first the state as far as it is known. */
  async function follow(first?: Schemas['VectorStoreReread']) {
    try {
      let state = first ?? (await read());
      for (let total = 0; !signal.aborted; state = await read()) {
        total = Math.max(total, state.in_progress);
        setProgress(banner(state, total));
        if (total > 0) await onProgress();
        if (state.in_progress === 0) return;
        await new Promise((resolve) => setTimeout(resolve, lookMs));
      }
    } catch (error) {
      if (!signal.aborted) setProgress(problem(error, { retry: () => void follow() }));
    }
  }

  function read() {
    return api.get('/v1/vector_stores/{vector_store_id}/reread', path);
  }
}

/** @param total the files that were being read at once; 0 if no reread was seen. */
function banner({ older_files: older, in_progress: running, failed }: Schemas['VectorStoreReread'], total: number) {
  const losses = failed === 0 ? '' : ` ${count(failed)} could not be read again and keep their old text.`;
  const text =
    total > 0
      ? [
          <strong>
            {count(total - running)} of {count(total)} files read again.
          </strong>,
          losses,
        ]
      : older > 0 &&
        `An older version of the server read ${count(older)} of the files. Read them again for a better text.`;
  return (
    text !== false && (
      <div class="banner">
        <p>{text}</p>
      </div>
    )
  );
}
