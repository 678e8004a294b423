// The memory of the search cache: one WebAssembly memory for each thread, divided into blocks of 64 KiB that
// collections allocate and release. So the cache size is bounded to the byte, and the WebAssembly kernel reaches all of
// it.
//
// Scanning scattered blocks takes up to twice as long, because each gap stops the processor's prefetching. So large
// collections allocate runs of adjacent blocks for their codes.
//
// A run is divided into blocks, and a block into leaves, when smaller parts are needed. Parts that are all free become one
// again.
//
// The first blocks are scratch memory for the running search: the query, the file mask, the heap of best matches, and
// one run of codes.

import { kernel } from '../../generated/kernel.ts';

export const blockBytes = 65_536;
const runBlocks = 16;
/** The minimum growth of the memory in blocks. Untouched pages use no physical memory. */
const growthBlocks = 256;

/** The size of a leaf in bytes. Small collections are stored in leaves, because a block would be mostly empty. */
export const leafBytes = 4096;
const blockLeaves = blockBytes / leafBytes;

/** Addresses in the scratch memory, in bytes. The query has one block: at most 16,384 dimensions. */
export const scratch = {
  query: 0,
  heap: blockBytes,
  mask: 2 * blockBytes,
  maskBytes: 16 * blockBytes,
  /** One run, for codes that are scanned but not cached. */
  run: 18 * blockBytes,
};
const scratchBlocks = 18 + runBlocks;
/** The size of a run in bytes. */
export const runBytes = runBlocks * blockBytes;

/** The limit of WebAssembly's 32-bit addresses. */
const maxBlocks = 65_535;

export interface Kernel {
  dot(query: number, code: number, dimensions: number): number;
  scan(
    query: number,
    code: number,
    about: number,
    dimensions: number,
    slot: number,
    count: number,
    mask: number,
    heap: number,
    size: number,
  ): void;
}

/** The memory budget is used up. */
export class OutOfBlocksError extends Error {}

export class Blocks {
  readonly kernel: Kernel;
  readonly #memory: WebAssembly.Memory;
  readonly #limit: number;
  readonly #evict: () => boolean;
  readonly #freeRuns: number[] = [];
  /** Runs of which some blocks are free, and blocks of which some leaves are. */
  readonly #free = new Parts(runBytes, blockBytes);
  readonly #freeLeaves = new Parts(blockBytes, leafBytes);
  #end = scratchBlocks;
  #bytes: Uint8Array;
  #words: Uint32Array;

