// The search cache of one thread. It updates a collection from the database before every search, within a memory limit.
// Everything in it can be dropped at any time. The least recently used collection is evicted first; before that, the
// cached codes of its files. A collection that is larger than its share of the cache is searched in its files.

import type { Reader } from '../../models/reader.ts';
import {
  type Changes,
  type CollectionSize,
  changesSince,
  type FileChange,
  sizeOf,
  textsIfUnchanged,
  textsOf,
  type VectorRow,
} from '../../models/search-rows.ts';
import { Blocks, OutOfBlocksError } from './blocks.ts';
import { ChunksGoneError, chunksPerRead, rowsIn, rowsOf } from './chunk-rows.ts';
import { bytesOfCodes } from './codes.ts';
import type { CodesFolder } from './codes-folder.ts';
import { CollectionCache } from './collection-cache.ts';
import type { CacheCounts, SearchHit, SearchRequest } from './collections.ts';
import { MovedError, relationalName } from './engine.ts';
import { hitsOf } from './hits.ts';
import { type Candidate, rank } from './rank.ts';
import { SegmentLostError } from './segment.ts';
import { Slices } from './slices.ts';

/** The collection does not fit into the cache, and its codes cannot be written to files. */
export class CollectionTooLargeError extends Error {}

/** The number of times that a search retries because chunks were removed during the search. */
const attempts = 5;

/** A collection that takes at least this share of the cache is large: only one of them is loaded at a time. */
const largeShare = 1 / 8;

/** The number of hits beyond the requested number that are scored exactly. */
const margin = 6;

export interface CacheLimits {
  budgetBytes: number;
  /** The maximum bytes of the codes of a store that is searched. */
  maxStoreBytes?: number;
}

export class SearchCache {
  readonly #reader: Reader;
  readonly #blocks: Blocks;
  readonly #budgetBytes: number;
  readonly #maxStoreBytes: number;
  readonly #folder: CodesFolder | undefined;
  readonly #slices = new Slices();
  /** By store id, least recently used first. */
  readonly #collections = new Map<string, CollectionCache>();
  /** The last load of each collection that is loading or waits for it, by store id. These are not evicted. */
  readonly #loads = new Map<string, Promise<unknown>>();
  /** Serializes the loads of large collections: two that load at once would evict each other. */
  #largeLoad: Promise<unknown> = Promise.resolve();
  /** By id of a store that was too large: its size. It is not looked at again until it changes. */
  readonly #tooLarge = new Map<string, CollectionSize>();
  /** The bytes of the tables of all collections that are loaded, and of each. */
  #tableBytes = 0;
  readonly #counted = new WeakMap<CollectionCache, number>();
  #evictions = 0;
  #passes = 0;

  /** @param folder undefined: a collection must fit into the cache. */
  constructor(reader: Reader, { budgetBytes, maxStoreBytes }: CacheLimits, folder?: CodesFolder) {
    this.#reader = reader;
    this.#budgetBytes = budgetBytes;
    this.#maxStoreBytes = maxStoreBytes ?? Number.POSITIVE_INFINITY;
    this.#folder = folder;
    this.#blocks = new Blocks(budgetBytes, () => this.#evict());
  }

  /** The size of the cache in bytes. */
  get usedBytes(): number {
    return this.#blocks.usedBytes + this.#tableBytes;
  }

