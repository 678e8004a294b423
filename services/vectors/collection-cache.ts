// One collection in the search cache. Each file gets a number, and each chunk a slot in one of the collection's parts.
// Neither is ever reused: a removed or replaced file only stops being live. Chunks are added to the part that grows.
// When it is full, it becomes a segment in a file; when the whole collection is small, a segment in leaves.

import type { FileChange } from '../../models/search-rows.ts';
import { type Blocks, leafBytes, scratch } from './blocks.ts';
import type { CodesFolder } from './codes-folder.ts';
import type { Attributes } from './collections.ts';
import { type Filter, passes } from './filter.ts';
import { MemoryPart, type Part } from './memory-part.ts';
import { Segment } from './segment.ts';
import { type Image, imageSteps, type SetPart } from './segment-image.ts';
import { decodeTerms, decodeVector } from './terms.ts';

interface CachedFile {
  fileId: string;
  setId: string;
  attributes: Attributes;
  chunks: number;
  words: number;
}

/** The sets of the files of segments that no file has yet: by set id, the segments and set indexes. */
type Unassigned = Map<string, { segment: Segment; index: number; part: SetPart }[]>;

/** Positions of a file from one to before another. */
export interface Range {
  from: number;
  to: number;
}

/** The content of a collection that a search ranks, as it was when the search began. */
export interface Snapshot {
  parts: Part[];
  /** The bits of the files that are searchable, and of those that also pass the filter. */
  live: Uint8Array;
  mask: Uint8Array;
  /** The searchable chunks and their words. */
  chunks: number;
  words: number;
  /** True if all chunks are searchable. */
  allLive: boolean;
}

/** The number of filter masks that are cached until the collection changes. */
const keptMasks = 16;
const bytesPerFile = 400;
/** A collection with at most this many chunks is stored in leaves. */
const smallChunks = 256;
/** The images of a small collection. It is loaded again before it has more. */
const maxImages = 8;
const fullSlots = 32_768;

export class CollectionCache {
  readonly id: string;
  /** The last revision that is applied. */
  revision = 0;
  /** True if the last search found no changes. */
  isSettled = false;
  readonly #blocks: Blocks;
  readonly #dimensions: number;
  #memory: MemoryPart | undefined;
  #images: { leaves: number[]; numbers: Uint32Array; chunks: number }[] = [];
  #segments: Segment[] = [];
  #unassigned: Unassigned = new Map();
  /** Number 0 is nobody's. */
  readonly #files: CachedFile[] = [{ fileId: '', setId: '', attributes: {}, chunks: 0, words: 0 }];
  readonly #numbers = new Map<string, number>();
  #live = new Uint8Array(64);
  #liveChunks = 0;
  #liveWords = 0;
  readonly #masks = new Map<string, Uint8Array>();
  #holds = 0;
  #released: (() => void)[] = [];

  constructor(id: string, dimensions: number, blocks: Blocks) {
    this.id = id;
    this.#dimensions = dimensions;
    this.#blocks = blocks;
  }

