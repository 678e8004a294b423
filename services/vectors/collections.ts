// Collections: the chunks of a vector store's files, searched by vector and by word. An interface with two engines:
// the relational database with a cache beside the process, and PostgreSQL with pgvector.
//
// What is visible is decided by the relational database alone. A file's chunks are staged first, at leisure and unseen;
// `publish` makes them searchable all at once in the transaction that completes the file, on every server, and a server
// that dies in between leaves nothing but garbage for `sweep`.

import type { Transaction } from 'sequelize';
import type { Attributes, Filter } from './filter.ts';

export type { Attributes, Filter } from './filter.ts';

/** A piece of a file's text, as it is searched. `vector` has length 1. */
export interface Chunk {
  /** From 0, in the order of the text. */
  index: number;
  text: string;
  tokens: number;
  vector: Float32Array;
  /** See services/vectors/terms.ts; left out by those who have not counted them. */
  terms?: Buffer;
}

/** Chunks that were written and are not yet searchable. */
export interface Staged {
  /** Names these chunks, among all that were ever staged for the file. */
  readonly setId: string;
  readonly storeId: string;
  readonly fileId: string;
  readonly collectionId: string;
  /** Those of its vectors; 0 where it has no chunks. */
  readonly dimensions: number;
  readonly chunks: number;
  readonly tokens: number;
  /** What the chunks take in the database: texts, vectors and terms. */
  readonly bytes: number;
}

/** `hybrid` ranks by both at once. */
export type Ranker = 'hybrid' | 'vector' | 'keyword';

export interface SearchRequest {
  /** A chunk is as good as it is for the query that suits it best. Vectors have length 1. */
  queries: { text: string; vector: Float32Array }[];
  maxResults: number;
  filter?: Filter;
  /** 0..1: hits with a lower score are left out. */
  scoreThreshold: number;
  ranker: Ranker;
  /** 0..1: what vectors weigh in `hybrid`, by the model that makes them: see `vectorWeights` in ranking.ts. */
  vectorWeight: number;
}

export interface SearchHit {
  fileId: string;
  chunkIndex: number;
  /** 0..1, higher is better; comparable within one ranker. */
  score: number;
  text: string;
  attributes: Attributes;
}

export interface Collections {
  /**
   * Writes the chunks of a file, not yet searchable, and takes their bytes of the project's limit before. May be called again
   * for the same file after a crash: what that run staged is given up. Returns what `publish` needs. Throws `not_found` where
   * the store is gone, and `vector_store_bytes` where the project has no room for the file.
   */
  stage(storeId: string, fileId: string, chunks: AsyncIterable<Chunk[]>): Promise<Staged>;
  /**
   * Makes staged chunks searchable all at once when the transaction commits, and replaces those of an earlier stage.
   * Throws a StagedChunksLostError where the store was dropped since, the chunks were swept, or the collection has begun
   * with vectors of other dimensions: stage them again.
   */
  publish(staged: Staged, attributes: Attributes, inside: Transaction): Promise<void>;
  /** Gives staged chunks up, and the project has their bytes back when the transaction commits. */
  abandon(staged: Staged, inside: Transaction): Promise<void>;
  /** Does nothing for a file that is not published. */
  setAttributes(storeId: string, fileId: string, attributes: Attributes, inside: Transaction): Promise<void>;
  /** Does nothing for a file that is not published. */
  removeFile(storeId: string, fileId: string, inside: Transaction): Promise<void>;
  /** Removes everything, and what is being staged can no longer be published. Deleting the store's row does it too. */
  dropStore(storeId: string, inside: Transaction): Promise<void>;
  /** The texts of a published file's chunks in order; empty where there are none. */
  read(storeId: string, fileId: string): Promise<string[]>;
  /** The best first. Sees everything that was committed before it was called. */
  search(storeId: string, request: SearchRequest): Promise<SearchHit[]>;
  /** Removes what was staged and never published, or removed and not yet swept. Called by a repeating job. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** What was staged is not there any more. */
export class StagedChunksLostError extends Error {}
