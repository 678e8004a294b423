// A search engine stores and ranks the chunks of collections. Which chunks are visible is the catalog's business.

import type { CacheCounts, Chunk, SearchHit, SearchRequest } from './collections.ts';

/** A chunk with its counted terms. */
export type CountedChunk = Required<Chunk>;

/**
 * `missing`: it is about to be built. `failed`: the build ended without a valid index, and is about to be repeated.
 * `impossible`: the vectors have too many dimensions. Only a `valid` one is used; without it a search is exact.
 */
export type IndexState = 'valid' | 'building' | 'failed' | 'missing' | 'impossible';

/** The vector index of a store that is large enough for one. */
export interface StoreIndex {
  storeId: string;
  chunks: number;
  dimensions: number;
  state: IndexState;
  /** The part of a running build that is done, 0..1. */
  done: number;
}

export interface Engine {
  /** The name that the database records for a collection. A released name never changes. */
  readonly name: string;
  /** Adds chunks to a set, which searches do not see before it is published. */
  add(set: { setId: string; collectionId: string; dimensions: number }, chunks: CountedChunk[]): Promise<void>;
  /** Returns the texts of a set's chunks from a position to before another one, in order. */
  texts(setId: string, from: number, to: number): Promise<string[]>;
  /** Returns those of the sets that have chunks here. Throws `unavailable` if the engine does not answer. */
  setsAmong(setIds: string[]): Promise<string[]>;
  /** Removes up to `limit` chunks of a set. Returns an upper bound of those left. */
  removeSome(setId: string, limit: number): Promise<number>;
  /** Returns the best hits of a store whose chunks are here. */
  search(storeId: string, request: SearchRequest): Promise<SearchHit[]>;
  /** Removes the rows of dropped collections, and begins to build indexes. Called after each sweep. */
  maintain(): Promise<void>;
  /** Begins what the engine repeats on each server. */
  start?(): void;
  /** Called after chunks were published in the engine. */
  published?(): void;
  /** Returns the indexes of the stores in the engine. */
  indexes?(): Promise<StoreIndex[]>;
  /** Returns the counts of the engine's cache, or undefined if no search has used it yet. */
  cacheCounts?(): Promise<CacheCounts | undefined>;
  close(): Promise<void>;
}
