// A segment: a part of a collection that does not change, as one image of bytes. Small collections have their images in
// leaves of the search cache, where an image takes a fifth of the memory of a part that grows. Large collections have
// them in files (see codes-folder.ts), so that a store may be larger than the cache, and need not be loaded again after
// a restart. The high bytes of a file's codes are cached in runs of blocks as long as there is room.
//
// An image names its chunks by set and position. The chunks of a set never change, so an image is never outdated: only
// some of its sets may no longer be searchable.

import { closeSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type Blocks, runBytes, scratch } from './blocks.ts';
import { aboutBytes, clearHeap, codesIn, type Match, matchesInHeap, paddedTo, type Query } from './codes.ts';
import { isSet, type Part } from './memory-part.ts';
import { addCovers, type WeightedTerm } from './postings.ts';
import {
  type Head,
  headBytes,
  headOf,
  type Image,
  type Section,
  type SetPart,
  sectionsOf,
  setsIn,
} from './segment-image.ts';

/** Terms between two hashes of a dictionary that are kept in memory. */
const stride = 128;
/** The number of a file that is never searchable. The sets of removed files have it. */
const nobody = 0;

/** The file of a segment is missing or broken. Its chunks must be read from the database again. */
export class SegmentLostError extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`The codes in ${path} cannot be read`, { cause });
    this.path = path;
  }
}

/** The bytes of an image. */
interface Source {
  /** Returns bytes that the caller must not change. `at` is a multiple of 4. */
  view(at: number, length: number): Uint8Array<ArrayBuffer>;
  readInto(target: Uint8Array, at: number): void;
  close(): void;
}

class MemorySource implements Source {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }

  view(at: number, length: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(at, at + length);
  }

  readInto(target: Uint8Array, at: number): void {
    target.set(this.#bytes.subarray(at, at + target.length));
  }

  close(): void {}
}

