// The protocol between the server and its reader processes. The server requests one piece at a time, so that neither
// side holds more than one piece in memory. Requests are messages; answers are binary frames on a pipe. Answers as JSON
// messages take the event loop several times as long as all further work, and create 20 times the garbage.
//
// A frame has the lengths of its two parts (u32 each, little-endian), a JSON part, and the bytes of the chunks: all
// vectors, all terms, all texts. Readers are not trusted, so their answers are decoded only with JSON and checked
// lengths.

import { embedText } from '../gateway/embeddings/built-in.ts';
import type { ReaderModel } from '../gateway/embeddings/index.ts';
import { readStaticModel, storedVector } from '../gateway/embeddings/model2vec/index.ts';
import { encodeTerms, encodeVector, isTerms, termsOf } from '../vectors/terms.ts';
import type { ChunkLimits, TextChunk } from './chunker.ts';

export interface ReadRequest {
  path: string;
  filename: string;
  /** The charset that was declared for the file, not in it. */
  charset?: string | undefined;
  /** Undefined: the text is answered in parts that may end anywhere. */
  chunks: ChunkLimits | undefined;
  /** The maximum number of tokens in a file. */
  maxTokens: number;
  /** The model that computes the chunks' vectors; undefined for chunks without vectors. */
  embed: ReaderModel | undefined;
  /** The description of an image, which is chunked in place of its content. */
  description?: string;
}

/** A chunk with its computed terms and vector. */
export interface ReadChunk extends TextChunk {
  /** Encoded terms: see services/vectors/terms.ts. */
  terms: Buffer;
  vector?: Float32Array;
}

export type ToReader = { type: 'begin'; request: ReadRequest } | { type: 'next' };

export type FromReader =
  | { type: 'chunks'; chunks: ReadChunk[]; done: boolean }
  /** The file is an image and needs a description. */
  | { type: 'image'; mediaType: string }
  | { type: 'problem'; code: 'unsupported_file' | 'invalid_file'; message: string }
  | { type: 'defect'; message: string };

/** The file descriptor of the pipe in the reader process. */
export const pipeFd = 4;

const headBytes = 8;
/** Much larger than any piece. */
const maxFrameBytes = 64 * 1024 ** 2;

/** A chunk in the JSON part of a frame: the lengths of its parts. */
interface Lengths {
  tokens: number;
  text: number;
  terms: number;
  hasVector: boolean;
}

/** Returns the chunk with its terms, and with its vector if there is a model. */
export function computed(chunk: TextChunk, vectorOf: ((text: string) => Float32Array) | undefined): ReadChunk {
  const terms = encodeTerms(termsOf(chunk.text));
  return vectorOf === undefined ? { ...chunk, terms } : { ...chunk, terms, vector: vectorOf(chunk.text) };
}

const opened = new Map<string, (text: string) => Float32Array>();

/** Returns the function that embeds a text with a local model. Reads a model's folder only once. */
export function embedFunction(model: ReaderModel | undefined): ((text: string) => Float32Array) | undefined {
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

/** Encodes an answer as a frame. */
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

/** Reassembles frames from the pipe's data. A reader sends one frame at a time. */
export class Frames {
  #parts: Buffer[] = [];
  #length = 0;

  /** Adds data. Returns the answer when its frame is complete. Throws if the frame is invalid. */
  push(part: Buffer): FromReader | undefined {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length < headBytes) return undefined;
    if ((this.#parts[0] as Buffer).length < headBytes) this.#parts = [Buffer.concat(this.#parts)];
    const [first] = this.#parts as [Buffer];
    const wanted = headBytes + first.readUInt32LE(0) + first.readUInt32LE(4);
    if (wanted > maxFrameBytes || this.#length > wanted) throw new Error('A reader sent more than one answer');
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
    throw new Error('A reader sent invalid vectors');
  const vectorsEnd = vectorBytes * vectors;
  const termsEnd = vectorsEnd + sum(lengths.map(({ terms }) => terms));
  const textsEnd = termsEnd + sum(lengths.map(({ text }) => text));
  if (textsEnd !== bytes.length) throw new Error('The lengths in the frame of a reader do not match its size');
  // Copies the vectors and terms, which aligns them and lets the text bytes be freed.
  const { buffer } = new Uint8Array(bytes.subarray(0, termsEnd));
  const numbers = new Float32Array(buffer, 0, vectorsEnd / Float32Array.BYTES_PER_ELEMENT);
  const at = { vector: 0, terms: vectorsEnd, text: termsEnd };
  return lengths.map(({ tokens, text, terms: termsLength, hasVector }) => {
    const terms = Buffer.from(buffer, at.terms, termsLength);
    if (!isTerms(terms)) throw new Error('A reader sent invalid terms');
    const chunk = { text: bytes.toString('utf8', at.text, at.text + text), tokens, terms };
    at.terms += termsLength;
    at.text += text;
    if (!hasVector) return chunk;
    at.vector += dimensions;
    return { ...chunk, vector: numbers.subarray(at.vector - dimensions, at.vector) };
  });
}

/** Throws if a length is invalid. */
function sum(lengths: number[]): number {
  return lengths.reduce((total, length) => {
    if (!Number.isSafeInteger(length) || length < 0) throw new Error('A reader sent an invalid length');
    return total + length;
  }, 0);
}
