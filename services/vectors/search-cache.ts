// The search cache of one thread. It updates a collection from the database before every search, within a memory limit.
// Everything in it can be dropped at any time. The least recently used collection is evicted first.

import type { Reader } from '../../models/reader.ts';
import {
  type Changes,
  type ChunkKey,
  changesSince,
  type FileChange,
  sizeOf,
  someVectorsOf,
  type TextRow,
  textsOf,
  type VectorRow,
  vectorsOf,
} from '../../models/search-rows.ts';
import { Blocks, OutOfBlocksError } from './blocks.ts';
import { bytesOfCodes } from './codes.ts';
import { type Candidate, CollectionCache } from './collection-cache.ts';
import type { SearchHit, SearchRequest } from './collections.ts';
import { cosineOf, scoreOf, shownScore } from './ranking.ts';
import { areCurrentTerms, decodeVector, encodeTerms, termsOf } from './terms.ts';

/** The collection does not fit into the cache alone. */
export class CollectionTooLargeError extends Error {}

/** The number of chunks that are read at a time, so that other searches get a turn in between. */
const chunksPerRead = 512;
const filesPerRead = 64;

/** The number of times that a search retries because chunks were removed during the search. */
const attempts = 5;

/** A collection that takes at least this share of the cache is large: only one of them is loaded at a time. */
const largeShare = 1 / 8;

/** The number of hits beyond the requested number that are scored exactly. */
const margin = 6;

export class SearchCache {
  readonly #reader: Reader;
  readonly #blocks: Blocks;
  readonly #budgetBytes: number;
  /** By store id, least recently used first. */
  readonly #collections = new Map<string, CollectionCache>();
  /** The last load of each collection that is loading or waits for it, by store id. These are not evicted. */
  readonly #loads = new Map<string, Promise<unknown>>();
  /** Serializes the loads of large collections: two that load at once would evict each other. */
  #largeLoad: Promise<unknown> = Promise.resolve();
  /** The chunks that a store had when it did not fit. It is not loaded again until it has fewer. */
  readonly #tooLarge = new Map<string, number>();

  constructor(reader: Reader, budgetBytes: number) {
    this.#reader = reader;
    this.#budgetBytes = budgetBytes;
    this.#blocks = new Blocks(budgetBytes, () => this.#evict());
  }