/** Opens its file when it is first read in a turn, because a process has fewer file descriptors than segments. */
class FileSource implements Source {
  readonly #path: string;
  #descriptor: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  view(at: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    this.readInto(bytes, at);
    return bytes;
  }

  readInto(target: Uint8Array, at: number): void {
    try {
      this.#descriptor ??= openSync(this.#path, 'r');
      for (let from = 0; from < target.length; ) {
        const read = readSync(this.#descriptor, target, from, target.length - from, at + from);
        if (read === 0) throw new Error('The file is too short');
        from += read;
      }
    } catch (error) {
      throw new SegmentLostError(this.#path, error);
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

export class Segment implements Part {
  readonly count: number;
  /** The path of the file; undefined in memory. */
  readonly path: string | undefined;
  /** By the index of a set: the number of its file. */
  readonly numbers: Uint32Array;
  /** The number of times that codes were read from the file. */
  passes = 0;
  readonly #blocks: Blocks;
  readonly #source: Source;
  readonly #head: Head;
  readonly #at: Record<Section, number>;
  readonly #padded: number;
  readonly #factors: Float32Array;
  readonly #indexes: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #words: Uint32Array;
  /** Every 128th hash of the dictionary. */
  readonly #hashes: Uint32Array;
  /** The addresses of the runs that cache high bytes. */
  readonly #runs: (number | undefined)[] = [];
  #isChecked: boolean;
  #isReleased = false;

  private constructor(blocks: Blocks, source: Source, head: Head, numbers: Uint32Array, path: string | undefined) {
    this.#blocks = blocks;
    this.#source = source;
    this.#head = head;
    this.#at = sectionsOf(head);
    this.#padded = paddedTo(head.dimensions);
    this.path = path;
    this.count = head.slots;
    this.#isChecked = path === undefined;
    const tables = source.view(this.#at.factors, 16 * head.slots);
    const table = (index: number): Uint32Array =>
      new Uint32Array(tables.buffer, tables.byteOffset + 4 * index * head.slots, head.slots);
    this.#factors = new Float32Array(tables.buffer, tables.byteOffset, head.slots);
    this.#indexes = table(1);
    this.#positions = table(2);
    this.#words = table(3);
    const dictionary = wordsOf(source.view(this.#at.dictionary, 8 * head.terms));
    this.#hashes = Uint32Array.from(
      { length: Math.ceil(head.terms / stride) },
      (_, index) => dictionary[2 * stride * index] as number,
    );
    this.numbers = numbers;
  }

  /** Returns the segment of an image in memory. */
  static of(blocks: Blocks, { bytes, numbers }: Image): Segment {
    return new Segment(blocks, new MemorySource(bytes), headOf(bytes) as Head, numbers, undefined);
  }

  /** Opens the segment of a file. Throws a SegmentLostError. */
  static open(blocks: Blocks, path: string, dimensions: number): Segment {
    const source = new FileSource(path);
    try {
      const head = headOf(source.view(0, headBytes));
      if (head === undefined || head.dimensions !== dimensions)
        throw new SegmentLostError(path, new Error('The header is not one of this version and collection'));
      const { factors, high, end } = sectionsOf(head);
      if (crc32(source.view(factors, high - factors)) !== head.tablesCrc)
        throw new SegmentLostError(path, new Error('The checksum is wrong'));
      source.view(end - 1, 1);
      return new Segment(blocks, source, head, new Uint32Array(head.sets).fill(nobody), path);
    } finally {
      source.close();
    }
  }

  get isFile(): boolean {
    return this.path !== undefined;
  }

  /** The memory besides the blocks, in bytes. */
  get tableBytes(): number {
    return 16 * this.count + 4 * (this.#hashes.length + this.numbers.length);
  }

  /** Reads the sets of the image. */
  readSets(): SetPart[] {
    const text = Buffer.from(this.#source.view(this.#at.sets, this.#head.setsBytes)).toString();
    return setsIn(text);
  }

  /** Says that the file with a number has a set. */
  assign(set: number, number: number): void {
    this.numbers[set] = number;
    // The cached codes have the numbers of their files.
    this.releaseCodes();
  }

  /** The memory of the cached codes, in bytes. */
  get cachedBytes(): number {
    return runBytes * this.#runs.filter((run) => run !== undefined).length;
  }

  fileOf(slot: number): number {
    return this.numbers[this.#indexes[slot] as number] as number;
  }

  positionOf(slot: number): number {
    return this.#positions[slot] as number;
  }

  /** Returns the number of slots of files whose bit is set. */
  countLive(live: Uint8Array): number {
    let found = 0;
    for (let slot = 0; slot < this.count; slot += 1) if (isSet(live, this.fileOf(slot))) found += 1;
    return found;
  }

  documents(hash: number, isLive: ((slot: number) => boolean) | undefined): number {
    const place = this.#find(hash);
    if (place === undefined) return 0;
    if (isLive === undefined) return place.to - place.from;
    let documents = 0;
    for (const posting of this.#postings(place)) if (isLive(posting >>> 8)) documents += 1;
    return documents;
  }

  addCovers({ hash, weight }: WeightedTerm, average: number, covers: Float32Array): void {
    const place = this.#find(hash);
    if (place === undefined) return;
    const postings = this.#postings(place);
    addCovers(postings, 0, postings.length, weight, average, this.#words, covers);
  }

  scan(query: Query, limit: number): Match[] {
    const { kernel } = this.#blocks;
    const room = codesIn(runBytes, this.#padded);
    let crc = 0;
    clearHeap(this.#blocks, limit);
    for (let first = 0, run = 0; first < this.count; first += room, run += 1) {
      const count = Math.min(room, this.count - first);
      const address = this.#runs[run] ?? this.#read(run, first, count);
      if (!this.#isChecked) crc = crc32(this.#blocks.bytes.subarray(address, address + count * this.#padded), crc);
      const about = address + room * this.#padded;
      kernel.scan(scratch.query, address, about, this.#padded, first, count, scratch.mask, scratch.heap, limit);
    }
    if (!this.#isChecked && crc !== this.#head.highCrc)
      throw new SegmentLostError(this.path ?? '', new Error('The checksum is wrong'));
    this.#isChecked = true;
    return matchesInHeap(this.#blocks, limit, query);
  }

  score({ factor }: Query, slot: number): number {
    const { kernel, bytes } = this.#blocks;
    const [high, low] = [scratch.run, scratch.run + this.#padded];
    this.#source.readInto(bytes.subarray(high, low), this.#at.high + slot * this.#padded);
    this.#source.readInto(bytes.subarray(low, low + this.#padded), this.#at.low + slot * this.#padded);
    const upper = kernel.dot(scratch.query, high, this.#padded);
    const lower = kernel.dot(scratch.query, low, this.#padded);
    return (upper + lower / 256) * (this.#factors[slot] as number) * factor;
  }

  endTurn(): void {
    this.#source.close();
  }

  /** Releases the runs of cached codes. They are read again when they are needed. */
  releaseCodes(): void {
    for (const run of this.#runs.splice(0)) if (run !== undefined) this.#blocks.releaseRun(run);
  }

  /** Releases all memory for good. A search that still uses the segment caches nothing any more. */
  release(): void {
    this.#isReleased = true;
    this.releaseCodes();
  }

  /** Reads the high bytes of a run's codes, and returns their address: a cached run, or the one in the scratch memory. */
  #read(run: number, first: number, count: number): number {
    const isCached = this.path !== undefined && !this.#isReleased;
    const cached = isCached ? this.#blocks.allocateRun() : undefined;
    const address = cached ?? scratch.run;
    const { bytes } = this.#blocks;
    const codes = bytes.subarray(address, address + count * this.#padded);
    try {
      this.#source.readInto(codes, this.#at.high + first * this.#padded);
    } catch (error) {
      if (cached !== undefined) this.#blocks.releaseRun(cached);
      throw error;
    }
    const about = new DataView(bytes.buffer, address + codesIn(runBytes, this.#padded) * this.#padded);
    for (let index = 0; index < count; index += 1) {
      about.setFloat32(aboutBytes * index, this.#factors[first + index] as number, true);
      about.setUint32(aboutBytes * index + 4, this.fileOf(first + index), true);
    }
    if (cached !== undefined) this.#runs[run] = cached;
    if (this.path !== undefined) this.passes += 1;
    return address;
  }

  #postings({ from, to }: { from: number; to: number }): Uint32Array {
    return wordsOf(this.#source.view(this.#at.postings + 4 * from, 4 * (to - from)));
  }

  /** Returns the range of a term's postings. */
  #find(hash: number): { from: number; to: number } | undefined {
    const near = lastAtMost(this.#hashes, hash);
    if (near < 0) return undefined;
    const first = stride * near;
    const count = Math.min(stride, this.#head.terms - first);
    // Reads the entry before the first one too: its end is where the first one begins.
    const before = first === 0 ? 0 : 1;
    const entries = wordsOf(this.#source.view(this.#at.dictionary + 8 * (first - before), 8 * (count + before)));
    for (let index = before; index < count + before; index += 1) {
      if (entries[2 * index] !== hash) continue;
      return { from: index === 0 ? 0 : (entries[2 * index - 1] as number), to: entries[2 * index + 1] as number };
    }
    return undefined;
  }
}

function wordsOf(bytes: Uint8Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/** Returns the index of the last number that is at most `limit`; -1 if there is none. The numbers ascend. */
function lastAtMost(numbers: Uint32Array, limit: number): number {
  let from = -1;
  let to = numbers.length;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] as number) <= limit) from = middle;
    else to = middle;
  }
  return from;
}
