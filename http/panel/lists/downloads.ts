// Downloads the selected files of a list.

import { asReader, download, headersOf, type ProjectContext, refusal, type Schemas } from '../api/index.ts';
import { pause, runWithMany } from './bulk.tsx';
import type { Action } from './selection.tsx';

const maxDownloads = 100;
/** Chromium drops, without a word, what exceeds ten downloads in a second. */
const betweenDownloadsMs = 120;

/** Returns the action that downloads the selected files, one after another. */
export function downloads(context: ProjectContext): Action<Schemas['StoredFile']> {
  return {
    label: 'Download',
    most: maxDownloads,
    async run(load) {
      const files = await load(() => undefined, context.signal);
      runWithMany(files, {
        title: 'Download files',
        past: 'downloaded',
        of: ['file', 'files'],
        parallel: 1,
        name: ({ filename }) => filename,
        run: (file, signal) => save(context, file, signal),
        onDone: () => undefined,
      });
    },
  };
}

function save({ organization, project }: ProjectContext, { id, filename }: Schemas['StoredFile'], signal: AbortSignal) {
  return asReader(async (token) => {
    const headers = headersOf({ token, organization: organization.id, project: project.id });
    const response = await fetch(`/v1/files/${encodeURIComponent(id)}/content`, { headers, signal });
    if (!response.ok) throw refusal(response, await response.json().catch(() => undefined));
    download(filename, 'application/octet-stream', await response.blob());
    await pause(betweenDownloadsMs, signal);
  });
}
