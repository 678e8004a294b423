// Estimates and counts the input tokens of a request without the upstream. The estimate is for reservations: it needs
// no tokenizer, and counts 3 bytes of the body as a token, where texts have about 4. The count is for calls whose
// caller disconnected: the tokenizer reads the texts. Both count images, audio and files by their size, not by their
// base64 text.

import { countTokens, loadTokenizer, nextSlice } from '../../platform/index.ts';
import type { ModelRequest } from '../model-calls.ts';
import { tokensOfImage } from './images.ts';

type Json = Record<string, unknown>;

const bytesPerToken = 3;
/** The role and separators of a message. */
const tokensPerMessage = 4;
/** Audio: 10 tokens a second, and 16 kB a second as in MP3. */
const soundBytesPerToken = 1600;
/**
 * Decoded files: a PDF of 100 kB has about 10 pages and 12,000 tokens. A file that is given by id or URL counts as 80
 * kB.
 */
const fileBytesPerToken = 8;
const unknownFile = 10_000;
const maxFile = 200_000;
/** The number of characters that are tokenized in a slice: about 2 ms of work. */
const charactersPerSlice = 16 * 1024;

/** The fields of a request that a model reads. */
const readMembers = [
  'messages',
  'input',
  'instructions',
  'system',
  'prompt',
  'query',
  'documents',
  'suffix',
  'tools',
  'functions',
  'response_format',
  'text',
];

/**
 * Bodies up to this size are kept until the call ends, so that the tokenizer can count them if the caller disconnects.
 */
const maxKeptBytes = 256 * 1024;

/** Characters of base64 in a request, and the tokens that they count as. */
interface Media {
  characters: number;
  tokens: number;
}

/** Describes a request for the reservation. `body` is undefined for calls that are not of a model. */
export function requestOf(body: Json | undefined, bytes: number): ModelRequest {
  if (body === undefined || bytes <= maxKeptBytes) return { bytes, body, estimate: undefined };
  return { bytes, body: undefined, estimate: estimateInput(body, bytes) };
}

/**
 * Returns the tokens to reserve for a request of `bytes` bytes. Takes about 1 µs, because it does not read the texts.
 */
export function estimateInput(body: Json, bytes: number): number {
  const media: Media = { characters: 0, tokens: 0 };
  for (const list of [body.messages, body.input]) {
    if (!Array.isArray(list)) continue;
    // An input of token ids. An input of several token lists is an array of arrays.
    if (typeof list[0] === 'number') return list.length;
    for (const item of list) addMediaOf(item, media);
  }
  return Math.ceil(Math.max(bytes - media.characters, 0) / bytesPerToken) + media.tokens;
}

function addMediaOf(item: unknown, media: Media): void {
  if (typeof item !== 'object' || item === null) return;
  addMedia(item as Json, media);
  addMediaIn((item as Json).content, media);
  addMediaIn((item as Json).output, media);
}

function addMediaIn(parts: unknown, media: Media): void {
  if (!Array.isArray(parts)) return;
  for (const part of parts) {
    if (typeof part !== 'object' || part === null || addMedia(part, media)) continue;
    // The result of a tool in the Messages API.
    if (part.type === 'tool_result') addMediaIn(part.content, media);
  }
}

/** Adds an image, audio or file part of a message. Returns false for any other part. */
function addMedia(part: Json, media: Media): boolean {
  const { image_url: image, input_audio: sound, source } = part;
  if (image !== undefined && image !== null) {
    const { url, detail } = (typeof image === 'object' ? image : { url: image, detail: part.detail }) as Json;
    return add(media, typeof url === 'string' ? url : '', (text) => tokensOfImage(text, detail));
  }
  if (part.type === 'input_image' || part.type === 'computer_screenshot')
    return add(media, '', (text) => tokensOfImage(text, part.detail));
  if (sound !== undefined && sound !== null) {
    return add(media, textIn(sound, 'data'), (text) => Math.ceil(bytesOf(text) / soundBytesPerToken));
  }
  // The blocks of the Messages API.
  if (part.type === 'image' && source !== undefined) return add(media, textIn(source, 'data'), tokensOfImageData);
  if (part.type === 'document' && (Object(source) as Json).type === 'base64')
    return add(media, textIn(source, 'data'), tokensOfFile);
  if (part.type !== 'file' && part.type !== 'input_file') return false;
  return add(media, textIn(part.file ?? part, 'file_data'), tokensOfFile);
}

function add(media: Media, text: string, tokensOf: (text: string) => number): true {
  media.characters += text.length;
  media.tokens += tokensOf(text);
  return true;
}

function textIn(object: unknown, name: string): string {
  const value = (Object(object) as Json)[name];
  return typeof value === 'string' ? value : '';
}

function tokensOfImageData(base64: string): number {
  return tokensOfImage(base64 === '' ? '' : `data:,${base64}`, undefined);
}

function tokensOfFile(data: string): number {
  return data === '' ? unknownFile : Math.min(Math.ceil(bytesOf(data) / fileBytesPerToken), maxFile);
}

function bytesOf(base64: string): number {
  return (base64.length * 3) / 4;
}

/** Counts the tokens of the fields that a model reads. */
export async function countInput(body: Json): Promise<number> {
  const media: Media = { characters: 0, tokens: 0 };
  const texts: string[] = [];
  for (const name of readMembers) {
    if (name === 'tools' || name === 'functions')
      texts.push(body[name] === undefined ? '' : JSON.stringify(body[name]));
    else media.tokens += collect(body[name], texts, media);
  }
  return media.tokens + (await countTexts(texts));
}

/** Collects the texts of a value. Returns the tokens that are not in the texts: token ids and message overhead. */
function collect(value: unknown, texts: string[], media: Media): number {
  if (typeof value === 'string') texts.push(value);
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + collect(item, texts, media), 0);
  if (addMedia(value as Json, media)) return 0;
  const { role, type: _type, ...members } = value as Json;
  const own = role === undefined ? 0 : tokensPerMessage;
  return Object.values(members).reduce(
    (sum: number, member) => sum + (typeof member === 'number' ? 0 : collect(member, texts, media)),
    own,
  );
}

/** Counts the tokens of texts, in slices. */
export async function countTexts(texts: readonly string[]): Promise<number> {
  const tokenizer = await loadTokenizer();
  let tokens = 0;
  let counted = 0;
  for (const text of texts) {
    for (let at = 0; at < text.length; at += charactersPerSlice) {
      const piece = text.slice(at, at + charactersPerSlice);
      if (counted + piece.length > charactersPerSlice) {
        await nextSlice();
        counted = 0;
      }
      counted += piece.length;
      tokens += countTokens(tokenizer, piece, Number.MAX_SAFE_INTEGER) ?? 0;
    }
  }
  return tokens;
}
