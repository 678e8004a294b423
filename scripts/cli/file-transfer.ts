// Uploads and downloads files. Large files are uploaded in parts with the API of uploads, and no file is loaded into
// memory as a whole.

import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Failure, wrongUsage } from './failure.ts';
import { call, type Globals } from './session.ts';

const partBytes = 64 * 1024 ** 2;
/** Larger files are uploaded in parts. */
const onePieceBytes = 128 * 1024 ** 2;

export interface UploadedFile {
  id: string;
  filename: string;
  bytes: number;
}

/** Returns the context headers that select the organization and the project. */
export function contextHeaders({ organization, project }: Globals): Record<string, string> {
  return {
    ...(organization === undefined ? {} : { 'compat-organization': organization }),
    ...(project === undefined ? {} : { 'compat-project': project }),
  };
}

/**
 * Returns the id as a path segment. Throws if the id is empty, `.` or `..`, because the request would go to another
 * path.
 */
export function idOf(text: string, name: string): string {
  if (/^\.{0,2}$/.test(text)) throw wrongUsage(`'${text}' is not a valid ${name}.`);
  return encodeURIComponent(text);
}

/** Sends a JSON request to the Project API. Returns the response body. */
export async function ask<Answer>(globals: Globals, method: string, path: string, body?: object): Promise<Answer> {
  const request = { method, path, headers: contextHeaders(globals) };
  return (await call(globals, body === undefined ? request : { ...request, body: body as never })) as Answer;
}

/** Uploads a local file. */
export async function uploadFile(globals: Globals, path: string, purpose: string): Promise<UploadedFile> {
  const content = await open(path);
  const filename = basename(path);
  if (content.size > onePieceBytes) return uploadInParts(globals, content, filename, purpose);
  const form = new FormData();
  form.append('purpose', purpose);
  form.append('file', content, filename);
  return (await send(globals, '/v1/files', form)) as UploadedFile;
}

async function open(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch (error) {
    throw new Failure(`${path} cannot be read.`, { cause: error });
  }
}

async function uploadInParts(
  globals: Globals,
  content: Blob,
  filename: string,
  purpose: string,
): Promise<UploadedFile> {
  const description = { filename, purpose, bytes: content.size, mime_type: 'application/octet-stream' };
  const upload = await ask<{ id: string }>(globals, 'POST', '/v1/uploads', description);
  const partIds: string[] = [];
  for (let at = 0; at < content.size; at += partBytes) {
    const form = new FormData();
    form.append('data', content.slice(at, at + partBytes), 'part');
    const part = (await send(globals, `/v1/uploads/${upload.id}/parts`, form)) as { id: string };
    partIds.push(part.id);
  }
  const done = await ask<{ file: UploadedFile }>(globals, 'POST', `/v1/uploads/${upload.id}/complete`, {
    part_ids: partIds,
  });
  return done.file;
}

function send(globals: Globals, path: string, form: FormData): Promise<unknown> {
  return call(globals, { method: 'POST', path, headers: contextHeaders(globals), form });
}
