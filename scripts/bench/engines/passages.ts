// The test data of all search engines: passages in files of 100, with a vector each, and queries. The vectors form
// clusters and vary in fewer directions than they have dimensions, like the vectors of embedding models. All data
// derives from a fixed seed.

import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const dimensions = 384;
export const sizes = [10_000, 100_000] as const;
export type Size = (typeof sizes)[number];
export const passagesPerFile = 100;
export const queryCount = 100;

const directions = 32;
const clusters = 500;
/** The radius of a cluster in relation to the distance between the cluster centres. */
const width = 0.6;
const vocabulary = 20_000;
const wordsPerPassage = 50;
const wordsPerQuery = 6;
const vectorBytes = 4 * dimensions;

export type Random = () => number;

/** Returns a generator of numbers from 0 to 1. The same seed gives the same numbers. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes the vectors of all passages and queries into the folder. */
export function writeVectors(folder: string): void {
  const random = randomFrom(384);
  const basis = Float32Array.from({ length: directions * dimensions }, () => random() - 0.5);
  const middles = Float32Array.from({ length: clusters * directions }, () => random() - 0.5);
  for (const [file, count] of [
    ['passages', Math.max(...sizes)],
    ['queries', queryCount],
  ] as const) {
    const vectors = new Float32Array(count * dimensions);
    for (let index = 0; index < count; index += 1) {
      const middle = Math.floor(random() * clusters) * directions;
      const own = vectors.subarray(index * dimensions, (index + 1) * dimensions);
      for (let direction = 0; direction < directions; direction += 1) {
        const part = (middles[middle + direction] as number) + width * (random() - 0.5);
        const row = direction * dimensions;
        for (let at = 0; at < dimensions; at += 1) own[at] = (own[at] as number) + part * (basis[row + at] as number);
      }
      toUnit(own);
    }
    writeFileSync(join(folder, file), vectors);
  }
}

/** Reads the vectors of `count` passages, starting at passage `first`. */
export function readPassages(folder: string, first: number, count: number): Float32Array[] {
  const bytes = Buffer.alloc(count * vectorBytes);
  const file = openSync(join(folder, 'passages'), 'r');
  try {
    readSync(file, bytes, 0, bytes.length, first * vectorBytes);
  } finally {
    closeSync(file);
  }
  return vectorsOf(bytes);
}

export function readQueries(folder: string): Float32Array[] {
  return vectorsOf(readFileSync(join(folder, 'queries')));
}

/** Returns the text of a passage. A few words are frequent and most are rare, as in natural language. */
export function textOf(passage: number): string {
  return words(randomFrom(passage + 1), wordsPerPassage);
}

export function queryText(query: number): string {
  return words(randomFrom(-query - 1), wordsPerQuery);
}

/** Returns the value of the filter attribute, 0 to 99. A filter `below: 10` therefore matches 10 % of the files. */
export function percentOf(passage: number): number {
  return Math.floor(passage / passagesPerFile) % 100;
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => `word${Math.floor(vocabulary * random() ** 3)}x`).join(' ');
}

function vectorsOf(bytes: Buffer): Float32Array[] {
  const values = new Float32Array(new Uint8Array(bytes).buffer);
  return Array.from({ length: bytes.length / vectorBytes }, (_, index) =>
    values.subarray(index * dimensions, (index + 1) * dimensions),
  );
}

function toUnit(vector: Float32Array): void {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] as number) / length;
}
