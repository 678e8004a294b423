// What the keyword index knows of a text: which terms it has, by their hashes, and how often. Stored beside each chunk's
// vector, so that a cache is filled without reading the texts again.
//
// As bytes: how many words (u32), how many distinct terms (u32), the terms' hashes in ascending order (u32 each), and
// their counts (u8 each, 255 for more). The least significant byte comes first.

import { endianness } from 'node:os';
import { analyze, isStopWord } from '../inference/embeddings/words.ts';

export interface Terms {
  /** Words in the text, repeats included; stop words are none. */
  words: number;
  hashes: Uint32Array;
  counts: Uint8Array;
}

const headBytes = 8;

if (endianness() !== 'LE') throw new Error('Vectors are stored as a little-endian machine has them in memory');

/** The terms of a text. */
export function termsOf(text: string): Terms {
  const { count, hashes, flags } = analyze(text);
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

/** The terms as they are stored. */
export function encodeTerms({ words, hashes, counts }: Terms): Buffer {
  const bytes = Buffer.alloc(headBytes + 5 * hashes.length);
  bytes.writeUInt32LE(words, 0);
  bytes.writeUInt32LE(hashes.length, 4);
  bytes.set(new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength), headBytes);
  bytes.set(counts, headBytes + 4 * hashes.length);
  return bytes;
}

/** The terms of stored bytes. */
export function decodeTerms(stored: Uint8Array): Terms {
  // A copy of its own is aligned; the driver's buffer need not be.
  const bytes = new Uint8Array(stored);
  const [words = 0, count = 0] = new Uint32Array(bytes.buffer, 0, 2);
  const hashes = new Uint32Array(bytes.buffer, headBytes, count);
  return { words, hashes, counts: bytes.subarray(headBytes + 4 * count, headBytes + 5 * count) };
}

/** Whether bytes have the length that they say. */
export function isTerms(stored: Buffer): boolean {
  return stored.length >= headBytes && stored.length === headBytes + 5 * stored.readUInt32LE(4);
}

/** A vector as it is stored. */
export function encodeVector(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** The vector of stored bytes. */
export function decodeVector(stored: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(stored).buffer);
}
