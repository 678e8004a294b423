// A search engine stores and ranks the chunks of collections. Which chunks are visible is the catalog's business.

import type { CacheCounts, Chunk, SearchHit, SearchRequest, StoreIndex } from './collections.ts';

export type CountedChunk = Required<Chunk>;

/** The name of the default engine, which is always configured. */
export const relationalName = 'relational';

/** The name that is recorded for a store with chunks in two engines. No engine has it. */
export const splitName = 'split';

/** A set of chunks, and its collection. */
export interface SetOf {
  setId: string;
  collectionId: string;
}

export interface Engine {
  /** The name that the database records for a collection. A released name never changes. */
  readonly name: string;
  /** Adds chunks to a set, which searches do not see before it is published. Chunks that are there already stay. */
  add(set: SetOf & { dimensions: number }, chunks: CountedChunk[]): Promise<void>;
  /** Returns the texts of a set's chunks from a position to before another one, in order. */
  texts(set: SetOf, from: number, to: number): Promise<string[]>;
  /** Returns a set's chunks from a position to before another one, in order. */
  read(set: SetOf, from: number, to: number): Promise<CountedChunk[]>;
  /** Throws `unavailable` if the engine does not answer. */
  ping(): Promise<void>;
  /** Returns those of a collection's sets that have chunks here. Throws `unavailable` if the engine does not answer. */
  setsAmong(collectionId: string, setIds: string[]): Promise<string[]>;
  /** Returns how many chunks each of a collection's sets has here. A set without chunks is missing. */
  counts(collectionId: string, setIds: string[]): Promise<Map<string, number>>;
  /** Returns the ids of the sets of a collection that have chunks here. */
  setsOf?(collectionId: string): Promise<string[]>;
  /** Makes the engine ready to search a store whose chunks have been copied here, before it is recorded here. */
  prepare?(storeId: string): Promise<void>;
  /** Removes what the engine keeps of a collection besides its chunks. */
  forget?(collectionId: string): Promise<void>;
  /** Removes up to `limit` chunks of a set. Returns an upper bound of those left. */
  removeSome(set: SetOf, limit: number): Promise<number>;
  /** Returns the best hits of a store whose chunks are here. Throws a MovedError if they are in another engine by now. */
  search(storeId: string, request: SearchRequest): Promise<SearchHit[]>;
  /** Returns true while a server of an older version searches here, which does not know of moves. */
  isUsedByOlder?(): Promise<boolean>;
  /** Removes the rows of dropped collections, and begins to build indexes. Called after each sweep. */
  maintain(): Promise<void>;
  /** Begins what the engine repeats on each server. */
  start?(): void;
  /** Called after chunks of a store were published in the engine. */
  published?(storeId: string): void;
  indexes?(): Promise<StoreIndex[]>;
  /** Returns a sentence on a store of this size whose searches are slow or will be; undefined if it is small enough. */
  warningOf(size: { chunks: number; dimensions: number }): string | undefined;
  /** Returns the counts of the engine's cache, or undefined if no search has used it yet. */
  cacheCounts?(): Promise<CacheCounts | undefined>;
  close(): Promise<void>;
}

/** The store's chunks are in another engine by now. */
export class MovedError extends Error {}
