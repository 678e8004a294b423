// Uploads with a progress report, which fetch does not offer.

import { asReader } from './api.ts';
import type { ProjectContext, Schemas } from './types.ts';
import { ApiError, headersOf, refusal } from './wire.ts';

/**
 * Uploads a file to the project. Throws an ApiError.
 * @param onProgress hears how much is sent, from 0 to 1.
 */
export function upload(
  context: ProjectContext,
  file: File,
  onProgress: (part: number) => void,
): Promise<Schemas['StoredFile']> {
  return asReader((token) => send(context, file, token, onProgress));
}

function send(
  { organization, project }: ProjectContext,
  file: File,
  token: string,
  onProgress: (part: number) => void,
): Promise<Schemas['StoredFile']> {
  const form = new FormData();
  form.append('purpose', 'assistants');
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/v1/files');
    request.responseType = 'json';
    const headers = headersOf({ token, organization: organization.id, project: project.id });
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('error', () => reject(new ApiError('The server cannot be reached.')));
    request.addEventListener('load', () => {
      const answered = { get: (name: string) => request.getResponseHeader(name) };
      if (request.status === 200 && request.response !== null) resolve(request.response);
      else reject(refusal({ status: request.status, headers: answered }, request.response));
    });
    request.send(form);
  });
}