  /** The memory besides the blocks, in bytes. */
  get tableBytes(): number {
    const segments = this.#segments.reduce((sum, { tableBytes }) => sum + tableBytes, 0);
    return segments + (this.#memory?.tableBytes ?? 0) + bytesPerFile * this.#files.length;
  }

  /** All memory in bytes. */
  get bytes(): number {
    const images = this.#images.reduce((sum, { leaves }) => sum + leaves.length * leafBytes, 0);
    const cached = this.#segments.reduce((sum, { cachedBytes }) => sum + cachedBytes, 0);
    return images + cached + (this.#memory?.bytes ?? 0) + this.tableBytes;
  }

  /** The number of times that codes were read from files. */
  get passes(): number {
    return this.#segments.reduce((sum, { passes: times }) => sum + times, 0);
  }

  /** True while a search ranks the collection. It must not be evicted then. */
  get isHeld(): boolean {
    return this.#holds > 0;
  }

  /** True if reloading the collection is worthwhile: less than half of its chunks are live, or it has many images. */
  get needsReload(): boolean {
    const slots = this.#slots;
    return (slots > 1000 && this.#liveChunks < slots / 2) || this.#images.length > maxImages;
  }

  get #slots(): number {
    const images = this.#images.reduce((sum, { chunks }) => sum + chunks, 0);
    return images + this.#segments.reduce((sum, { count }) => sum + count, this.#memory?.count ?? 0);
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
    this.#memory ??= new MemoryPart(this.#blocks, this.#dimensions);
    const terms = decodeTerms(storedTerms);
    this.#memory.append(file, position, decodeVector(vector), terms);
    (this.#files[file] as CachedFile).words += terms.words;
  }

  /** Opens the files of the collection, before any chunk is added. Deletes broken files. */
  async openFiles(folder: CodesFolder, turn: () => Promise<void>): Promise<void> {
    for (const path of await folder.of(this.id)) {
      await turn();
      try {
        const segment = Segment.open(this.#blocks, path, this.#dimensions);
        const sets = segment.readSets();
        segment.endTurn();
        if (sets.some((part) => this.#overlaps(part))) {
          await folder.remove(path);
          continue;
        }
        this.#segments.push(segment);
        for (const [index, part] of sets.entries()) {
          const parts = this.#unassigned.get(part.setId) ?? [];
          this.#unassigned.set(part.setId, parts);
          parts.push({ segment, index, part });
        }
      } catch {
        await folder.remove(path);
      }
    }
    await folder.use(this.#segments.map(({ path }) => path as string));
  }

  #overlaps({ setId, from, chunks }: SetPart): boolean {
    const others = this.#unassigned.get(setId) ?? [];
    return others.some(({ part }) => from < part.from + part.chunks && part.from < from + chunks);
  }

  /**
   * Adds a file that is not live yet, with its chunks that are in files of segments. Returns its number, and the ranges of
   * positions that must be added.
   */
  adopt(change: FileChange): { number: number; missing: Range[] } {
    const number = this.addFile(change);
    const parts = (this.#unassigned.get(change.setId ?? '') ?? []).sort((a, b) => a.part.from - b.part.from);
    this.#unassigned.delete(change.setId ?? '');
    const missing: Range[] = [];
    let next = 0;
    for (const { segment, index, part } of parts) {
      segment.assign(index, number);
      (this.#files[number] as CachedFile).words += part.words;
      if (part.from > next) missing.push({ from: next, to: part.from });
      next = part.from + part.chunks;
    }
    if (next < change.chunks) missing.push({ from: next, to: change.chunks });
    return { number, missing };
  }

  /** Returns the paths of files of which less than half of the chunks are searchable. Called after a load. */
  wastefulFiles(): string[] {
    this.#unassigned.clear();
    return this.#segments.flatMap((segment) =>
      segment.path !== undefined && segment.countLive(this.#live) < segment.count / 2 ? [segment.path] : [],
    );
  }

  /** True if the part that grows is full, or has so many bytes. */
  isFull(bytes: number): boolean {
    return this.#memory !== undefined && (this.#memory.count >= fullSlots || this.#memory.bytes >= bytes);
  }

  /** Replaces the part that grows by a segment in a file. Returns false if the file does not fit. */
  async writeFile(folder: CodesFolder, turn: () => Promise<void>): Promise<boolean> {
    const memory = this.#memory as MemoryPart;
    const steps = this.#imageSteps(memory);
    let step = steps.next();
    for (; !step.done; step = steps.next()) await turn();
    const { bytes, numbers } = step.value;
    const path = await folder.write(this.id, bytes);
    if (path === undefined) return false;
    const segment = Segment.open(this.#blocks, path, this.#dimensions);
    for (const [index, number] of numbers.entries()) segment.assign(index, number);
    this.#segments.push(segment);
    this.#retire(memory);
    this.#memory = undefined;
    return true;
  }

  /** Moves a small collection into leaves. Throws an OutOfBlocksError. */
  shrink(): void {
    const memory = this.#memory;
    if (memory === undefined || this.#slots > smallChunks) return;
    const steps = this.#imageSteps(memory);
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { bytes, numbers } = step.value;
    const { count: chunks } = memory;
    this.#images.push({ leaves: this.#blocks.store(bytes), numbers, chunks });
    this.#retire(memory);
    this.#memory = undefined;
  }

  #imageSteps(memory: MemoryPart): Generator<void, Image> {
    return imageSteps(memory, this.#dimensions, (file) => (this.#files[file] as CachedFile).setId);
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

  /** Returns the collection as it is now, for a search that holds it. */
  snapshot(filter: Filter | undefined): Snapshot {
    const bytes = Math.ceil(this.#files.length / 8);
    const live = this.#live.slice(0, bytes);
    const images = this.#images.map(({ leaves, numbers }) =>
      Segment.of(this.#blocks, { bytes: this.#blocks.stored(leaves), numbers }),
    );
    return {
      parts: [...(this.#memory === undefined ? [] : [this.#memory]), ...images, ...this.#segments],
      live,
      mask: filter === undefined ? live : this.#maskOf(filter).slice(0, bytes),
      chunks: this.#liveChunks,
      words: this.#liveWords,
      allLive: this.#liveChunks === this.#slots,
    };
  }

  /** The number of files, with those that are not searchable. */
  get fileCount(): number {
    return this.#files.length;
  }

  fileAt(number: number): CachedFile {
    return this.#files[number] as CachedFile;
  }

  /** Keeps the memory of the collection until the returned function is called. */
  hold(): () => void {
    this.#holds += 1;
    return () => {
      this.#holds -= 1;
      if (this.#holds === 0) for (const release of this.#released.splice(0)) release();
    };
  }

  /** Releases the cached codes of the segments. Returns false if there are none. */
  releaseCodes(): boolean {
    const cached = this.#segments.filter(({ cachedBytes }) => cachedBytes > 0);
    for (const segment of cached) segment.releaseCodes();
    return cached.length > 0;
  }

  /** Releases all memory, when no search holds it any more. */
  release(): void {
    for (const { leaves } of this.#images.splice(0)) this.#blocks.releaseLeaves(leaves);
    for (const part of [...this.#segments.splice(0), ...(this.#memory === undefined ? [] : [this.#memory])])
      this.#retire(part);
    this.#memory = undefined;
  }

  #retire(part: { release(): void }): void {
    if (this.#holds === 0) part.release();
    else this.#released.push(() => part.release());
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
    while (number >> 3 >= this.#live.length) {
      const wide = new Uint8Array(2 * this.#live.length);
      wide.set(this.#live);
      this.#live = wide;
    }
    const byte = this.#live[number >> 3] as number;
    const bit = 1 << (number & 7);
    this.#live[number >> 3] = live ? byte | bit : byte & ~bit;
    const { chunks, words } = this.#files[number] as CachedFile;
    const sign = live ? 1 : -1;
    this.#liveChunks += sign * chunks;
    this.#liveWords += sign * words;
  }
}
