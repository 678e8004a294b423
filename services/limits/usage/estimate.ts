// How many tokens a request has, before any upstream says so. There are two figures. The estimate is for reservations: it
// costs no tokenizer, and takes three bytes of the body for a token, where texts have about four. The count is for calls
// whose caller left: the tokenizer reads the texts. Both take pictures, sounds and files by their size, never their base64.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { countTokens, loadTokenizer } from '../../platform/index.ts';
import type { ModelRequest } from '../model-calls.ts';
import { tokensOfPicture } from './pictures.ts';

type Json = Record<string, unknown>;

const bytesPerToken = 3;
/** Roles and separators around a message. */
const tokensPerMessage = 4;
/** Sound: ten tokens a second, of 16 kB a second as MP3 has them. */
const soundBytesPerToken = 1600;
/** Files, decoded: a PDF of 100 kB has about ten pages, and 12,000 tokens. A file by id or URL counts as one of 80 kB. */
const fileBytesPerToken = 8;
const unknownFile = 10_000;
const maxFile = 200_000;
/** The tokenizer's work between two turns of the event loop: about 2 ms. */
const charactersPerTurn = 16 * 1024;

/** The members of a request that a model reads. */
const readMembers = [
  'messages',
  'input',
  'instructions',
  'prompt',
  'suffix',
  'tools',
  'functions',
  'response_format',
  'text',
];

/** Requests up to this size are kept until the call ends, so that the tokenizer can count them if the caller leaves. */
const maxKeptBytes = 256 * 1024;

/** Base64 in a request, and what it counts. */
interface Media {
  characters: number;
  tokens: number;
}

/** Describes the request of a model, or of anything else where there is no body. */
export function requestOf(body: Json | undefined, bytes: number): ModelRequest {
  if (body === undefined || bytes <= maxKeptBytes) return { bytes, body, estimate: undefined };
  return { bytes, body: undefined, estimate: estimateInput(body, bytes) };
}

/** Returns the tokens to reserve for a request of so many bytes. Reads no texts: it costs about a microsecond. */
export function estimateInput(body: Json, bytes: number): number {
  const media: Media = { characters: 0, tokens: 0 };
  for (const list of [body.messages, body.input]) {
    if (!Array.isArray(list)) continue;
    // Tokens that stand for themselves; those of several texts are in lists of their own.
    if (typeof list[0] === 'number') return list.length;
    for (const item of list) addMediaOf(item, media);
  }
  return Math.ceil(Math.max(bytes - media.characters, 0) / bytesPerToken) + media.tokens;
}

function addMediaOf(item: unknown, media: Media): void {
  if (typeof item !== 'object' || item === null) return;
  addMedia(item as Json, media);
  for (const list of [(item as Json).content, (item as Json).output]) {
    if (Array.isArray(list))
      for (const part of list) if (typeof part === 'object' && part !== null) addMedia(part, media);
  }
}

/** Adds the picture, sound or file that a part of a message is. Returns false for any other part. */
function addMedia(part: Json, media: Media): boolean {
  const { image_url: image, input_audio: sound } = part;
  if (image !== undefined && image !== null) {
    const { url, detail } = (typeof image === 'object' ? image : { url: image, detail: part.detail }) as Json;
    return add(media, typeof url === 'string' ? url : '', (text) => tokensOfPicture(text, detail));
  }
  if (part.type === 'input_image' || part.type === 'computer_screenshot')
    return add(media, '', (text) => tokensOfPicture(text, part.detail));
  if (sound !== undefined && sound !== null) {
    return add(media, textIn(sound, 'data'), (text) => Math.ceil(bytesOf(text) / soundBytesPerToken));
  }
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

function tokensOfFile(data: string): number {
  return data === '' ? unknownFile : Math.min(Math.ceil(bytesOf(data) / fileBytesPerToken), maxFile);
}

function bytesOf(base64: string): number {
  return (base64.length * 3) / 4;
}

/** Counts the tokens of what a model reads of the request. */
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

/** Collects the texts of a value; returns the tokens that stand there already, and those around messages. */
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

/** Counts the tokens of texts, a part at a time, so that the event loop is never held for long. */
export async function countTexts(texts: readonly string[]): Promise<number> {
  const tokenizer = await loadTokenizer();
  let tokens = 0;
  for (const text of texts) {
    for (let at = 0; at < text.length; at += charactersPerTurn) {
      if (at > 0) await nextTurn();
      tokens += countTokens(tokenizer, text.slice(at, at + charactersPerTurn), Number.MAX_SAFE_INTEGER) ?? 0;
    }
  }
  return tokens;
}
