// The memory of the search cache: one WebAssembly memory of a thread, in blocks of 64 KiB that collections take and give
// back. So the cache is bounded to the byte, whatever is in it, and the kernel reaches all of it.
//
// The first pages are nobody's: the query, the mask of files and the matches of the search that is running.

import { kernel } from '../../generated/kernel.ts';

export const blockBytes = 65_536;

/** Where the running search has its own; all of it in bytes. */
export const scratch = { query: 0, matches: blockBytes, mask: 2 * blockBytes, maskBytes: 16 * blockBytes };
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
    dimensions: number,
    stride: number,
    count: number,
    mask: number,
    floor: number,
    matches: number,
  ): number;
}

/** The budget is used up. */
export class OutOfBlocksError extends Error {}

export class Blocks {
  readonly kernel: Kernel;
  readonly #memory: WebAssembly.Memory;
  readonly #limit: number;
  readonly #makeRoom: () => boolean;
  readonly #free: number[] = [];
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
    return (this.#end - scratchBlocks - this.#free.length) * blockBytes;
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
    while (this.#end >= this.#limit && this.#free.length === 0) {
      if (!this.#makeRoom()) throw new OutOfBlocksError('The search cache is full');
    }
    const reused = this.#free.pop();
    if (reused !== undefined) {
      this.#bytes.fill(0, reused, reused + blockBytes);
      return reused;
    }
    if (this.#end * blockBytes >= this.#bytes.length) this.#grow();
    this.#end += 1;
    return (this.#end - 1) * blockBytes;
  }

  release(addresses: number[]): void {
    this.#free.push(...addresses);
  }

  /** By an eighth: each time every view of the memory is made anew. */
  #grow(): void {
    this.#memory.grow(Math.min(Math.max(16, this.#end >> 3), this.#limit - this.#end));
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }
}
