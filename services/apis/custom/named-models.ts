// Finds every model name in a custom-endpoint request, so that a project's model allow list also holds there.
//
// The upstream's parser is unknown, and parsers differ: some take the first of two members with one name, some the
// last; some ignore case; some guess the encoding; some ignore the media type. So this module looks in every place
// where a parser might find a model, and refuses requests that it cannot read reliably.

import { isUtf8 } from 'node:buffer';
import { otherModels } from '../../gateway/index.ts';
import { endOfString, foldName, ServiceError, valueError } from '../../platform/index.ts';

interface Named {
  queryText: string | undefined;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer | undefined;
}

/** The member names that select a model, as `plainName` writes them. */
const modelNames: ReadonlySet<string> = new Set([
  'model',
  'modelid',
  'modelname',
  'deployment',
  'deploymentid',
  'engine',
  'engineid',
]);
const otherModelNames: ReadonlySet<string> = new Set(otherModels);

const jsonType = /^(?:application|text)\/(?:[\w.-]+\+)?json$/;
const binaryType = /^(?:(?:image|audio|video)\/[\w.+-]+|application\/(?:pdf|octet-stream))$/;
const formType = 'application/x-www-form-urlencoded';
const knownCharset = /^"?(?:utf-?8|us-ascii)"?$/i;
/**
 * The bytes that parsers skip before JSON, in any encoding: white space, byte order marks, zeros of wide characters.
 */
const skipped: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xbb, 0xbf, 0xef, 0xfe, 0xff]);
const openingBracket = 0x5b;
const openingBrace = 0x7b;

/**
 * Returns every model name in the request. Throws `unsupported_media_type`, `malformed_request` or a ValidationError if
 * the request cannot be read reliably, and `model_not_found` if the request lets a gateway choose among models.
 */
export async function modelsNamedIn({ queryText = '', headers, bytes }: Named): Promise<string[]> {
  const inQuery = inPairs(queryText);
  if (bytes === undefined || bytes.length === 0) return inQuery;
  return [...inQuery, ...(await inBody(headers['content-type'] ?? '', bytes))];
}

/**
 * Returns the fields of a JSON object or a form, for prices that depend on them; nothing for any other body. Throws
 * `malformed_request` for JSON with a member twice, if the price must be right: the upstream could read the other value.
 */
export async function readFields({ headers, bytes }: Named, isStrict: boolean): Promise<Record<string, unknown>> {
  const contentType = headers['content-type'] ?? '';
  const media = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (bytes === undefined || bytes.length === 0) return {};
  if (media === '' || jsonType.test(media)) return jsonFields(bytes.toString(), isStrict);
  if (media === formType) return Object.fromEntries(new URLSearchParams(bytes.toString()));
  if (media !== 'multipart/form-data') return {};
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => new FormData());
  return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
}

function jsonFields(text: string, isStrict: boolean): Record<string, unknown> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return {};
  }
  if (isStrict && countNames(text) !== countNames(JSON.stringify(given)))
    throw new ServiceError('malformed_request', 'The body has a member twice. Send each member once.');
  return Object(given) as Record<string, unknown>;
}

/** Counts the members of a JSON text. */
function countNames(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = endOfString(text, start);
    if (startOfValue(text, end + 1) !== undefined) count += 1;
    start = text.indexOf('"', end + 1);
  }
  return count;
}

async function inBody(contentType: string, bytes: Buffer): Promise<string[]> {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const media = type.toLowerCase();
  const charsets = parameters.filter((one) => /^charset/i.test(one));
  if (charsets.some((one) => !knownCharset.test(one.slice(one.indexOf('=') + 1)))) throw unreadable('not in UTF-8');
  // Many servers parse JSON whatever the media type says.
  const json = media === '' || jsonType.test(media) || opensLikeJson(bytes) ? inJson(bytes) : [];
  if (media === 'multipart/form-data') return [...json, ...(await inForm(contentType, bytes))];
  if (media === formType) return [...json, ...inPairs(textOf(bytes))];
  if (media === '' || jsonType.test(media) || binaryType.test(media)) return json;
  throw unreadable(`'${media.slice(0, 100)}'`);
}

function unreadable(what: string): ServiceError {
  return new ServiceError(
    'unsupported_media_type',
    'The rules or prices depend on the model, and the server cannot tell which model this body names: it is ' +
      `${what}. Send JSON in UTF-8 without a byte order mark, a form, an image, audio, video or a PDF.`,
  );
}

function textOf(bytes: Buffer): string {
  // The check for zeros finds UTF-16, which is valid UTF-8 if it is all ASCII.
  if (!isUtf8(bytes) || bytes.includes(0)) throw unreadable('not in UTF-8');
  return bytes.toString();
}

