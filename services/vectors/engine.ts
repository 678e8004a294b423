// A search engine stores and ranks the chunks of collections. Which chunks are visible is the catalog's business.

import type { CacheCounts, Chunk, SearchHit, SearchRequest, StoreIndex } from './collections.ts';

/** A chunk with its counted terms. */
export type CountedChunk = Required<Chunk>;

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
  /** Returns a sentence on a store of this size whose searches are slow or will be; undefined if it is small enough. */
  warningOf(size: { chunks: number; dimensions: number }): string | undefined;
  /** Returns the counts of the engine's cache, or undefined if no search has used it yet. */
  cacheCounts?(): Promise<CacheCounts | undefined>;
  close(): Promise<void>;
}
