// Saves files: text that the page has made, and files of a project.

/** @import { ProjectContext, Schemas } from './types.ts' */
/** @import { Action } from './selection.js' */

import { asReader } from './api.js';
import { runWithMany } from './bulk.js';
import { h } from './dom.js';
import { refusal } from './wire.js';

const maxDownloads = 100;

/**
 * @param {string} name
 * @param {string} mediaType
 * @param {BlobPart} content
 */
export function download(name, mediaType, content) {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  h('a', { href: url, download: name }).click();
  // The browser has begun to read the file once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Returns the action that downloads the selected files, one after another.
 * @param {ProjectContext} context
 * @returns {Action<Schemas['StoredFile']>}
 */
export function downloads(context) {
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

/**
 * @param {ProjectContext} context
 * @param {Schemas['StoredFile']} file
 * @param {AbortSignal} signal
 */
function save({ organization, project }, { id, filename }, signal) {
  return asReader(async (token) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'compat-organization': organization.id,
      'compat-project': project.id,
    };
    const response = await fetch(`/v1/files/${encodeURIComponent(id)}/content`, { headers, signal });
    if (!response.ok) throw refusal(response, await response.json().catch(() => undefined));
    download(filename, 'application/octet-stream', await response.blob());
  });
}
