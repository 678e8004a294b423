// Files of the project that the parts of messages name by id. Upstreams do not have these files, so a part gets the bytes
// in the form of its API before a model is asked. Stored items keep the id, and the bytes are read at each call.

import type { ProjectRow } from '../../models/project.ts';
import type { StoredFileRow } from '../../models/stored-file.ts';
import { type FileStore, getFile, openFile } from '../files/index.ts';
import { type FilePart, filePartsIn } from '../gateway/index.ts';
import { ServiceError, valueError } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';

type Json = Record<string, unknown>;

export interface FileServices {
  files: FileStore;
  config: { limits: Pick<Config['limits'], 'max_inference_body_bytes'> };
}

/** The most files of one request. Each takes two reads of the database. */
const maxFiles = 100;
/** The tokens that an image counts as. */
const imageTokens = 1000;
/** The bytes of any other file for each token. */
const bytesPerToken = 4;

const signatures: [mediaType: string, offset: number, bytes: string][] = [
  ['application/pdf', 0, '%PDF-'],
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
];
const mediaTypes: Record<string, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Returns the request with the bytes of the files that it names; the same object if it names none. Throws `not_found` for
 * a file that the project does not have, and `body_too_large` if the request would exceed the limit of a body.
 */
export async function withFileBytes<Body extends Json>(
  project: ProjectRow,
  body: Body,
  { files, config }: FileServices,
): Promise<Body> {
  const parts = filePartsIn(body);
  if (parts.length === 0) return body;
  const rows = await rowsOf(project, parts);
  let length = JSON.stringify(body).length;
  for (const { id, at } of parts) {
    length += Math.ceil(Number(rows.get(id)?.bytes) / 3) * 4;
    const most = config.limits.max_inference_body_bytes;
    if (length > most)
      throw new ServiceError('body_too_large', `With the bytes of this file the body exceeds ${most} bytes.`, {
        param: paramOf(at),
      });
  }
  const whole = new Map<object, Json>();
  const bytes = new Map<string, Buffer>();
  for (const { part, id, at } of parts) {
    const content = bytes.get(id) ?? (await bytesOf(project, id, files));
    bytes.set(id, content);
    whole.set(part, withBytes(part, String(rows.get(id)?.filename), content, at));
  }
  return replaced(body, whole) as Body;
}

/** Returns the request without the files that it names, and the tokens that they count as. */
export async function withoutFiles<Body extends Json>(
  project: ProjectRow,
  body: Body,
): Promise<{ body: Body; tokens: number }> {
  const parts = filePartsIn(body);
  const rows = await rowsOf(project, parts);
  const tokens = parts.map(({ part, id }) =>
    String(part.type).endsWith('image') ? imageTokens : Math.ceil(Number(rows.get(id)?.bytes) / bytesPerToken),
  );
  const empty = parts.map(({ part }): [object, Json] => [
    part,
    { type: String(part.type).startsWith('input_') ? 'input_text' : 'text', text: '' },
  ]);
  return { body: replaced(body, new Map(empty)) as Body, tokens: tokens.reduce((sum, one) => sum + one, 0) };
}

/** Returns the files by id. Throws `not_found`, with the path of the id. */
async function rowsOf(project: ProjectRow, parts: readonly FilePart[]): Promise<Map<string, StoredFileRow>> {
  const found = new Map<string, StoredFileRow>();
  for (const { id, at } of parts) {
    if (found.has(id)) continue;
    if (found.size === maxFiles) throw valueError(at, `a request may name ${maxFiles} files by id`, id);
    found.set(id, await getFile(project, id).catch((error: unknown) => asParameter(error, at)));
  }
  return found;
}

function asParameter(error: unknown, at: readonly string[]): never {
  if (!(error instanceof ServiceError)) throw error;
  throw new ServiceError(error.code, error.message, { cause: error, param: paramOf(at) });
}

function paramOf(at: readonly string[]): string {
  return at.slice(1).join('.');
}

async function bytesOf(project: ProjectRow, id: string, files: FileStore): Promise<Buffer> {
  const { content } = await openFile(project, id, files);
  const chunks: Buffer[] = [];
  for await (const chunk of content.source) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Returns the part with the bytes in the place of the id. */
function withBytes(part: Json, filename: string, bytes: Buffer, at: string[]): Json {
  const { file_id: _, ...rest } = part;
  const mediaType = mediaTypeOf(filename, bytes);
  const isImage = mediaType.startsWith('image/');
  if (!isImage && (part.type === 'input_image' || part.type === 'image'))
    throw valueError(at, `the file '${filename}' is not a PNG, JPEG, GIF or WebP image`, part.file_id ?? null);
  const data = bytes.toString('base64');
  const url = `data:${mediaType};base64,${data}`;
  switch (part.type) {
    case 'input_file':
      return { filename, ...rest, file_data: url };
    case 'input_image':
      return { ...rest, image_url: url };
    case 'file':
      return { ...rest, file: { filename, file_data: url } };
    default:
      return { ...(part.type === 'document' ? { title: filename } : {}), ...rest, source: sourceOf(mediaType, bytes) };
  }
}

/** Returns the source of a block of the Messages API, which has documents of texts in the clear. */
function sourceOf(mediaType: string, bytes: Buffer): Json {
  if (mediaType.startsWith('text/')) return { type: 'text', media_type: 'text/plain', data: bytes.toString() };
  return { type: 'base64', media_type: mediaType, data: bytes.toString('base64') };
}

function mediaTypeOf(filename: string, bytes: Buffer): string {
  const signed = signatures.find(([, offset, text]) => bytes.toString('latin1', offset, offset + text.length) === text);
  const extension = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  return signed?.[0] ?? mediaTypes[extension] ?? 'application/octet-stream';
}

/** Returns the value with some of its objects replaced. Parts that stay the same are shared. */
function replaced(value: unknown, by: ReadonlyMap<object, Json>): unknown {
  if (typeof value !== 'object' || value === null || by.size === 0) return value;
  const own = by.get(value);
  if (own !== undefined) return own;
  if (Array.isArray(value)) return value.map((item) => replaced(item, by));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, by)]));
}
