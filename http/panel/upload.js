// Uploads with a progress report, which fetch does not offer.

/** @import { ProjectContext, Schemas } from './types.ts' */

import { asReader } from './api.js';
import { ApiError, refusal } from './wire.js';

/**
 * Uploads a file to the project. Throws an ApiError.
 * @param {ProjectContext} context
 * @param {File} file
 * @param {(part: number) => void} onProgress hears how much is sent, from 0 to 1.
 * @returns {Promise<Schemas['StoredFile']>}
 */
export function upload(context, file, onProgress) {
  return asReader((token) => send(context, file, token, onProgress));
}

/**
 * @param {ProjectContext} context
 * @param {File} file
 * @param {string} token
 * @param {(part: number) => void} onProgress
 * @returns {Promise<Schemas['StoredFile']>}
 */
function send({ organization, project }, file, token, onProgress) {
  const form = new FormData();
  form.append('purpose', 'assistants');
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/v1/files');
    request.responseType = 'json';
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('compat-organization', organization.id);
    request.setRequestHeader('compat-project', project.id);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('error', () => reject(new ApiError('The server cannot be reached.')));
    request.addEventListener('load', () => {
      const headers = { get: (/** @type {string} */ name) => request.getResponseHeader(name) };
      if (request.status === 200 && request.response !== null) resolve(request.response);
      else reject(refusal({ status: request.status, headers }, request.response));
    });
    request.send(form);
  });
}
