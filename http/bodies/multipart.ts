// Forms with one file among their parts: the file streams into the storage while it arrives, the texts become the body
// that validation judges. Nothing is known of the texts before the file has been read, since they may come after it.
//
// What limits a form: its size, its number of parts, the length of its texts, and the time without a byte.

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { fileTooLarge, formOverheadBytes, type ReceivedFile } from '../../services/files/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import { malformed } from '../calls/index.ts';

const idleTimeoutMs = 30_000;
/** A form holds a connection and an open file: after so many seconds it must have come at this rate on average. */
const slowStartSeconds = 10;
const minBytesPerSecond = 1024;
const maxFields = 16;
const maxFieldBytes = 64 * 1024;
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Where a file goes: it is stored, and what is known of it afterwards is returned. */
export type Receive = (content: Readable, info: { filename: string; maxBytes: number }) => Promise<ReceivedFile>;

export interface FormLimits {
  /** The name of the part that is the file. */
  file: string;
  maxFileBytes: number;
}

/** Throws `body_too_large` or `unsupported_media_type` for a form that need not be read. */
export function checkForm({ headers }: IncomingMessage, { maxFileBytes }: FormLimits): void {
  if (Number(headers['content-length'] ?? 0) > maxFileBytes + formOverheadBytes) throw fileTooLarge(maxFileBytes);
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'multipart/form-data') {
    throw new ServiceError(
      'unsupported_media_type',
      `Send the body as 'content-type: multipart/form-data', not '${headers['content-type'] ?? ''}'.`,
    );
  }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'Send the body without a content encoding.');
  }
}

/**
 * Reads a form: its texts by name, `a[b]` nested, and its file as `receive` left it.
 * Throws `malformed_request`, `request_timeout`, or what `receive` throws. What was received is then put into `received`
 * all the same, for the caller to remove.
 */
export async function readForm(
  request: IncomingMessage,
  limits: FormLimits,
  receive: Receive,
  received: ReceivedFile[],
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  let file: Promise<void> = Promise.resolve();
  const parsed = parse(request, limits, {
    text: (name, value) => setText(body, name, value, limits.file),
    file(name, content, filename) {
      if (name !== limits.file) return void content.resume();
      file = receive(content, { filename, maxBytes: limits.maxFileBytes }).then((stored) => {
        received.push(stored);
        body[name] = stored;
      });
      return file;
    },
  });
  // Where the form fails behind its file, the file may be on its way still: it must be known to be removed.
  await parsed.catch(async (error: unknown) => {
    await file.catch(() => undefined);
    throw error;
  });
  await file;
  return body;
}

interface Parts {
  text(name: string, value: string): void;
  /** Resolves once the content was taken. */
  file(name: string, content: Readable, filename: string): Promise<void> | undefined;
}

/** Takes the form apart while it arrives. */
function parse(request: IncomingMessage, { maxFileBytes }: FormLimits, parts: Parts): Promise<void> {
  const parser = createParser(request);
  const names = new Set<string>();
  const open = new Set<Readable>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const cutOff = (): void => {
    // A request closes when it has been read too.
    if (!request.complete) reject(malformed('The body was cut off.'));
  };
  const tooMany = (): void => reject(malformed('The form has too many parts.'));
  const idle = setTimeout(() => reject(tooSlow()), idleTimeoutMs);
  let bytes = 0;
  const startedAt = performance.now();
  const dripping = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1000;
    if (seconds > slowStartSeconds && bytes < seconds * minBytesPerSecond) reject(tooSlow());
  }, 1000);
  const onData = (chunk: Buffer): void => {
    idle.refresh();
    // Nobody may have said how much it is, and much of it may be no file that anybody asked for.
    bytes += chunk.length;
    if (bytes > maxFileBytes + formOverheadBytes) reject(fileTooLarge(maxFileBytes));
  };
  const take = (name: string): void => {
    if (names.has(name)) reject(malformed(`The form has the part '${name.slice(0, 64)}' twice.`));
    names.add(name);
  };
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) reject(malformed('A text of the form is too long.'));
    take(name);
    parts.text(name, value);
  });
  parser.on('file', (name, content, filename) => {
    take(name);
    open.add(content);
    content.once('end', () => open.delete(content)).on('error', () => undefined);
    parts.file(name, content, unescaped(filename ?? ''))?.catch(reject);
  });
  parser.on('partsLimit', tooMany).on('filesLimit', tooMany).on('fieldsLimit', tooMany);
  parser.on('error', (cause) => reject(malformed('The body is not a well-formed form.', cause)));
  parser.on('finish', resolve);
  request.on('error', cutOff).on('close', cutOff).on('data', onData);
  request.pipe(parser);
  return promise
    .catch((error: Error) => {
      // Whatever reads the file must not wait for more of it.
      for (const content of open) content.destroy(error);
      throw error;
    })
    .finally(() => {
      clearTimeout(idle);
      clearInterval(dripping);
      request.unpipe(parser);
      request.off('error', cutOff).off('close', cutOff).off('data', onData);
    });
}

function tooSlow(): ServiceError {
  return new ServiceError('request_timeout', 'The body took too long to arrive.');
}

/** The three characters that HTML's encoding of forms escapes in a name, and no others. */
function unescaped(filename: string): string {
  return filename.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

function createParser(request: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: { files: 1, fields: maxFields, parts: maxFields + 1, fieldSize: maxFieldBytes, headerPairs: 20 },
    });
  } catch (error) {
    throw malformed('The body is not a well-formed form.', error);
  }
}

/** `a[b]` is the member b of a. In the place of the file there may be a text, which validation refuses, but no object. */
function setText(body: Record<string, unknown>, name: string, value: string, file: string): void {
  const [, head = name, member] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name) ?? [];
  if (head === file && member !== undefined) return;
  if (forbiddenNames.has(head) || (member !== undefined && forbiddenNames.has(member))) return;
  if (member === undefined) {
    body[head] = value;
    return;
  }
  const inner = body[head];
  if (typeof inner === 'object' && inner !== null) Object.assign(inner, { [member]: value });
  else body[head] = { [member]: value };
}
