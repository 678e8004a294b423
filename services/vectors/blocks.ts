// The memory of the search cache: one WebAssembly memory for each thread, divided into blocks of 64 KiB that
// collections allocate and release. So the cache size is bounded to the byte, and the WebAssembly kernel reaches all of
// it.
//
// Scanning scattered blocks takes up to twice as long, because each gap stops the processor's prefetching. So large
// collections allocate runs of adjacent blocks for their codes.
//
// The first blocks are scratch memory for the running search: the query, the file mask and the heap of best matches.

import { kernel } from '../../generated/kernel.ts';

export const blockBytes = 65_536;
/** The number of blocks in a run. */
const runBlocks = 16;
/** The minimum growth of the memory in blocks. Untouched pages use no physical memory. */
const growthBlocks = 256;

/** Addresses in the scratch memory, in bytes. The query has one block: at most 16,384 dimensions. */
export const scratch = { query: 0, heap: blockBytes, mask: 2 * blockBytes, maskBytes: 16 * blockBytes };
const scratchBlocks = 18;

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
  readonly #free: number[] = [];
  readonly #freeRuns: number[] = [];
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
    const free = this.#free.length + runBlocks * this.#freeRuns.length;
    return (this.#end - scratchBlocks - free) * blockBytes;
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
    for (;;) {
      const address = this.#free.pop() ?? this.#extend(1);
      if (address !== undefined) return this.#cleared(address, 1);
      const run = this.#freeRuns.pop();
      if (run !== undefined) this.release(blocksOf(run));
      else if (!this.#evict()) throw new OutOfBlocksError('The search cache is full');
    }
  }

  /**
   * Allocates a run and returns the addresses of its blocks. Returns undefined if no run is free; single blocks may
   * still be.
   */
  allocateRun(): number[] | undefined {
    const address = this.#freeRuns.pop() ?? this.#extend(runBlocks);
    return address === undefined ? undefined : blocksOf(this.#cleared(address, runBlocks));
  }

  release(addresses: number[]): void {
    this.#free.push(...addresses);
  }

  releaseRun([address]: number[]): void {
    if (address !== undefined) this.#freeRuns.push(address);
  }

  #cleared(address: number, blocks: number): number {
    this.#bytes.fill(0, address, address + blocks * blockBytes);
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

function blocksOf(run: number): number[] {
  return Array.from({ length: runBlocks }, (_, block) => run + block * blockBytes);
}