  /** @param evict releases memory, and returns false if there is nothing to release. */
  constructor(budgetBytes: number, evict: () => boolean) {
    this.#evict = evict;
    this.#limit = Math.min(scratchBlocks + Math.floor(budgetBytes / blockBytes), maxBlocks);
    this.#memory = new WebAssembly.Memory({ initial: scratchBlocks, maximum: this.#limit });
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
    const module = new WebAssembly.Module(Buffer.from(kernel, 'base64'));
    this.kernel = new WebAssembly.Instance(module, { memory: { memory: this.#memory } }).exports as unknown as Kernel;
  }

  /** The number of bytes that collections have allocated. */
  get usedBytes(): number {
    const free = this.#free.freeBytes + this.#freeLeaves.freeBytes + runBytes * this.#freeRuns.length;
    return (this.#end - scratchBlocks) * blockBytes - free;
  }

  /** Returns the whole memory. The array is valid until the next `allocate`. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get words(): Uint32Array {
    return this.#words;
  }

  /** Allocates a zeroed block and returns its address. Throws an OutOfBlocksError. */
  allocate(): number {
    return this.#cleared(this.#block(), blockBytes);
  }

  /**
   * Allocates a zeroed run and returns its address. Returns undefined if no run is free; single blocks may still be.
   */
  allocateRun(): number | undefined {
    const address = this.#freeRuns.pop() ?? this.#extend(runBlocks);
    return address === undefined ? undefined : this.#cleared(address, runBytes);
  }

  /** Stores bytes in leaves, and returns their addresses. Throws an OutOfBlocksError. */
  store(bytes: Uint8Array): number[] {
    const leaves: number[] = [];
    try {
      for (let from = 0; from < bytes.length; from += leafBytes) {
        const leaf = this.#leaf();
        leaves.push(leaf);
        this.#bytes.set(bytes.subarray(from, from + leafBytes), leaf);
      }
    } catch (error) {
      this.releaseLeaves(leaves);
      throw error;
    }
    return leaves;
  }

  /** Returns a copy of the bytes that `store` stored. */
  stored(leaves: number[]): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(leaves.length * leafBytes);
    for (const [index, leaf] of leaves.entries())
      bytes.set(this.#bytes.subarray(leaf, leaf + leafBytes), index * leafBytes);
    return bytes;
  }

  release(addresses: number[]): void {
    for (const address of addresses) {
      const run = this.#free.add(address);
      if (run !== undefined) this.#freeRuns.push(run);
    }
  }

  releaseRun(address: number): void {
    this.#freeRuns.push(address);
  }

  releaseLeaves(leaves: number[]): void {
    for (const leaf of leaves) {
      const block = this.#freeLeaves.add(leaf);
      if (block !== undefined) this.release([block]);
    }
  }

  #leaf(): number {
    const leaf = this.#freeLeaves.take();
    if (leaf !== undefined) return leaf;
    const block = this.#block();
    for (let index = 1; index < blockLeaves; index += 1) this.#freeLeaves.add(block + index * leafBytes);
    return block;
  }

  #block(): number {
    for (;;) {
      const block = this.#free.take();
      if (block !== undefined) return block;
      const run = this.#freeRuns.pop() ?? this.#extend(runBlocks);
      if (run !== undefined) {
        for (let index = 1; index < runBlocks; index += 1) this.#free.add(run + index * blockBytes);
        return run;
      }
      const last = this.#extend(1);
      if (last !== undefined) return last;
      if (!this.#evict()) throw new OutOfBlocksError('The search cache is full');
    }
  }

  #cleared(address: number, bytes: number): number {
    this.#bytes.fill(0, address, address + bytes);
    return address;
  }

  /** Returns the address of blocks from the unused end of the memory, or undefined at the limit. */
  #extend(blocks: number): number | undefined {
    if (this.#end + blocks > this.#limit) return undefined;
    while ((this.#end + blocks) * blockBytes > this.#bytes.length) this.#grow();
    this.#end += blocks;
    return (this.#end - blocks) * blockBytes;
  }

  /** Grows the memory by an eighth, because each growth replaces all views of the memory. */
  #grow(): void {
    const pages = this.#bytes.length / blockBytes;
    this.#memory.grow(Math.min(Math.max(growthBlocks, pages >> 3), this.#limit - pages));
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }
}

/** The free parts of divided areas of memory. Both sizes are powers of two, 16 apart. */
class Parts {
  readonly #areaBytes: number;
  readonly #partBytes: number;
  readonly #all: number;
  /** By the index of an area that has free parts: a bit for each free part. */
  readonly #free = new Map<number, number>();
  freeBytes = 0;

  constructor(areaBytes: number, partBytes: number) {
    this.#areaBytes = areaBytes;
    this.#partBytes = partBytes;
    this.#all = 2 ** (areaBytes / partBytes) - 1;
  }

  /** Returns the address of a part that is not free any more, or undefined if none is free. */
  take(): number | undefined {
    const [found] = this.#free;
    if (found === undefined) return undefined;
    const [area, bits] = found;
    const part = 31 - Math.clz32(bits & -bits);
    const left = bits & (bits - 1);
    if (left === 0) this.#free.delete(area);
    else this.#free.set(area, left);
    this.freeBytes -= this.#partBytes;
    return area * this.#areaBytes + origin(this.#areaBytes) + part * this.#partBytes;
  }

  /** Adds a free part. Returns the address of its area, and forgets its parts, if they are all free. */
  add(address: number): number | undefined {
    const offset = address - origin(this.#areaBytes);
    const area = Math.floor(offset / this.#areaBytes);
    const part = (offset % this.#areaBytes) / this.#partBytes;
    const bits = (this.#free.get(area) ?? 0) | (1 << part);
    this.freeBytes += this.#partBytes;
    if (bits !== this.#all) {
      this.#free.set(area, bits);
      return undefined;
    }
    this.#free.delete(area);
    this.freeBytes -= this.#areaBytes;
    return area * this.#areaBytes + origin(this.#areaBytes);
  }
}

/** Returns the address at which the first area begins: runs follow the scratch memory. */
function origin(areaBytes: number): number {
  return areaBytes === runBytes ? scratchBlocks * blockBytes : 0;
}