  get counts(): CacheCounts {
    const collections = [...this.#collections.values()];
    return {
      bytes: this.usedBytes,
      stores: collections.length,
      largestStoreBytes: Math.max(0, ...collections.map(({ bytes }) => bytes)),
      evictions: this.#evictions,
      passes: collections.reduce((sum, { passes }) => sum + passes, this.#passes),
    };
  }

  /** Returns the hits of a store. Throws a CollectionTooLargeError and a MovedError. */
  async search(storeId: string, request: SearchRequest): Promise<SearchHit[]> {
    const turn = (): Promise<void> => this.#slices.next(request.projectId ?? storeId);
    const soon = await this.#searchUnchanged(storeId, request, turn);
    if (soon !== undefined) return soon;
    for (let attempt = 1; ; attempt += 1) {
      const candidates = await this.#candidates(storeId, request, turn).catch((error: unknown) => {
        if (!(error instanceof SegmentLostError) || attempt === attempts) throw error;
        return this.#forgetFile(storeId, error);
      });
      if (candidates === undefined) continue;
      const texts = await textsOf(this.#reader, candidates);
      if (texts.length === candidates.length || attempt === attempts) return hitsOf(candidates, texts, request);
    }
  }

  /**
   * Searches in the collection as it is in the cache, and asks the database for the texts and for changes at once. Returns
   * undefined if there are changes, or probably are: while files are added, most searches find some.
   */
  async #searchUnchanged(
    storeId: string,
    request: SearchRequest,
    turn: () => Promise<void>,
  ): Promise<SearchHit[] | undefined> {
    const known = this.#collections.get(storeId);
    if (known === undefined || !known.isSettled || this.#loads.has(storeId)) return undefined;
    this.#use(storeId, known);
    const { id, revision } = known;
    try {
      const ranked = await rank(known, this.#blocks, request, turn);
      const candidates = ranked.slice(0, request.maxResults + margin);
      const texts = await textsIfUnchanged(this.#reader, storeId, { id, revision, engine: relationalName }, candidates);
      return texts?.length === candidates.length ? hitsOf(candidates, texts, request) : undefined;
    } catch (error) {
      if (error instanceof SegmentLostError) return undefined;
      throw error;
    }
  }

  /** Marks a collection as the one that was used last. */
  #use(storeId: string, collection: CollectionCache): void {
    this.#collections.delete(storeId);
    this.#collections.set(storeId, collection);
  }

  async #candidates(storeId: string, request: SearchRequest, turn: () => Promise<void>): Promise<Candidate[]> {
    const ranked = await this.#withCollection(storeId, turn, (collection) =>
      rank(collection, this.#blocks, request, turn),
    );
    return ranked.slice(0, request.maxResults + margin);
  }

  /** Throws a MovedError if the chunks are in another engine. */
  async #changesSince(storeId: string, revision: number): Promise<Changes | undefined> {
    const changes = await changesSince(this.#reader, storeId, revision);
    const engine = changes?.engine ?? relationalName;
    if (engine !== relationalName) throw new MovedError(`The chunks of ${storeId} are in ${engine}`);
    return changes;
  }

  /** Drops a collection with a file that is missing or broken. */
  async #forgetFile(storeId: string, { path }: SegmentLostError): Promise<undefined> {
    await this.#folder?.remove(path);
    if (!this.#loads.has(storeId)) this.#drop(storeId);
  }

  /**
   * Ranks in the store's collection after it has everything that is committed now. No event loop turn may come between
   * the last update and the beginning of the ranking, because another search could evict the collection.
   */
  async #withCollection(
    storeId: string,
    turn: () => Promise<void>,
    rankIn: (collection: CollectionCache) => Promise<Candidate[]>,
  ): Promise<Candidate[]> {
    const known = this.#collections.get(storeId);
    const refused = this.#tooLarge.get(storeId);
    const changes = await this.#changesSince(storeId, refused?.revision ?? known?.revision ?? 0);
    if (changes === undefined) return [];
    if (refused?.collectionId === changes.collectionId && changes.files.length === 0) throw tooLarge(storeId);
    this.#tooLarge.delete(storeId);
    if (known !== undefined && this.#collections.get(storeId) === known && isUnchanged(known, changes)) {
      known.isSettled = true;
      this.#use(storeId, known);
      return rankIn(known);
    }
    let ranking: Promise<Candidate[]> | undefined;
    const load = (this.#loads.get(storeId) ?? Promise.resolve()).then(async () => {
      const collection = await this.#load(storeId, turn);
      ranking = collection === undefined ? undefined : rankIn(collection);
      // The load ends here: it is not the ranking's error that the next load would wait for.
      ranking?.catch(() => undefined);
    });
    const settled = load.catch(() => undefined);
    this.#loads.set(storeId, settled);
    try {
      await load;
    } finally {
      if (this.#loads.get(storeId) === settled) this.#loads.delete(storeId);
    }
    return ranking === undefined ? [] : await ranking;
  }

