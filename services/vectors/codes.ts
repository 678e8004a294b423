// The vectors of one collection, as 16-bit numbers in two bytes: the high ones are scanned, the low ones, in blocks of
// their own, make the scores of the best exact enough to rank. A number is factor × (high + low / 256); the factor is the vector's own.

import { type Blocks, blockBytes, scratch } from './blocks.ts';

/** What fills up the bytes of a vector to a multiple that the kernel reads at once. */
const lanes = 32;
/** What a segment says of each of its codes, behind all of them: its factor and its file. */
const aboutBytes = 8;
const range = 127 * 256;
/** A slot and its score, among the best. */
const heapBytes = 8;
/** A collection with more segments than these takes runs. */
const singleSegments = 8;

/** A vector to compare with, in the kernel's form; it lies in the scratch memory until the next one. */
export interface Query {
  /** What turns products into scores. */
  factor: number;
}

export interface Match {
  slot: number;
  score: number;
}

/** Blocks that follow each other, filled with codes without a gap: the longer, the faster they are read. */
interface Segment {
  blocks: number[];
  isRun: boolean;
  /** The slot of the first code, and how many have room. */
  first: number;
  room: number;
}

export class Codes {
  readonly #blocks: Blocks;
  readonly #dimensions: number;
  readonly #padded: number;
  /** Of the high bytes. */
  readonly #segments: Segment[] = [];
  /** The blocks of the low bytes, and how many codes each has. */
  readonly #lows: number[] = [];
  readonly #perLow: number;
  /** How many vectors there are. Each has the slot of its turn, for ever. */
  count = 0;

  constructor(blocks: Blocks, dimensions: number) {
    this.#blocks = blocks;
    this.#dimensions = dimensions;
    this.#padded = Math.ceil(dimensions / lanes) * lanes;
    this.#perLow = Math.floor(blockBytes / this.#padded);
  }

  /** Adds a vector of the file, into the next slot. Throws an OutOfBlocksError. */
  append(vector: Float32Array, file: number): void {
    if (vector.length !== this.#dimensions)
      throw new Error(`A vector has ${vector.length} dimensions, not ${this.#dimensions}`);
    const last = this.#segments.at(-1);
    if (last === undefined || this.count === last.first + last.room) this.#addSegment();
    if (this.count === this.#lows.length * this.#perLow) this.#lows.push(this.#blocks.allocate());
    const { bytes } = this.#blocks;
    const { code: high, about } = this.#placeOf(this.count);
    const low = this.#lowOf(this.count);
    const largest = largestOf(vector);
    const scale = largest === 0 ? 0 : range / largest;
    for (let index = 0; index < vector.length; index += 1) {
      const number = Math.round((vector[index] as number) * scale);
      const upper = (number + 128) >> 8;
      bytes[high + index] = upper;
      bytes[low + index] = number - upper * 256;
    }
    const view = new DataView(bytes.buffer, about, aboutBytes);
    view.setFloat32(0, largest === 0 ? 0 : 256 / scale, true);
    view.setUint32(4, file, true);
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
    const { kernel, bytes } = this.#blocks;
    const heap = new DataView(bytes.buffer, scratch.heap, heapBytes * limit);
    for (let at = 0; at < heap.byteLength; at += heapBytes) heap.setFloat32(at + 4, Number.NEGATIVE_INFINITY, true);
    const { query, mask } = scratch;
    for (const { blocks, first, room } of this.#segments) {
      const [code] = blocks as [number];
      const count = Math.min(this.count - first, room);
      kernel.scan(query, code, code + room * this.#padded, this.#padded, first, count, mask, scratch.heap, limit);
    }
    const best: Match[] = [];
    for (let at = 0; at < heap.byteLength; at += heapBytes) {
      const score = heap.getFloat32(at + 4, true);
      if (score !== Number.NEGATIVE_INFINITY) best.push({ slot: heap.getUint32(at, true), score: score * factor });
    }
    return best.sort(byScore);
  }

  /** The score of one slot, by all its bits: at most some 10⁻⁵ off the product of the vectors themselves. */
  score({ factor }: Query, slot: number): number {
    const { kernel, bytes } = this.#blocks;
    const { code, about } = this.#placeOf(slot);
    const own = new DataView(bytes.buffer, about, aboutBytes).getFloat32(0, true);
    const upper = kernel.dot(scratch.query, code, this.#padded);
    const lower = kernel.dot(scratch.query, this.#lowOf(slot), this.#padded);
    return (upper + lower / 256) * own * factor;
  }

  /** Gives all memory back. */
  release(): void {
    for (const { blocks, isRun } of this.#segments.splice(0)) {
      if (isRun) this.#blocks.releaseRun(blocks);
      else this.#blocks.release(blocks);
    }
    this.#blocks.release(this.#lows.splice(0));
    this.count = 0;
  }

  #addSegment(): void {
    const run = this.#segments.length < singleSegments ? undefined : this.#blocks.allocateRun();
    const blocks = run ?? [this.#blocks.allocate()];
    const room = Math.floor((blocks.length * blockBytes) / (this.#padded + aboutBytes));
    this.#segments.push({ blocks, isRun: run !== undefined, first: this.count, room });
  }

  /** Where the high bytes of a slot are, and what is said of them. */
  #placeOf(slot: number): { code: number; about: number } {
    let from = 0;
    let to = this.#segments.length;
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((this.#segments[middle] as Segment).first <= slot) from = middle;
      else to = middle;
    }
    const { blocks, first, room } = this.#segments[from] as Segment;
    const [address] = blocks as [number];
    const index = slot - first;
    return { code: address + index * this.#padded, about: address + room * this.#padded + index * aboutBytes };
  }

  #lowOf(slot: number): number {
    return (this.#lows[Math.floor(slot / this.#perLow)] as number) + (slot % this.#perLow) * this.#padded;
  }
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  return largest;
}

function byScore(a: Match, b: Match): number {
  return b.score - a.score || a.slot - b.slot;
}
