// Parses forms with one file. The file streams into the storage while it arrives, and all other parts are texts, which
// become the body for validation. The texts are unknown until the file has been read, because they may follow it.
//
// A form has limits on its size, its number of parts, the length of its texts, and the time without a byte.

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { decodeExtended, parse as parseDisposition } from 'content-disposition';
import { charsetOf, fileTooLarge, formOverheadBytes, type ReceivedFile } from '../../services/files/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import { malformed } from '../calls/index.ts';

const idleTimeoutMs = 30_000;
/**
 * A form holds a connection and an open file. After this time a form must have arrived at `minBytesPerSecond` or more.
 */
const slowStartSeconds = 10;
const minBytesPerSecond = 1024;
const maxFields = 16;
const maxFieldBytes = 64 * 1024;
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Stores a file, and returns its id and properties. */
export type Receive = (content: Readable, info: { filename: string; maxBytes: number }) => Promise<ReceivedFile>;

export interface FormLimits {
  /** The name of the file's part. */
  file: string;
  maxFileBytes: number;
}

/** Throws `body_too_large` or `unsupported_media_type` if the headers already show that the form is not acceptable. */
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
 * Reads a form: its texts by name, with `a[b]` nested, and the stored file as `receive` returned it.
 * Throws `malformed_request`, `request_timeout`, or an error of `receive`. Even then `received` has the files that were
 * stored, so that the caller can remove them.
 */
export async function readForm(
  request: IncomingMessage,
  limits: FormLimits,
  receive: Receive,
  received: ReceivedFile[],
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  let file: Promise<void> = Promise.resolve();
  const texts: Promise<void>[] = [];
  const parsed = parse(request, limits, {
    text: (name, value) => setText(body, name, value, limits.file),
    file(name, content, filename, charset) {
      if (name !== limits.file) {
        const text = readText(name, content, limits.file).then((value) => setText(body, name, value, limits.file));
        texts.push(text);
        return text;
      }
      file = receive(content, { filename, maxBytes: limits.maxFileBytes }).then((stored) => {
        const file = { ...stored, charset };
        received.push(file);
        body[name] = file;
      });
      return file;
    },
  });
  // If the form fails after its file, the file may still be on its way to the storage. It must be in `received` to be
  // removed.
  await parsed.catch(async (error: unknown) => {
    await file.catch(() => undefined);
    throw error;
  });
  await Promise.all([file, ...texts]);
  return body;
}

interface Parts {
  text(name: string, value: string): void;
  /** Resolves once the content is stored, or read as a text. */
  file(name: string, content: Readable, filename: string, charset: string | undefined): Promise<void>;
}

/** Parses the form while it arrives. */
function parse(request: IncomingMessage, { maxFileBytes }: FormLimits, parts: Parts): Promise<void> {
  const parser = createParser(request);
  const names = new Set<string>();
  const open = new Set<Readable>();
  const headers = watchHeaders(parser);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const cutOff = (): void => {
    // `close` also follows a request that was read completely.
    if (!request.complete)
      reject(malformed('The connection closed before the whole body arrived. Send the request again.'));
  };
  const tooMany = (): void => reject(malformed(`A form may have at most ${maxFields} text parts and one file.`));
  const idle = setTimeout(() => reject(tooSlow()), idleTimeoutMs);
  let bytes = 0;
  const startedAt = performance.now();
  const dripping = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1000;
    if (seconds > slowStartSeconds && bytes < seconds * minBytesPerSecond) reject(tooSlow());
  }, 1000);
  const onData = (chunk: Buffer): void => {
    idle.refresh();
    // Counts all bytes: the request may have no content-length, and may hold parts that nobody reads.
    bytes += chunk.length;
    if (bytes > maxFileBytes + formOverheadBytes) reject(fileTooLarge(maxFileBytes));
  };
  const isNew = (name: string): boolean => {
    if (names.has(name)) reject(malformed(`The form has the part '${name.slice(0, 64)}' twice.`));
    return names.size < names.add(name).size;
  };
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated)
      reject(malformed(`A text part of the form may have at most ${maxFieldBytes} bytes.`));
    if (isNew(name)) parts.text(name, value);
  });
  parser.on('file', (name, content, filename) => {
    if (!isNew(name)) return void content.resume();
    open.add(content);
    content.once('end', () => open.delete(content)).on('error', () => undefined);
    const { charset, extendedName } = headers();
    parts.file(name, content, extendedName || unescaped(filename ?? ''), charset).catch(reject);
  });
  parser.on('partsLimit', tooMany).on('filesLimit', tooMany).on('fieldsLimit', tooMany);
  parser.on('error', (cause) => reject(malformed('The body is not a well-formed form.', cause)));
  parser.on('finish', resolve);
  request.on('error', cutOff).on('close', cutOff).on('data', onData);
  request.pipe(parser);
  return promise
    .catch((error: Error) => {
      // Ends the readers of the file, which would otherwise wait for more bytes.
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

/** Reads a text that came with a file name or as bytes, as some clients send it. Throws `malformed_request`. */
async function readText(name: string, content: Readable, file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxFieldBytes) chunks.push(chunk);
  }
  if (bytes > maxFieldBytes) {
    throw malformed(`The part '${name.slice(0, 64)}' is too long for a text. Send the file as the part '${file}'.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Decodes the three characters that HTML's form encoding escapes in a file name, and no others. */
function unescaped(filename: string): string {
  return filename.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

interface PartsOfForm {
  prependListener(
    event: 'part',
    listener: (part: { on(event: 'header', listener: (header: Record<string, string[]>) => void): void }) => void,
  ): void;
}

interface PartHeaders {
  charset?: string | undefined;
  /**
   * The name in `filename*`, which wins over `filename` (RFC 6266). .NET's HttpClient sends both, and so does Spring for
   * a name with a charset. `filename` is then an encoded word if the name is not ASCII.
   */
  extendedName?: string | undefined;
}

/**
 * Returns a function for the headers of the part that is being read. The parser drops them, so they are read before the
 * parser sees them.
 */
function watchHeaders(parser: BusboyInstance): () => PartHeaders {
  let headers: PartHeaders = {};
  const { parser: parts } = (parser as unknown as { _parser: { parser: PartsOfForm } })._parser;
  parts.prependListener('part', (part) => {
    headers = {};
    part.on('header', (header) => {
      const { parameters } = parseDisposition(header['content-disposition']?.[0] ?? '');
      headers = {
        charset: charsetOf(header['content-type']?.[0] ?? ''),
        extendedName: decodeExtended(parameters['filename*'] ?? ''),
      };
    });
  });
  return () => headers;
}

function createParser(request: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        files: maxFields + 1,
        fields: maxFields,
        parts: maxFields + 1,
        fieldSize: maxFieldBytes,
        headerPairs: 20,
      },
    });
  } catch (error) {
    throw malformed('The body is not a well-formed form.', error);
  }
}

/**
 * Sets a text in the body, with `a[b]` as member b of a. The file's part may come as a text, which validation refuses,
 * but never as an object.
 */
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
