// What the server and its reader processes say to each other: the server asks for one piece after the other, so that
// neither has more than a piece in memory. Messages are JSON, whatever it costs: what a reader says is not to be trusted
// with more than that.

import { dimensions, embedText } from '../embeddings/built-in.ts';
import { decodeVector, encodeTerms, encodeVector, isTerms, termsOf } from '../vectors/terms.ts';
import type { ChunkLimits, TextChunk } from './chunker.ts';

/** A file to read. */
export interface ReadRequest {
  path: string;
  filename: string;
  chunks: ChunkLimits;
  /** Tokens that a file may have. */
  maxTokens: number;
  /** Whether chunks come with their vectors by the built-in model. */
  embed: boolean;
  /** What an image shows: chunked in its place. */
  description?: string;
}

/** A chunk with what is computed of its text. */
export interface ReadChunk extends TextChunk {
  /** See services/vectors/terms.ts. */
  terms: Buffer;
  vector?: Float32Array;
}

/** The same on its way: bytes in base64. */
export interface SentChunk extends TextChunk {
  terms: string;
  vector?: string;
}

export type ToReader = { type: 'begin'; request: ReadRequest } | { type: 'next' };

export type FromReader =
  | { type: 'ready' }
  | { type: 'chunks'; chunks: SentChunk[]; done: boolean }
  /** The file is an image, and needs a description. */
  | { type: 'image'; mediaType: string }
  | { type: 'problem'; code: 'unsupported_file' | 'invalid_file'; message: string }
  | { type: 'defect'; message: string };

/** What the reader sends of a chunk. */
export function toSent(chunk: TextChunk, embed: boolean): SentChunk {
  const terms = encodeTerms(termsOf(chunk.text)).toString('base64');
  return { ...chunk, terms, ...(embed ? { vector: encodeVector(embedText(chunk.text)).toString('base64') } : {}) };
}

/** What the server makes of it. Throws where it is not what a reader sends. */
export function fromSent({ text, tokens, terms, vector }: SentChunk): ReadChunk {
  const chunk = { text, tokens, terms: Buffer.from(terms, 'base64') };
  if (!isTerms(chunk.terms)) throw new Error('A reader sent terms that are none');
  if (vector === undefined) return chunk;
  const values = decodeVector(Buffer.from(vector, 'base64'));
  if (values.length !== dimensions) throw new Error(`A reader sent a vector of ${values.length} dimensions`);
  return { ...chunk, vector: values };
}
