// Saves files: text that the page has made, and files of a project.

import { pause, runWithMany } from '../lists/bulk.tsx';
import type { Action } from '../lists/selection.tsx';
import { asReader } from './api.ts';
import type { ProjectContext, Schemas } from './types.ts';
import { refusal } from './wire.ts';

const maxDownloads = 100;
/** Chromium drops, without a word, what exceeds ten downloads in a second. */
const betweenDownloadsMs = 120;

export function download(name: string, mediaType: string, content: BlobPart) {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser has begun to read the file once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

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
    const headers = {
      authorization: `Bearer ${token}`,
      'compat-organization': organization.id,
      'compat-project': project.id,
    };
    const response = await fetch(`/v1/files/${encodeURIComponent(id)}/content`, { headers, signal });
    if (!response.ok) throw refusal(response, await response.json().catch(() => undefined));
    download(filename, 'application/octet-stream', await response.blob());
    await pause(betweenDownloadsMs, signal);
  });
}
