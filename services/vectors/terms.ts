// The terms of a text for the keyword index: the hashes of its terms and their counts. They are stored next to each
// chunk's vector, so that a cache loads without reading the texts.
//
// The encoding, little-endian: number of words (24 bits), version (8 bits), number of distinct terms (u32), hashes in
// ascending order (u32 each), counts (u8 each, at most 255).

import { endianness } from 'node:os';
import { analyze, isCompound, isStopWord } from '../gateway/embeddings/words.ts';
import { compoundCount, questionWeight } from './ranking.ts';

export interface Terms {
  /** The number of words in the text with repeats, without stop words. */
  words: number;
  hashes: Uint32Array;
  counts: Uint8Array;
}

/** The terms of a query. */
export interface QuestionTerms {
  hashes: Uint32Array;
  /** The weight of each term by its count in the query. Its rarity is multiplied in later. */
  weights: Float64Array;
}

const headBytes = 8;

/** 0: light stemmer. 1: Porter2. Terms of different versions do not match. */
export const termsVersion = 1;
const maxWords = 2 ** 24 - 1;

if (endianness() !== 'LE') throw new Error('Vectors are stored as a little-endian machine has them in memory');

export function termsOf(text: string): Terms {
  const { count, hashes, flags } = analyze(text, 'english');
  const found = new Uint32Array(count);
  let words = 0;
  for (let index = 0; index < count; index += 1) {
    if (((flags[index] as number) & isStopWord) === 0) found[words++] = hashes[index] as number;
  }
  const sorted = found.subarray(0, words).sort();
  const distinct = new Uint32Array(words);
  const counts = new Uint8Array(words);
  let terms = 0;
  for (let index = 0; index < words; index += 1) {
    if (index === 0 || sorted[index] !== sorted[index - 1]) distinct[terms++] = sorted[index] as number;
    counts[terms - 1] = Math.min((counts[terms - 1] as number) + 1, 255);
  }
  return { words, hashes: distinct.slice(0, terms), counts: counts.slice(0, terms) };
}

/** Returns the terms of a query with their weights. */
export function questionTermsOf(text: string): QuestionTerms {
  const { count, hashes, flags } = analyze(text, 'english');
  const counts = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const flag = flags[index] as number;
    if ((flag & isStopWord) !== 0) continue;
    const hash = hashes[index] as number;
    counts.set(hash, (counts.get(hash) ?? 0) + ((flag & isCompound) === 0 ? 1 : compoundCount));
  }
  return { hashes: Uint32Array.from(counts.keys()), weights: Float64Array.from(counts.values(), questionWeight) };
}

/** Encodes terms for storage. */
export function encodeTerms({ words, hashes, counts }: Terms): Buffer {
  const bytes = Buffer.alloc(headBytes + 5 * hashes.length);
  bytes.writeUInt32LE(Math.min(words, maxWords) + termsVersion * 2 ** 24, 0);
  bytes.writeUInt32LE(hashes.length, 4);
  bytes.set(new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength), headBytes);
  bytes.set(counts, headBytes + 4 * hashes.length);
  return bytes;
}

/** Returns true if stored terms have the current version. Others must be recounted from the text. */
export function areCurrentTerms(stored: Uint8Array): boolean {
  return stored[3] === termsVersion;
}

export function decodeTerms(stored: Uint8Array): Terms {
  // Copies the bytes, because the driver's buffer may not be aligned.
  const bytes = new Uint8Array(stored);
  const [head = 0, count = 0] = new Uint32Array(bytes.buffer, 0, 2);
  const hashes = new Uint32Array(bytes.buffer, headBytes, count);
  return { words: head & maxWords, hashes, counts: bytes.subarray(headBytes + 4 * count, headBytes + 5 * count) };
}

/** Returns true if the bytes have the length that their header says. */
export function isTerms(stored: Buffer): boolean {
  return stored.length >= headBytes && stored.length === headBytes + 5 * stored.readUInt32LE(4);
}

/** Encodes a vector for storage. */
export function encodeVector(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function decodeVector(stored: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(stored).buffer);
}
