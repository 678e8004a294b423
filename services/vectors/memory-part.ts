// The part of a collection that grows: its codes and its keyword index in blocks of the search cache.

import type { Blocks } from './blocks.ts';
import { Codes, type Match, type Query } from './codes.ts';
import { Postings, type WeightedTerm } from './postings.ts';
import type { Terms } from './terms.ts';

/** The chunks of a collection that are searched together. A chunk's slot is its index in its part. */
export interface Part {
  readonly count: number;
  /** True if searches read the part from a file. */
  readonly isFile: boolean;
  /** Returns the number of the slot's file in the collection. */
  fileOf(slot: number): number;
  /** Returns the chunk's position in its file. */
  positionOf(slot: number): number;
  /** Returns the number of slots that contain the term, or of those that are live. */
  documents(hash: number, isLive: ((slot: number) => boolean) | undefined): number;
  /** Adds to each slot's cover that of one term. `average` is the mean number of words in a chunk. */
  addCovers(term: WeightedTerm, average: number, covers: Float32Array): void;
  /** Returns the best slots of files in the scratch mask, best first, scored by the high bytes only. */
  scan(query: Query, limit: number): Match[];
  /** Returns the score of a slot by all its bits. */
  score(query: Query, slot: number): number;
  /** Ends a turn of the search: closes the file that was opened in it. */
  endTurn(): void;
}

export class MemoryPart implements Part {
  readonly isFile = false;
  readonly codes: Codes;
  readonly postings: Postings;
  files = new Uint32Array(64);
  positions = new Uint32Array(64);
  words = new Uint32Array(64);

  constructor(blocks: Blocks, dimensions: number) {
    this.codes = new Codes(blocks, dimensions);
    this.postings = new Postings(blocks);
  }

  get count(): number {
    return this.codes.count;
  }

  /** The memory in blocks, in bytes. */
  get bytes(): number {
    return this.codes.bytes + this.postings.bytes;
  }

  /** The memory besides the blocks, in bytes. */
  get tableBytes(): number {
    return this.postings.tableBytes + 12 * this.files.length;
  }

  /** Appends a chunk of a file. Throws an OutOfBlocksError. */
  append(file: number, position: number, vector: Float32Array, terms: Terms): void {
    const slot = this.count;
    if (slot === this.files.length) this.#grow();
    this.codes.append(vector, file);
    this.postings.append(slot, terms);
    this.files[slot] = file;
    this.positions[slot] = position;
    this.words[slot] = terms.words;
  }

  fileOf(slot: number): number {
    return this.files[slot] as number;
  }

  positionOf(slot: number): number {
    return this.positions[slot] as number;
  }

  documents(hash: number, isLive: ((slot: number) => boolean) | undefined): number {
    return this.postings.documents(hash, isLive);
  }

  addCovers(term: WeightedTerm, average: number, covers: Float32Array): void {
    this.postings.addCovers(term, average, this.words, covers);
  }

  scan(query: Query, limit: number): Match[] {
    return this.codes.scan(query, limit);
  }

  score(query: Query, slot: number): number {
    return this.codes.score(query, slot);
  }

  endTurn(): void {}

  /** Releases all memory. */
  release(): void {
    this.codes.release();
    this.postings.release();
  }

  #grow(): void {
    const size = 2 * this.files.length;
    this.files = widened(this.files, size);
    this.positions = widened(this.positions, size);
    this.words = widened(this.words, size);
  }
}

export function isSet(mask: Uint8Array, file: number): boolean {
  return ((mask[file >> 3] ?? 0) & (1 << (file & 7))) !== 0;
}

function widened(from: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(size);
  to.set(from);
  return to;
}
