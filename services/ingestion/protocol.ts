// What the server and its reader processes say to each other: the server asks for one piece after the other, so that
// neither has more than a piece in memory. It asks by messages, and is answered by frames on a pipe, as bytes: the same in
// the JSON of messages takes the event loop several times as long as all that is then done with it, and leaves twenty
// times as much garbage.
//
// A frame: the lengths of its two parts (u32 each, the least significant byte first); what is said, in JSON; the bytes of
// the chunks: all vectors, all terms, all texts. A reader is not to be trusted: what it says is taken apart
// by nothing but JSON and lengths that are checked.

import { embedText } from '../inference/embeddings/built-in.ts';
import type { ReaderModel } from '../inference/embeddings/index.ts';
import { readStaticModel, storedVector } from '../inference/embeddings/model2vec/index.ts';
import { encodeTerms, encodeVector, isTerms, termsOf } from '../vectors/terms.ts';
import type { ChunkLimits, TextChunk } from './chunker.ts';

/** A file to read. */
export interface ReadRequest {
  path: string;
  filename: string;
  chunks: ChunkLimits;
  /** Tokens that a file may have. */
  maxTokens: number;
  /** The model by which chunks come with their vectors; undefined: they come without. */
  embed: ReaderModel | undefined;
  /** What an image shows: chunked in its place. */
  description?: string;
}

/** A chunk with what is computed of its text. */
export interface ReadChunk extends TextChunk {
  /** See services/vectors/terms.ts. */
  terms: Buffer;
  vector?: Float32Array;
}

export type ToReader = { type: 'begin'; request: ReadRequest } | { type: 'next' };

export type FromReader =
  | { type: 'chunks'; chunks: ReadChunk[]; done: boolean }
  /** The file is an image, and needs a description. */
  | { type: 'image'; mediaType: string }
  | { type: 'problem'; code: 'unsupported_file' | 'invalid_file'; message: string }
  | { type: 'defect'; message: string };

/** The file descriptor of the pipe, in the reader. */
export const pipeFd = 4;

const headBytes = 8;
/** Far more than a piece has. */
const maxFrameBytes = 64 * 1024 ** 2;

/** A chunk as the JSON of its frame has it: how long its parts are. */
interface Lengths {
  tokens: number;
  text: number;
  terms: number;
  hasVector: boolean;
}

/** The chunk with all that is computed of it. */
export function computed(chunk: TextChunk, vectorOf: ((text: string) => Float32Array) | undefined): ReadChunk {
  const terms = encodeTerms(termsOf(chunk.text));
  return vectorOf === undefined ? { ...chunk, terms } : { ...chunk, terms, vector: vectorOf(chunk.text) };
}

const opened = new Map<string, (text: string) => Float32Array>();

/** What turns texts into the vectors of a model. A model's folder is read once. */
export function vectorMaker(model: ReaderModel | undefined): ((text: string) => Float32Array) | undefined {
  if (model === undefined) return undefined;
  if (model === 'built-in') return embedText;
  let made = opened.get(model.folder);
  if (made === undefined) {
    const { vectorOf } = readStaticModel(model.folder);
    made = (text) => storedVector(vectorOf(text));
    opened.set(model.folder, made);
  }
  return made;
}

/** A frame that says this. */
export function toFrame(said: FromReader): Buffer {
  if (said.type !== 'chunks') return frame(said, []);
  const texts = said.chunks.map(({ text }) => Buffer.from(text));
  const chunks = said.chunks.map(({ text, tokens, terms, vector }): Lengths => {
    return { tokens, text: Buffer.byteLength(text), terms: terms.length, hasVector: vector !== undefined };
  });
  const vectors = said.chunks.flatMap(({ vector }) => (vector === undefined ? [] : [encodeVector(vector)]));
  const terms = said.chunks.map((chunk) => chunk.terms);
  const vectorBytes = vectors[0]?.length ?? 0;
  return frame({ ...said, chunks, vectorBytes }, [...vectors, ...terms, ...texts]);
}

function frame(json: object, parts: Buffer[]): Buffer {
  const said = Buffer.from(JSON.stringify(json));
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(said.length, 0);
  head.writeUInt32LE(sum(parts.map(({ length }) => length)), 4);
  return Buffer.concat([head, said, ...parts]);
}

/** Puts frames together from what comes through the pipe. A reader says one thing at a time. */
export class Frames {
  #parts: Buffer[] = [];
  #length = 0;

  /** What is said, where the part is the last of it. Throws where it is not what a reader says. */
  push(part: Buffer): FromReader | undefined {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length < headBytes) return undefined;
    if ((this.#parts[0] as Buffer).length < headBytes) this.#parts = [Buffer.concat(this.#parts)];
    const [first] = this.#parts as [Buffer];
    const wanted = headBytes + first.readUInt32LE(0) + first.readUInt32LE(4);
    if (wanted > maxFrameBytes || this.#length > wanted) throw new Error('A reader says more than it was asked for');
    if (this.#length < wanted) return undefined;
    const whole = this.#parts.length === 1 ? first : Buffer.concat(this.#parts, wanted);
    this.#parts = [];
    this.#length = 0;
    return fromFrame(whole);
  }
}

function fromFrame(whole: Buffer): FromReader {
  const start = headBytes + whole.readUInt32LE(0);
  const said = JSON.parse(whole.toString('utf8', headBytes, start)) as FromReader;
  if (said.type !== 'chunks') return said;
  const { chunks, vectorBytes } = said as unknown as { chunks: Lengths[]; vectorBytes: number };
  return { type: 'chunks', done: said.done, chunks: chunksOf(chunks, vectorBytes, whole.subarray(start)) };
}

function chunksOf(lengths: Lengths[], vectorBytes: number, bytes: Buffer): ReadChunk[] {
  const dimensions = vectorBytes / Float32Array.BYTES_PER_ELEMENT;
  const vectors = lengths.filter(({ hasVector }) => hasVector).length;
  if (!Number.isSafeInteger(dimensions) || dimensions < 0 || (vectors > 0 && dimensions === 0))
    throw new Error('A reader sent vectors that are none');
  const vectorsEnd = vectorBytes * vectors;
  const termsEnd = vectorsEnd + sum(lengths.map(({ terms }) => terms));
  const textsEnd = termsEnd + sum(lengths.map(({ text }) => text));
  if (textsEnd !== bytes.length) throw new Error('A reader sent other lengths than it says');
  // A copy of what is kept: it is aligned, and without the texts' bytes, which have become texts.
  const { buffer } = new Uint8Array(bytes.subarray(0, termsEnd));
  const numbers = new Float32Array(buffer, 0, vectorsEnd / Float32Array.BYTES_PER_ELEMENT);
  const at = { vector: 0, terms: vectorsEnd, text: termsEnd };
  return lengths.map(({ tokens, text, terms: termsLength, hasVector }) => {
    const terms = Buffer.from(buffer, at.terms, termsLength);
    if (!isTerms(terms)) throw new Error('A reader sent terms that are none');
    const chunk = { text: bytes.toString('utf8', at.text, at.text + text), tokens, terms };
    at.terms += termsLength;
    at.text += text;
    if (!hasVector) return chunk;
    at.vector += dimensions;
    return { ...chunk, vector: numbers.subarray(at.vector - dimensions, at.vector) };
  });
}

/** Throws where one of them is no length. */
function sum(lengths: number[]): number {
  return lengths.reduce((total, length) => {
    if (!Number.isSafeInteger(length) || length < 0) throw new Error('A reader sent a length that is none');
    return total + length;
  }, 0);
}
