// The memory of the search cache: one WebAssembly memory of a thread, in blocks of 64 KiB that collections take and give
// back. So the cache is bounded to the byte, whatever is in it, and the kernel reaches all of it.
//
// A scan over blocks that do not follow each other takes up to twice as long: the processor's prefetching ends with every
// gap. So large collections take their codes' blocks in runs.
//
// The first pages are nobody's: the query, the mask of files and the best of the search that is running.

import { kernel } from '../../generated/kernel.ts';

export const blockBytes = 65_536;
/** Blocks of a run. */
const runBlocks = 16;
/** The least by which the memory grows; what is not touched takes no memory. */
const growthBlocks = 256;

/** Where the running search has its own; all of it in bytes. */
export const scratch = { query: 0, heap: blockBytes, mask: 2 * blockBytes, maskBytes: 16 * blockBytes };
const scratchBlocks = 18;

/** The longest vector: its query fills the page. */
export const maxDimensions = 16_384;

/** WebAssembly addresses 32 bits. */
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

/** The budget is used up. */
export class OutOfBlocksError extends Error {}

export class Blocks {
  readonly kernel: Kernel;
  readonly #memory: WebAssembly.Memory;
  readonly #limit: number;
  readonly #makeRoom: () => boolean;
  readonly #free: number[] = [];
  readonly #freeRuns: number[] = [];
  #end = scratchBlocks;
  #bytes: Uint8Array;
  #words: Uint32Array;

  /** @param makeRoom releases something, where it can: then true. */
  constructor(budgetBytes: number, makeRoom: () => boolean) {
    this.#makeRoom = makeRoom;
    this.#limit = Math.min(scratchBlocks + Math.floor(budgetBytes / blockBytes), maxBlocks);
    this.#memory = new WebAssembly.Memory({ initial: scratchBlocks, maximum: this.#limit });
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
    const module = new WebAssembly.Module(Buffer.from(kernel, 'base64'));
    this.kernel = new WebAssembly.Instance(module, { memory: { memory: this.#memory } }).exports as unknown as Kernel;
  }

  /** Bytes in use, of those that collections have. */
  get usedBytes(): number {
    const free = this.#free.length + runBlocks * this.#freeRuns.length;
    return (this.#end - scratchBlocks - free) * blockBytes;
  }

  /** The whole memory. Good until the next `allocate`. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get words(): Uint32Array {
    return this.#words;
  }

  /** The address of a block that is all zero. Throws an OutOfBlocksError. */
  allocate(): number {
    for (;;) {
      const address = this.#free.pop() ?? this.#extend(1);
      if (address !== undefined) return this.#cleared(address, 1);
      const run = this.#freeRuns.pop();
      if (run !== undefined) this.release(blocksOf(run));
      else if (!this.#makeRoom()) throw new OutOfBlocksError('The search cache is full');
    }
  }

  /** The addresses of blocks that follow each other; undefined where there is no run, and perhaps single blocks. */
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

  /** Blocks from the part of the memory that was never used. */
  #extend(blocks: number): number | undefined {
    if (this.#end + blocks > this.#limit) return undefined;
    while ((this.#end + blocks) * blockBytes > this.#bytes.length) this.#grow();
    this.#end += blocks;
    return (this.#end - blocks) * blockBytes;
  }

  /** By an eighth: each time every view of the memory is made anew. */
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
