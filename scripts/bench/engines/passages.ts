// What every search engine of the benchmark is filled with and asked: passages in files of a hundred, with a vector each,
// and queries. Vectors lie in clusters and vary in fewer directions than they have dimensions, as those of models do. All
// of it follows from a fixed seed.

import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const dimensions = 384;
export const sizes = [10_000, 100_000] as const;
export type Size = (typeof sizes)[number];
export const passagesPerFile = 100;
export const queryCount = 100;

const directions = 32;
const clusters = 500;
/** How far the members of a cluster are from its middle, to how far the middles are from each other. */
const width = 0.6;
const vocabulary = 20_000;
const wordsPerPassage = 50;
const wordsPerQuery = 6;
const vectorBytes = 4 * dimensions;

export type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes all vectors into the folder: those of the passages, and those of the queries. */
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

/** The vectors of passages, so many from the first. */
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

/** A passage's text. Few words are frequent, and most are rare. */
export function textOf(passage: number): string {
  return words(randomFrom(passage + 1), wordsPerPassage);
}

export function queryText(query: number): string {
  return words(randomFrom(-query - 1), wordsPerQuery);
}

/** The attribute by which searches are filtered: 0..99, that many hundredths of the files are below it. */
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