  /** Loads large collections one after the other, and small ones meanwhile. Throws a CollectionTooLargeError. */
  async #load(storeId: string, turn: () => Promise<void>): Promise<CollectionCache | undefined> {
    const isKnown = this.#collections.has(storeId);
    const size = isKnown ? undefined : await sizeOf(this.#reader, storeId);
    const bytes = size === undefined ? 0 : bytesOfCodes(size.chunks, size.dimensions);
    const limit = this.#folder === undefined ? Math.min(this.#budgetBytes, this.#maxStoreBytes) : this.#maxStoreBytes;
    if (size !== undefined && bytes > limit) throw this.#refuse(storeId, size);
    if (bytes < largeShare * this.#budgetBytes) {
      try {
        return await this.#catchUpSoon(storeId, turn);
      } catch (error) {
        // A large collection may be loading, which leaves no room.
        if (!(error instanceof OutOfBlocksError)) throw error;
      }
    }
    const load = this.#largeLoad.then(() => this.#loadAlone(storeId, size, turn));
    this.#largeLoad = load.catch(() => undefined);
    return load;
  }

  /** Remembers the revision at which a store is too large, so that later searches read nothing else. */
  #refuse(storeId: string, size: CollectionSize): CollectionTooLargeError {
    this.#tooLarge.set(storeId, size);
    return tooLarge(storeId);
  }

  async #loadAlone(
    storeId: string,
    size: CollectionSize | undefined,
    turn: () => Promise<void>,
  ): Promise<CollectionCache | undefined> {
    for (;;) {
      try {
        return await this.#catchUpSoon(storeId, turn);
      } catch (error) {
        if (!(error instanceof OutOfBlocksError)) throw error;
        const others = [...this.#loads].filter(([other]) => other !== storeId && this.#collections.has(other));
        if (others.length > 0) await Promise.race(others.map(([, load]) => load));
        else if ([...this.#collections.values()].some(({ isHeld }) => isHeld)) await turn();
        else break;
      }
    }
    throw this.#refuse(storeId, size ?? (await sizeOf(this.#reader, storeId)));
  }

  /** Tries again if chunks were swept meanwhile. Throws an OutOfBlocksError. */
  async #catchUpSoon(storeId: string, turn: () => Promise<void>): Promise<CollectionCache | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const collection = await this.#catchUp(storeId, turn);
        return collection;
      } catch (error) {
        // The collection may be partly updated.
        this.#drop(storeId);
        const isPassing = error instanceof ChunksGoneError || error instanceof SegmentLostError;
        if (!isPassing || attempt === attempts) throw error;
      }
    }
  }

  /** Reads changes until there are no more. */
  async #catchUp(storeId: string, turn: () => Promise<void>): Promise<CollectionCache | undefined> {
    let collection = this.#collections.get(storeId);
    /**
     * Set while a collection is loaded from its beginning: the revision up to which tombstones were swept at that time.
     */
    let sweptAtStart: number | undefined;
    const startAgain = (): void => {
      this.#drop(storeId);
      collection = undefined;
      sweptAtStart = undefined;
    };
    for (;;) {
      const changes = await this.#changesSince(storeId, collection?.revision ?? 0);
      if (changes === undefined || changes.dimensions === 0) {
        this.#drop(storeId);
        return undefined;
      }
      const { collectionId, dimensions, currentRevision, sweptRevision, files, more } = changes;
      if (collection === undefined) {
        collection = new CollectionCache(collectionId, dimensions, this.#blocks);
        sweptAtStart = sweptRevision;
        this.#collections.set(storeId, collection);
        if (this.#folder !== undefined) await collection.openFiles(this.#folder, turn);
      }
      const complete = sweptAtStart === sweptRevision || collection.revision >= sweptRevision;
      // The files of a collection that is being loaded have chunks that are not live yet.
      const isWasteful = sweptAtStart === undefined && collection.needsReload;
      if (collection.id !== collectionId || !complete || isWasteful) {
        startAgain();
        continue;
      }
      await this.#apply(collection, files, turn);
      if (more) continue;
      const wasteful = collection.wastefulFiles();
      if (wasteful.length > 0) {
        for (const path of wasteful) await this.#folder?.remove(path);
        startAgain();
        continue;
      }
      collection.revision = Math.max(collection.revision, currentRevision);
      collection.isSettled = false;
      collection.shrink();
      this.#count(collection);
      while (this.usedBytes > this.#budgetBytes) {
        if (!this.#evict()) throw new OutOfBlocksError('The tables of the search cache are full');
      }
      return collection;
    }
  }

  async #apply(collection: CollectionCache, changes: FileChange[], turn: () => Promise<void>): Promise<void> {
    const wanted = changes.filter(({ setId, fileId }) => setId !== null && !collection.has(setId, fileId));
    const added = new Map<string, number>();
    const whole: FileChange[] = [];
    const add = async (rows: VectorRow[]): Promise<void> => {
      for (const { setId, position, vector, terms } of rows)
        collection.addChunk(added.get(setId) as number, position, vector, terms);
      await turn();
      await this.#writeFull(collection, turn);
    };
    for (const change of wanted) {
      const { number, missing } = collection.adopt(change);
      added.set(change.setId as string, number);
      const [first] = missing;
      if (first?.from === 0 && first.to === change.chunks && change.chunks <= chunksPerRead) whole.push(change);
      else
        for (const range of missing)
          for await (const rows of rowsIn(this.#reader, change.setId as string, range)) await add(rows);
    }
    for await (const rows of rowsOf(this.#reader, whole)) await add(rows);
    collection.apply(changes, added);
  }

  /** Moves the chunks that were read into a file, if they are many. */
  async #writeFull(collection: CollectionCache, turn: () => Promise<void>): Promise<void> {
    if (this.#folder === undefined || !collection.isFull(largeShare * this.#budgetBytes)) return;
    // Without room on the disk, the collection must fit into the cache.
    await collection.writeFile(this.#folder, turn);
  }

  /**
   * Evicts the cached codes of the least recently used collection, or the collection itself if it has none and is neither
   * loading nor held by a search. Returns false if there is none.
   */
  #evict(): boolean {
    for (const [storeId, collection] of this.#collections) {
      if (collection.releaseCodes()) return true;
      if (collection.isHeld || this.#loads.has(storeId)) continue;
      this.#drop(storeId);
      this.#evictions += 1;
      return true;
    }
    return false;
  }

  #drop(storeId: string): void {
    const collection = this.#collections.get(storeId);
    if (collection === undefined) return;
    this.#collections.delete(storeId);
    this.#passes += collection.passes;
    this.#tableBytes -= this.#counted.get(collection) ?? 0;
    collection.release();
  }

  /** Counts the tables of a collection. Counting all collections at each search would take long. */
  #count(collection: CollectionCache): void {
    const bytes = collection.tableBytes;
    this.#tableBytes += bytes - (this.#counted.get(collection) ?? 0);
    this.#counted.set(collection, bytes);
  }
}

function tooLarge(storeId: string): CollectionTooLargeError {
  return new CollectionTooLargeError(`Store ${storeId} does not fit into the search cache`);
}

function isUnchanged(collection: CollectionCache, { collectionId, sweptRevision, files }: Changes): boolean {
  return files.length === 0 && collection.id === collectionId && collection.revision >= sweptRevision;
}