  /** The size of the cache in bytes. */
  get usedBytes(): number {
    return [...this.#collections.values()].reduce((sum, { tableBytes }) => sum + tableBytes, this.#blocks.usedBytes);
  }

  /** Returns the hits of a store. Throws a CollectionTooLargeError. */
  async search(storeId: string, request: SearchRequest): Promise<SearchHit[]> {
    for (let attempt = 1; ; attempt += 1) {
      const candidates = await this.#withCollection(storeId, (collection) =>
        collection.rank(request).slice(0, request.maxResults + margin),
      );
      const texts = await textsOf(this.#reader, candidates);
      if (texts.length === candidates.length || attempt === attempts) return hitsOf(candidates, texts, request);
    }
  }

  /**
   * Ranks in the store's collection after it has everything that is committed now. No event loop turn may come between
   * the last update and the ranking, because another search could evict the collection.
   */
  async #withCollection(storeId: string, rank: (collection: CollectionCache) => Candidate[]): Promise<Candidate[]> {
    const known = this.#collections.get(storeId);
    const changes = await changesSince(this.#reader, storeId, known?.revision ?? 0);
    if (changes === undefined) return [];
    if (known !== undefined && this.#collections.get(storeId) === known && isUnchanged(known, changes)) {
      this.#collections.delete(storeId);
      this.#collections.set(storeId, known);
      return rank(known);
    }
    const load = (this.#loads.get(storeId) ?? Promise.resolve()).then(async () => {
      const collection = await this.#load(storeId);
      return collection === undefined ? [] : rank(collection);
    });
    const settled = load.catch(() => undefined);
    this.#loads.set(storeId, settled);
    try {
      return await load;
    } finally {
      if (this.#loads.get(storeId) === settled) this.#loads.delete(storeId);
    }
  }

  /** Loads large collections one after the other, and small ones meanwhile. Throws a CollectionTooLargeError. */
  async #load(storeId: string): Promise<CollectionCache | undefined> {
    const isKnown = this.#collections.has(storeId);
    const { chunks, dimensions } = isKnown ? { chunks: 0, dimensions: 0 } : await sizeOf(this.#reader, storeId);
    const bytes = bytesOfCodes(chunks, dimensions);
    if (bytes > this.#budgetBytes || chunks >= (this.#tooLarge.get(storeId) ?? Number.POSITIVE_INFINITY))
      throw tooLarge(storeId);
    if (bytes < largeShare * this.#budgetBytes) {
      try {
        return await this.#catchUpSoon(storeId);
      } catch (error) {
        // A large collection may be loading, which leaves no room.
        if (!(error instanceof OutOfBlocksError)) throw error;
      }
    }
    const load = this.#largeLoad.then(() => this.#loadAlone(storeId));
    this.#largeLoad = load.catch(() => undefined);
    return load;
  }

  async #loadAlone(storeId: string): Promise<CollectionCache | undefined> {
    for (;;) {
      try {
        return await this.#catchUpSoon(storeId);
      } catch (error) {
        if (!(error instanceof OutOfBlocksError)) throw error;
        const others = [...this.#loads].filter(([other]) => other !== storeId && this.#collections.has(other));
        if (others.length === 0) break;
        await Promise.race(others.map(([, load]) => load));
      }
    }
    this.#tooLarge.set(storeId, (await sizeOf(this.#reader, storeId)).chunks);
    throw tooLarge(storeId);
  }

  /** Tries again if chunks were swept meanwhile. Throws an OutOfBlocksError. */
  async #catchUpSoon(storeId: string): Promise<CollectionCache | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const collection = await this.#catchUp(storeId);
        this.#tooLarge.delete(storeId);
        return collection;
      } catch (error) {
        // The collection may be partly updated.
        this.#drop(storeId);
        if (!(error instanceof ChunksGoneError) || attempt === attempts) throw error;
      }
    }
  }

  /** Reads changes until there are no more. */
  async #catchUp(storeId: string): Promise<CollectionCache | undefined> {
    let collection = this.#collections.get(storeId);
    /**
     * Set while a collection is loaded from its beginning: the revision up to which tombstones were swept at that time.
     */
    let sweptAtStart: number | undefined;
    for (;;) {
      const changes = await changesSince(this.#reader, storeId, collection?.revision ?? 0);
      if (changes === undefined || changes.dimensions === 0) {
        this.#drop(storeId);
        return undefined;
      }
      const { collectionId, dimensions, sweptRevision, files, more } = changes;
      if (collection === undefined) {
        collection = new CollectionCache(collectionId, dimensions, this.#blocks);
        sweptAtStart = sweptRevision;
        this.#collections.set(storeId, collection);
      }
      const complete = sweptAtStart === sweptRevision || collection.revision >= sweptRevision;
      if (collection.id !== collectionId || !complete || collection.needsReload) {
        this.#drop(storeId);
        collection = undefined;
        continue;
      }
      await this.#apply(collection, files);
      if (more) continue;
      collection.revision = Math.max(collection.revision, sweptRevision);
      while (this.usedBytes > this.#budgetBytes) {
        if (!this.#evict()) throw new OutOfBlocksError('The tables of the search cache are full');
      }
      return collection;
    }
  }

  async #apply(collection: CollectionCache, changes: FileChange[]): Promise<void> {
    const wanted = changes.filter(({ setId, fileId }) => setId !== null && !collection.has(setId, fileId));
    const added = new Map(wanted.map((change) => [change.setId as string, collection.addFile(change)]));
    for (const batch of batches(wanted)) {
      const [first] = batch as [FileChange];
      for (let from = 0; from < Math.max(first.chunks, 1); from += chunksPerRead) {
        const rows = await this.#rows(batch, from);
        for (const { setId, position, vector, terms } of rows)
          collection.addChunk(added.get(setId) as number, position, vector, terms);
        await nextTurn();
      }
    }
    collection.apply(changes, added);
  }

  /** Reads the chunks of several small files, or a part of one large file. */
  async #rows(batch: FileChange[], from: number): Promise<VectorRow[]> {
    const [first] = batch as [FileChange];
    const total = batch.reduce((sum, { chunks }) => sum + chunks, 0);
    const rows =
      batch.length === 1
        ? await someVectorsOf(this.#reader, first.setId as string, from, chunksPerRead)
        : await vectorsOf(
            this.#reader,
            batch.map(({ setId }) => setId as string),
          );
    const expected = batch.length === 1 ? Math.min(total - from, chunksPerRead) : total;
    if (rows.length !== expected) throw new ChunksGoneError('Chunks were swept while they were read');
    return this.#withCurrentTerms(rows);
  }

  /** Recounts the terms of rows that an earlier version of svc stored. */
  async #withCurrentTerms(rows: VectorRow[]): Promise<VectorRow[]> {
    const old = rows.filter(({ terms }) => !areCurrentTerms(terms));
    if (old.length === 0) return rows;
    const texts = new Map((await textsOf(this.#reader, old)).map((row) => [keyOf(row), row.text]));
    if (texts.size !== old.length) throw new ChunksGoneError('Chunks were swept while they were read');
    return rows.map((row) => {
      const text = texts.get(keyOf(row));
      return text === undefined ? row : { ...row, terms: encodeTerms(termsOf(text)) };
    });
  }

  /** Evicts the least recently used collection that is not loading. Returns false if there is none. */
  #evict(): boolean {
    const victim = [...this.#collections.keys()].find((storeId) => !this.#loads.has(storeId));
    if (victim === undefined) return false;
    this.#drop(victim);
    return true;
  }

  #drop(storeId: string): void {
    this.#collections.get(storeId)?.release();
    this.#collections.delete(storeId);
  }
}

function tooLarge(storeId: string): CollectionTooLargeError {
  return new CollectionTooLargeError(`Store ${storeId} does not fit into the search cache`);
}

/** The file was replaced or removed meanwhile. The next read of the changes shows it. */
class ChunksGoneError extends Error {}

function isUnchanged(collection: CollectionCache, { collectionId, sweptRevision, files }: Changes): boolean {
  return files.length === 0 && collection.id === collectionId && collection.revision >= sweptRevision;
}

/** Groups files to read at once: several small ones, or a single large one. */
function batches(files: FileChange[]): FileChange[][] {
  const found: FileChange[][] = [];
  let chunks = 0;
  for (const file of files) {
    const last = found.at(-1);
    if (last === undefined || last.length === filesPerRead || chunks + file.chunks > chunksPerRead) {
      found.push([file]);
      chunks = file.chunks;
    } else {
      last.push(file);
      chunks += file.chunks;
    }
  }
  return found;
}

function hitsOf(
  candidates: Candidate[],
  texts: TextRow[],
  { queries, ranker, vectorWeight, maxResults, scoreThreshold }: SearchRequest,
): SearchHit[] {
  const byKey = new Map(texts.map((row) => [keyOf(row), row]));
  const hits = candidates.flatMap((candidate): (SearchHit & { exact: number })[] => {
    const row = byKey.get(keyOf(candidate));
    const query = queries[candidate.query];
    if (row === undefined || query === undefined) return [];
    const cosine = ranker === 'keyword' ? 0 : cosineOf(query.vector, decodeVector(row.vector));
    const exact = scoreOf(ranker, cosine, candidate.cover, vectorWeight);
    const { fileId, position: chunkIndex, attributes } = candidate;
    return [{ fileId, chunkIndex, score: shownScore(exact), text: row.text, attributes, exact }];
  });
  return hits
    .filter(({ score }) => score >= scoreThreshold)
    .sort((a, b) => b.exact - a.exact)
    .slice(0, maxResults)
    .map(({ exact: _, ...hit }) => hit);
}

function keyOf({ setId, position }: ChunkKey): string {
  return `${setId} ${position}`;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
