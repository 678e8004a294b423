// One collection in the search cache. Each file gets a number and each chunk a slot, and neither is ever reused: a
// removed or replaced file only stops being live. A search runs synchronously over the live slots.

import type { FileChange } from '../../models/search-rows.ts';
import { type Blocks, scratch } from './blocks.ts';
import { Codes } from './codes.ts';
import type { Attributes, SearchRequest } from './collections.ts';
import { type Filter, passes } from './filter.ts';
import { type Corpus, Postings } from './postings.ts';
import { candidatesFor, scoreOf } from './ranking.ts';
import { decodeTerms, decodeVector, questionTermsOf } from './terms.ts';

interface CachedFile {
  fileId: string;
  setId: string;
  attributes: Attributes;
  chunks: number;
  words: number;
}

/** A chunk that may become a hit. */
export interface Candidate {
  fileId: string;
  setId: string;
  position: number;
  attributes: Attributes;
  /** The index of the query that the chunk matches best, with its score and its keyword cover for that query. */
  query: number;
  score: number;
  cover: number;
}

/** The number of filter masks that are cached until the collection changes. */
const keptMasks = 16;
const bytesPerFile = 400;

export class CollectionCache {
  readonly id: string;
  /** The last revision that is applied. */
  revision = 0;
  readonly #blocks: Blocks;
  readonly #codes: Codes;
  readonly #postings: Postings;
  readonly #files: CachedFile[] = [];
  readonly #numbers = new Map<string, number>();
  #live = new Uint8Array(64);
  #liveChunks = 0;
  #liveWords = 0;
  #slotFiles = new Uint32Array(64);
  #slotPositions = new Uint32Array(64);
  #slotWords = new Uint32Array(64);
  readonly #masks = new Map<string, Uint8Array>();

  constructor(id: string, dimensions: number, blocks: Blocks) {
    this.id = id;
    this.#blocks = blocks;
    this.#codes = new Codes(blocks, dimensions);
    this.#postings = new Postings(blocks);
  }

  /** The memory besides the blocks, in bytes. */
  get tableBytes(): number {
    return this.#postings.tableBytes + 12 * this.#slotFiles.length + bytesPerFile * this.#files.length;
  }

  /** True if less than half of the chunks are live, so that reloading the collection is worthwhile. */
  get needsReload(): boolean {
    return this.#codes.count > 1000 && this.#liveChunks < this.#codes.count / 2;
  }

  has(setId: string, fileId: string): boolean {
    return this.#files[this.#numbers.get(fileId) ?? -1]?.setId === setId;
  }

