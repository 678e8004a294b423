// Collections: the chunks of a vector store's files, searched by vector and by keyword. Each store's chunks are in one
// of two engines: the relational database with a search cache in worker threads, or PostgreSQL with pgvector.
//
// The relational database alone decides which chunks are visible. The chunks of a file are first staged, which searches
// do not see. `publish` then makes them searchable on every server at once, in the transaction that completes the file.
// A server that dies in between leaves only garbage, which `sweep` removes.

import type { Transaction } from 'sequelize';
import type { EngineSize } from '../../models/collection.ts';
import type { Attributes, Filter } from './filter.ts';

export type { Attributes } from './filter.ts';

/** A part of a file's text. `vector` has length 1. */
export interface Chunk {
  /** The position in the file, from 0. */
  index: number;
  text: string;
  tokens: number;
  vector: Float32Array;
  /** The encoded terms (see services/vectors/terms.ts); undefined if not yet counted. */
  terms?: Buffer;
}

/** Chunks that are written but not yet searchable. */
export interface Staged {
  /** The id of this set of chunks. Each staging of a file has its own. */
  readonly setId: string;
  readonly storeId: string;
  readonly fileId: string;
  readonly collectionId: string;
  /** The name of the engine that has the chunks. */
  readonly engine: string;
  /** The dimensions of the vectors; 0 if there are no chunks. */
  readonly dimensions: number;
  readonly chunks: number;
  readonly tokens: number;
  /** The size of the chunks in the database in bytes: texts, vectors and terms. */
  readonly bytes: number;
}

/** `hybrid` combines vector and keyword scores. */
export type Ranker = 'hybrid' | 'vector' | 'keyword';

export interface SearchRequest {
  /** The score of a chunk is that of the query that it matches best. Vectors have length 1. */
  queries: { text: string; vector: Float32Array }[];
  maxResults: number;
  filter?: Filter;
  /** 0..1: hits with a lower score are dropped. */
  scoreThreshold: number;
  ranker: Ranker;
  /**
   * 0..1: the weight of the vector score in `hybrid`. It depends on the embedding model: see `vectorWeights` in
   * ranking.ts.
   */
  vectorWeight: number;
  /** The project that searches. Projects take turns where searches are long. */
  projectId?: string;
}

export interface SearchHit {
  fileId: string;
  chunkIndex: number;
  /** 0..1, higher is better. Comparable only between searches with the same ranker. */
  score: number;
  text: string;
  attributes: Attributes;
}

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

/** The counts of a server's search cache. */
export interface CacheCounts {
  bytes: number;
  /** The stores in the cache, and the memory of the largest one. */
  stores: number;
  largestStoreBytes: number;
  /** The stores that were evicted since the start. */
  evictions: number;
  /** The number of times that codes were read from a file since the start. */
  passes: number;
}

export interface Collections {
  /**
   * Writes the chunks of a file, not yet searchable. Counts their bytes against the project's limit before each write.
   * May be called again for the same file after a crash, which abandons the earlier staging. Returns the value that
   * `publish` needs. Throws `not_found` if the store was deleted, `vector_store_bytes` if the project's limit is
   * exceeded, and `unavailable` as `check` does.
   */
  stage(storeId: string, fileId: string, chunks: AsyncIterable<Chunk[]>): Promise<Staged>;
  /**
   * Makes staged chunks searchable when the transaction commits, and replaces the file's earlier chunks.
   *
   * Throws a StagedChunksLostError if the store was emptied meanwhile, the chunks were swept, or the collection is in
   * another engine or has vectors of other dimensions. The caller must stage the file again.
   */
  publish(staged: Staged, attributes: Attributes, tx: Transaction): Promise<void>;
  /** Discards staged chunks, and returns their bytes to the project when the transaction commits. */
  abandon(staged: Staged, tx: Transaction): Promise<void>;
  /** Replaces a file's attributes. Does nothing if the file is not published. */
  setAttributes(storeId: string, fileId: string, attributes: Attributes, tx: Transaction): Promise<void>;
  /** Removes a file's chunks. Does nothing if the file is not published. */
  removeFile(storeId: string, fileId: string, tx: Transaction): Promise<void>;
  /**
   * Removes all chunks of a store. Sets that are being staged can no longer be published. Deleting the store's row has
   * the same effect.
   */
  dropStore(storeId: string, tx: Transaction): Promise<void>;
  /**
   * Throws `unavailable` if searches of the store would: the settings do not name the engine that has its chunks, or it
   * has chunks in two engines.
   */
  check(storeId: string): Promise<void>;
  /**
   * Yields the texts of a published file's chunks from a position on, in order; nothing if there are none. Throws as
   * `check` does.
   */
  read(storeId: string, fileId: string, from?: number): AsyncGenerator<string[]>;
  /**
   * Returns the best hits, best first. Sees everything that was committed before the call. Throws as `check` does, and
   * `unavailable` if the engine does not answer.
   */
  search(storeId: string, request: SearchRequest): Promise<SearchHit[]>;
  /**
   * Returns a sentence for each of the stores whose searches are slow, or will be when it grows, by the store's id.
   *
   * @param stores `bytes` are those of their chunks in the database. 0 dimensions: not known yet.
   */
  warnings(stores: { id: string; bytes: number; dimensions: number }[]): Promise<Map<string, string>>;
  /** Returns the counts of the search cache, or undefined if no search has used it yet. */
  cacheCounts(): Promise<CacheCounts | undefined>;
  /** Returns the vector indexes of the stores that are large enough for one. */
  indexes(): Promise<StoreIndex[]>;
  /** Returns the sizes of all engines, counted in the last minute. */
  sizes(): Promise<EngineSize[]>;
  /** Opens the engines that the settings name now. */
  renewEngines(): void;
  /** Records the engines of the stores of earlier versions, and logs which stores cannot be searched. */
  start(): void;
  /**
   * Deletes removed chunks, and staged chunks that were never published. Records the engines of the stores of earlier
   * versions. A repeating job calls it.
   */
  sweep(): Promise<void>;
  /** Moves the stores of earlier versions to the current tables of PostgreSQL. A repeating job calls it. */
  move(): Promise<void>;
  close(): Promise<void>;
}

/** The staged chunks no longer exist. */
export class StagedChunksLostError extends Error {}
