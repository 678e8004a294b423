// Vector stores with random chunks, and searches in them. The same numbers give the same chunks.

import { transaction } from '../../models/connection.ts';
import type { Attributes, Chunk, Collections, SearchHit, SearchRequest } from '../../services/vectors/collections.ts';

const dimensions = 384;
const wordsPerChunk = 75;
const vocabulary = 50_000;
const chunksPerFile = 1000;
const chunksPerBatch = 250;

interface Filling {
  dimensions?: number;
  attributesOf?(file: number): Attributes;
}

/** Fills the store with files of 1000 chunks. */
export async function fill(
  collections: Collections,
  store: string,
  chunks: number,
  { dimensions: length = dimensions, attributesOf = () => ({}) }: Filling = {},
): Promise<void> {
  for (let first = 0; first < chunks; first += chunksPerFile) {
    const count = Math.min(chunksPerFile, chunks - first);
    const staged = await collections.stage(store, `file-${first}`, chunksOf(first, count, length));
    await transaction((tx) => collections.publish(staged, attributesOf(first / chunksPerFile), tx));
  }
}

async function* chunksOf(first: number, count: number, length: number): AsyncGenerator<Chunk[]> {
  for (let from = 0; from < count; from += chunksPerBatch) {
    yield Array.from({ length: Math.min(chunksPerBatch, count - from) }, (_, index) => {
      const random = seeded(first + from + index + 1);
      return { index: from + index, text: textOf(random), tokens: 100, vector: vectorOf(random, length) };
    });
  }
}

/** Searches for a text like that of a chunk, but for half of its words. */
export function search(
  collections: Collections,
  store: string,
  query: number,
  options: Partial<SearchRequest> & { dimensions?: number } = {},
): Promise<SearchHit[]> {
  const { dimensions: length = dimensions, ...request } = options;
  const random = seeded(1_000_000 + query);
  const text = textOf(random).split(' ').slice(0, 8).join(' ');
  const queries = [{ text, vector: vectorOf(random, length) }];
  return collections.search(store, {
    ...{ queries, maxResults: 10, scoreThreshold: 0, ranker: 'hybrid', vectorWeight: 0.6, projectId: store },
    ...request,
  });
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

export function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(part * sorted.length), sorted.length - 1)] as number;
}

/** Words whose frequencies fall as in a natural language. */
function textOf(random: () => number): string {
  return Array.from({ length: wordsPerChunk }, () => `w${Math.floor(vocabulary ** random())}`).join(' ');
}

function vectorOf(random: () => number, length: number): Float32Array {
  const vector = Float32Array.from({ length }, () => random() - 0.5);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

/** Returns a generator of numbers from 0 to 1. The same seed gives the same numbers. */
function seeded(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d) + 0x9e_37_79_b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