  /** Adds a file that is not live yet. Returns its number. */
  addFile({ fileId, setId, chunks, attributes }: FileChange): number {
    if (this.#files.length >= 8 * scratch.maskBytes) throw new Error('A collection has too many files to be searched');
    const file = { fileId, setId: setId ?? '', attributes: JSON.parse(attributes) as Attributes, chunks, words: 0 };
    return this.#files.push(file) - 1;
  }

  /** Adds a chunk to a file that is not live yet. Throws an OutOfBlocksError. */
  addChunk(file: number, position: number, vector: Uint8Array, storedTerms: Uint8Array): void {
    const slot = this.#codes.count;
    if (slot === this.#slotFiles.length) this.#growSlots();
    const terms = decodeTerms(storedTerms);
    this.#codes.append(decodeVector(vector), file);
    this.#postings.append(slot, terms);
    this.#slotFiles[slot] = file;
    this.#slotPositions[slot] = position;
    this.#slotWords[slot] = terms.words;
    (this.#files[file] as CachedFile).words += terms.words;
  }

  /** Applies changes to the live files, all at once. `added` maps a set id to the number of its new file. */
  apply(changes: FileChange[], added: Map<string, number>): void {
    for (const { fileId, setId, attributes, revision } of changes) {
      const known = this.#numbers.get(fileId);
      const fresh = setId === null ? undefined : added.get(setId);
      if (known !== undefined && (setId === null || fresh !== undefined)) this.#setLive(known, false);
      if (setId === null) this.#numbers.delete(fileId);
      else if (fresh !== undefined) {
        this.#numbers.set(fileId, fresh);
        this.#setLive(fresh, true);
      } else if (known !== undefined) {
        (this.#files[known] as CachedFile).attributes = JSON.parse(attributes) as Attributes;
      }
      this.revision = Math.max(this.revision, revision);
    }
    if (changes.length > 0) this.#masks.clear();
  }

  /** Returns the candidates for a request, best first; a few more than requested. */
  rank({ queries, ranker, vectorWeight, filter, maxResults }: SearchRequest): Candidate[] {
    const mask = filter === undefined ? this.#live : this.#maskOf(filter);
    this.#blocks.bytes.set(mask.subarray(0, Math.ceil(this.#files.length / 8)), scratch.mask);
    const limit = candidatesFor(maxResults);
    const best = new Map<number, Candidate>();
    for (const [index, { text, vector }] of queries.entries()) {
      const question = this.#codes.setQuery(vector);
      const covers = ranker === 'vector' ? undefined : this.#covers(text);
      const slots = new Set<number>();
      if (ranker !== 'keyword') for (const { slot } of this.#codes.scan(question, limit)) slots.add(slot);
      if (covers !== undefined) for (const slot of this.#bestCovered(covers, mask, limit)) slots.add(slot);
      for (const slot of slots) {
        const cover = covers?.[slot] ?? 0;
        const cosine = ranker === 'keyword' ? 0 : this.#codes.score(question, slot);
        const score = scoreOf(ranker, cosine, cover, vectorWeight);
        if (score > (best.get(slot)?.score ?? Number.NEGATIVE_INFINITY))
          best.set(slot, this.#candidate(slot, index, score, cover));
      }
    }
    return [...best.values()].sort((a, b) => b.score - a.score);
  }

  /** Releases all memory. */
  release(): void {
    this.#codes.release();
    this.#postings.release();
  }

  #candidate(slot: number, query: number, score: number, cover: number): Candidate {
    const { fileId, setId, attributes } = this.#files[this.#slotFiles[slot] as number] as CachedFile;
    return { fileId, setId, position: this.#slotPositions[slot] as number, attributes, query, score, cover };
  }

  /** Returns for each slot how much of the query its text covers. */
  #covers(text: string): Float32Array {
    const covers = new Float32Array(this.#codes.count);
    const corpus: Corpus = {
      chunks: this.#liveChunks,
      words: this.#liveWords,
      lengths: this.#slotWords,
      isLive: (slot) => isSet(this.#live, this.#slotFiles[slot] as number),
      allLive: this.#liveChunks === this.#codes.count,
    };
    this.#postings.score(questionTermsOf(text), corpus, covers);
    return covers;
  }

  #bestCovered(covers: Float32Array, mask: Uint8Array, limit: number): number[] {
    let best: number[] = [];
    let floor = 0;
    const byCover = (a: number, b: number): number => (covers[b] as number) - (covers[a] as number) || a - b;
    for (let slot = 0; slot < covers.length; slot += 1) {
      if ((covers[slot] as number) <= floor || !isSet(mask, this.#slotFiles[slot] as number)) continue;
      best.push(slot);
      if (best.length < 4 * limit) continue;
      best = best.sort(byCover).slice(0, limit);
      floor = covers[best[limit - 1] as number] as number;
    }
    return best.sort(byCover).slice(0, limit);
  }

  #maskOf(filter: Filter): Uint8Array {
    const key = JSON.stringify(filter);
    const known = this.#masks.get(key);
    if (known !== undefined) return known;
    const mask = new Uint8Array(this.#live.length);
    for (const number of this.#numbers.values()) {
      const { attributes } = this.#files[number] as CachedFile;
      if (passes(filter, attributes)) mask[number >> 3] = (mask[number >> 3] as number) | (1 << (number & 7));
    }
    const [oldest] = this.#masks.keys();
    if (this.#masks.size >= keptMasks && oldest !== undefined) this.#masks.delete(oldest);
    this.#masks.set(key, mask);
    return mask;
  }

  #setLive(number: number, live: boolean): void {
    while (number >> 3 >= this.#live.length) this.#live = widened(this.#live, new Uint8Array(2 * this.#live.length));
    const byte = this.#live[number >> 3] as number;
    const bit = 1 << (number & 7);
    this.#live[number >> 3] = live ? byte | bit : byte & ~bit;
    const { chunks, words } = this.#files[number] as CachedFile;
    const sign = live ? 1 : -1;
    this.#liveChunks += sign * chunks;
    this.#liveWords += sign * words;
  }

  #growSlots(): void {
    const size = 2 * this.#slotFiles.length;
    this.#slotFiles = widened(this.#slotFiles, new Uint32Array(size));
    this.#slotPositions = widened(this.#slotPositions, new Uint32Array(size));
    this.#slotWords = widened(this.#slotWords, new Uint32Array(size));
  }
}

function isSet(mask: Uint8Array, number: number): boolean {
  return ((mask[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
}

function widened<List extends { set(from: List): void }>(from: List, to: List): List {
  to.set(from);
  return to;
}