/** Returns true if a JSON parser might read the bytes as an object, or as a list of objects. */
function opensLikeJson(bytes: Buffer): boolean {
  let at = 0;
  while (at < bytes.length && (isSkipped(bytes[at]) || bytes[at] === openingBracket)) at += 1;
  if (bytes[at] !== openingBrace) return false;
  do at += 1;
  while (at < bytes.length && isSkipped(bytes[at]));
  // A name, with or without quotes, or a comment.
  return /^(?:["'/}]|[\w$]+\s*:)/.test(bytes.toString('latin1', at, at + 1000).replaceAll('\0', ''));
}

function isSkipped(byte: number | undefined): boolean {
  return byte !== undefined && skipped.has(byte);
}

/** Reads `a=1&b=2`. Servers accept `&` or `;` as separator. */
function inPairs(text: string): string[] {
  const pairs = [...new URLSearchParams(text), ...new URLSearchParams(text.replaceAll(';', '&'))];
  return pairs.flatMap(([name, value]) => modelsOfField(name, value));
}

/**
 * Returns the models of a form field. Some servers normalize field names, so `model[]` and ` model` count too, and make
 * objects of `call[model]` and `call.model`. Some parse a value that is JSON.
 */
function modelsOfField(name: string, value: string): string[] {
  const [first = '', ...below] = foldName(name.replaceAll('\\', ''))
    .split(/[[\].]+/)
    .map((segment) => segment.trim());
  if (otherModelNames.has(first)) throw leaveOut(first);
  if (value.includes('\0')) throw unreadable('not in UTF-8');
  const bytes = Buffer.from(value);
  const models = opensLikeJson(bytes) ? inJson(bytes) : [];
  return [first, ...below].some((segment) => modelNames.has(plainName(segment))) ? [...models, value] : models;
}

/** Folds the case of a name, and removes what separates its words. */
function plainName(name: string): string {
  return foldName(name).replaceAll(/[\s_-]/g, '');
}

function leaveOut(name: string): ServiceError {
  return new ServiceError(
    'model_not_found',
    `The rules or prices depend on the model. Remove '${name}' from the request.`,
    {
      param: name,
    },
  );
}

async function inForm(contentType: string, bytes: Buffer): Promise<string[]> {
  checkParts(contentType, bytes);
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch((cause: unknown) => {
      throw badForm(cause);
    });
  const found = [...form].map(([name, value]) =>
    typeof value === 'string' ? modelsOfField(name, value) : inPart(name, value),
  );
  return (await Promise.all(found)).flat();
}

/** Returns the models of a part with a file name or a media type. */
async function inPart(name: string, file: File): Promise<string[]> {
  const media = (file.type.split(';')[0] ?? '').trim().toLowerCase();
  if (media.startsWith('multipart/')) throw unreadable('a form with a form in it');
  const bytes = Buffer.from(await file.arrayBuffer());
  const models = jsonType.test(media) || opensLikeJson(bytes) ? inJson(bytes) : [];
  const pairs = media === formType ? inPairs(textOf(bytes)) : [];
  // A part with the name of a model never counts as an allowed model: some servers read its content, some its file name.
  return [...models, ...pairs, ...modelsOfField(name, String(file))];
}

function badForm(cause?: unknown): ServiceError {
  return new ServiceError('malformed_request', 'The form cannot be read.', { cause });
}

/** Throws `malformed_request` if the name or the end of a part is ambiguous. */
function checkParts(contentType: string, bytes: Buffer): void {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined || contentType.match(/boundary/gi)?.length !== 1) throw badForm();
  const [, ...parts] = bytes.toString('latin1').split(`--${boundary}`);
  if (parts.pop()?.startsWith('--') !== true) throw badForm();
  for (const part of parts) {
    const end = part.indexOf('\r\n\r\n');
    const head = part.slice(0, end);
    const isPlain =
      end !== -1 &&
      head.match(/^content-disposition\s*:/gim)?.length === 1 &&
      head.match(/\bname\s*=/gi)?.length === 1 &&
      !/^content-transfer-encoding\s*:(?!\s*(?:7bit|8bit|binary)\s*$)/im.test(head) &&
      !/\bname\s*\*|\bcharset\s*=\s*(?!"?(?:utf-?8|us-ascii)\b)/i.test(head);
    if (!isPlain) throw badForm();
  }
}

function inJson(bytes: Buffer): string[] {
  const text = textOf(bytes);
  try {
    JSON.parse(text);
  } catch {
    throw unreadable('not the JSON of RFC 8259');
  }
  return inMembers(text);
}

/** Returns the models in the members of a JSON text, at any depth, because some gateways accept lists of calls. */
function inMembers(text: string): string[] {
  const models: string[] = [];
  const sign = /["{}[\]]/g;
  let depth = 0;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const [bracket] = found;
    if (bracket !== '"') {
      depth += bracket === '{' || bracket === '[' ? 1 : -1;
      continue;
    }
    const start = found.index;
    const end = endOfString(text, start);
    sign.lastIndex = end + 1;
    if (end - start > maxWrittenLength) continue;
    const value = startOfValue(text, end + 1);
    if (value === undefined) continue;
    const model = modelIn(text, JSON.parse(text.slice(start, end + 1)) as string, value, depth === 1);
    if (model !== undefined) models.push(model);
  }
  return models;
}

/** The longest possible spelling of a relevant name, with every character escaped. */
const maxWrittenLength = 6 * 30;
const afterColon = /\s*:\s*/y;

/** Returns the start of the value after a member name that ends at `at`; undefined if the string was not a name. */
function startOfValue(text: string, at: number): number | undefined {
  afterColon.lastIndex = at;
  return afterColon.test(text) ? afterColon.lastIndex : undefined;
}

function modelIn(text: string, name: string, at: number, isTop: boolean): string | undefined {
  const folded = foldName(name);
  if (isTop && otherModelNames.has(folded) && !text.startsWith('null', at)) throw leaveOut(folded);
  if (!modelNames.has(plainName(name))) return undefined;
  if (text[at] === '"') return JSON.parse(text.slice(at, endOfString(text, at) + 1)) as string;
  if (!isTop || text.startsWith('null', at)) return undefined;
  throw valueError(['body', name], 'the rules or prices depend on the model, so it must be a string', null);
}
