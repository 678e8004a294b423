// The vectors of one collection, as 16-bit numbers in two bytes: the high ones are scanned, the low ones, in blocks of
// their own, make the scores of the best exact enough to rank. A number is factor × (high + low / 256); the factor is the vector's own.

import { type Blocks, blockBytes, scratch } from './blocks.ts';

/** What fills up the bytes of a vector to a multiple that the kernel reads at once. */
const lanes = 32;
/** Behind each code: its factor and its file, and nothing, for alignment. */
const trailerBytes = 16;
const range = 127 * 256;
/** A collection with more blocks than these takes runs. */
const singleBlocks = 8;

/** A vector to compare with, in the kernel's form; it lies in the scratch memory until the next one. */
export interface Query {
  /** What turns products into scores. */
  factor: number;
}

export interface Match {
  slot: number;
  score: number;
}

export class Codes {
  readonly #blocks: Blocks;
  readonly #dimensions: number;
  readonly #padded: number;
  readonly #stride: number;
  readonly #perBlock: number;
  /** Of the blocks of high bytes, and of those of low bytes. */
  readonly #highs: number[] = [];
  readonly #lows: number[] = [];
  /** The blocks among the high ones that came in runs, and those that did not. */
  readonly #runs: number[][] = [];
  readonly #singles: number[] = [];
  /** How many vectors there are. Each has the slot of its turn, for ever. */
  count = 0;

  constructor(blocks: Blocks, dimensions: number) {
    this.#blocks = blocks;
    this.#dimensions = dimensions;
    this.#padded = Math.ceil(dimensions / lanes) * lanes;
    this.#stride = this.#padded + trailerBytes;
    this.#perBlock = Math.floor(blockBytes / this.#stride);
  }

  /** Adds a vector of the file, into the next slot. Throws an OutOfBlocksError. */
  append(vector: Float32Array, file: number): void {
    if (vector.length !== this.#dimensions)
      throw new Error(`A vector has ${vector.length} dimensions, not ${this.#dimensions}`);
    if (this.count === this.#highs.length * this.#perBlock) this.#allocateHighs();
    if (this.count === this.#lows.length * this.#perBlock) this.#lows.push(this.#blocks.allocate());
    const high = this.#address(this.count);
    const low = this.#lowAddress(this.count);
    const { bytes } = this.#blocks;
    let largest = 0;
    for (const value of vector) largest = Math.max(largest, Math.abs(value));
    const scale = largest === 0 ? 0 : range / largest;
    for (let index = 0; index < vector.length; index += 1) {
      const number = Math.round((vector[index] as number) * scale);
      const upper = (number + 128) >> 8;
      bytes[high + index] = upper;
      bytes[low + index] = number - upper * 256;
    }
    const trailer = new DataView(bytes.buffer, high + this.#padded, 8);
    trailer.setFloat32(0, largest === 0 ? 0 : 256 / scale, true);
    trailer.setUint32(4, file, true);
    this.count += 1;
  }

  /** Puts the vector that `scan` and `score` compare with into place. */
  ask(vector: Float32Array): Query {
    let largest = 0;
    let total = 0;
    for (const value of vector) {
      largest = Math.max(largest, Math.abs(value));
      total += Math.abs(value);
    }
    // As fine as 16 bits are, and no sum of products with bytes leaves 31 bits.
    const scale = largest === 0 ? 0 : Math.min(32_767 / largest, (2 ** 31 - 1) / (129 * total));
    const numbers = new Int16Array(this.#blocks.bytes.buffer, scratch.query, this.#padded).fill(0);
    for (let index = 0; index < vector.length; index += 1)
      numbers[index] = Math.trunc((vector[index] as number) * scale);
    return { factor: scale === 0 ? 0 : 1 / scale };
  }

  /** The best slots of files that are in the scratch mask, best first, by the high bytes alone. */
  scan({ factor }: Query, limit: number): Match[] {
    const { kernel } = this.#blocks;
    let best: Match[] = [];
    let floor = Number.NEGATIVE_INFINITY;
    for (const [block, address] of this.#highs.entries()) {
      const first = block * this.#perBlock;
      const count = Math.min(this.count - first, this.#perBlock);
      if (count <= 0) break;
      // biome-ignore format: what it takes, in one line.
      const matches = kernel.scan(scratch.query, address, this.#padded, this.#stride, count, scratch.mask, floor, scratch.matches);
      if (matches === 0) continue;
      const found = new DataView(this.#blocks.bytes.buffer, scratch.matches, 8 * matches);
      for (let index = 0; index < matches; index += 1) {
        best.push({ slot: first + found.getUint32(8 * index, true), score: found.getFloat32(8 * index + 4, true) });
      }
      if (best.length < 4 * limit) continue;
      best = best.sort(byScore).slice(0, limit);
      floor = (best[limit - 1] as Match).score;
    }
    return best
      .sort(byScore)
      .slice(0, limit)
      .map(({ slot, score }) => ({ slot, score: score * factor }));
  }

  /** The score of one slot, by all its bits: at most some 10⁻⁵ off the product of the vectors themselves. */
  score({ factor }: Query, slot: number): number {
    const { kernel, bytes } = this.#blocks;
    const high = this.#address(slot);
    const own = new DataView(bytes.buffer, high + this.#padded, 4).getFloat32(0, true);
    const upper = kernel.dot(scratch.query, high, this.#padded);
    const lower = kernel.dot(scratch.query, this.#lowAddress(slot), this.#padded);
    return (upper + lower / 256) * own * factor;
  }

  /** Gives all memory back. */
  release(): void {
    for (const run of this.#runs.splice(0)) this.#blocks.releaseRun(run);
    this.#blocks.release(this.#singles.splice(0));
    this.#blocks.release(this.#lows.splice(0));
    this.#highs.length = 0;
    this.count = 0;
  }

  #allocateHighs(): void {
    const run = this.#highs.length < singleBlocks ? undefined : this.#blocks.allocateRun();
    if (run === undefined) {
      const single = this.#blocks.allocate();
      this.#singles.push(single);
      this.#highs.push(single);
    } else {
      this.#runs.push(run);
      this.#highs.push(...run);
    }
  }

  #address(slot: number): number {
    return (this.#highs[Math.floor(slot / this.#perBlock)] as number) + (slot % this.#perBlock) * this.#stride;
  }

  #lowAddress(slot: number): number {
    return (this.#lows[Math.floor(slot / this.#perBlock)] as number) + (slot % this.#perBlock) * this.#stride;
  }
}

function byScore(a: Match, b: Match): number {
  return b.score - a.score || a.slot - b.slot;
}
