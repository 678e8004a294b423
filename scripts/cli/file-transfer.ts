// Uploads and downloads files. Large files are uploaded in parts with the API of uploads, and no file is loaded into
// memory as a whole.

import { basename } from 'node:path';
import { plain } from '../text/index.ts';
import { Failure, wrongUsage } from './failure.ts';
import { openFile } from './local-files.ts';
import { call, type Globals } from './session.ts';
import type { UploadForm } from './upload-body.ts';

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

/** How an upload is sent. */
interface UploadOptions {
  purpose: string;
  /** Interrupts the upload. */
  signal: AbortSignal;
  /** Called with the number of bytes of each piece that was sent. */
  onBytes(count: number): void;
}

/** Uploads a local file. Throws a Failure if the file cannot be read, or changes meanwhile. */
export async function uploadFile(globals: Globals, path: string, options: UploadOptions): Promise<UploadedFile> {
  const content = await openFile(path);
  const filename = basename(path);
  try {
    if (content.size > onePieceBytes) return await uploadInParts(globals, content, filename, options);
    const form = { fields: { purpose: options.purpose }, name: 'file', filename, content, onBytes: options.onBytes };
    return (await send(globals, '/v1/files', form, options.signal)) as UploadedFile;
  } catch (error) {
    throw hasChanged(error)
      ? new Failure(`${plain(path)} changed during its upload. Try again.`, { cause: error })
      : error;
  }
}

/** Returns true for the errors of a file whose content is not the one that was opened. */
function hasChanged(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at.name === 'NotReadableError' || (at as NodeJS.ErrnoException).code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH')
      return true;
  return false;
}

async function uploadInParts(
  globals: Globals,
  content: Blob,
  filename: string,
  { purpose, signal, onBytes }: UploadOptions,
): Promise<UploadedFile> {
  const description = { filename, purpose, bytes: content.size, mime_type: 'application/octet-stream' };
  const upload = await ask<{ id: string }>(globals, 'POST', '/v1/uploads', description);
  const path = `/v1/uploads/${upload.id}`;
  try {
    const partIds: string[] = [];
    for (let at = 0; at < content.size; at += partBytes) {
      const form = { fields: {}, name: 'data', filename: 'part', content: content.slice(at, at + partBytes), onBytes };
      partIds.push(((await send(globals, `${path}/parts`, form, signal)) as { id: string }).id);
    }
    const headers = contextHeaders(globals);
    const last = { method: 'POST', path: `${path}/complete`, headers, body: { part_ids: partIds }, copies: true };
    return ((await call(globals, last)) as { file: UploadedFile }).file;
  } catch (error) {
    // Frees the space of the parts now. Without it, the server does so when the upload expires.
    await ask(globals, 'POST', `${path}/cancel`).catch(() => undefined);
    throw error;
  }
}

function send(globals: Globals, path: string, form: UploadForm, signal: AbortSignal): Promise<unknown> {
  return call(globals, { method: 'POST', path, headers: contextHeaders(globals), form, signal });
}
