// The quantized vectors of one collection: 16-bit numbers, split into two bytes. The high bytes are scanned. The low
// bytes, in separate blocks, refine the scores of the best matches. A coordinate is factor × (high + low / 256); each
// vector has its own factor.

import { type Blocks, blockBytes, runBytes, scratch } from './blocks.ts';

/** Vectors are padded to a multiple of the bytes that the kernel reads at once. */
const lanes = 32;
/** The size of a code's metadata (its factor and file), which follows all codes of a segment. */
export const aboutBytes = 8;
const range = 127 * 256;
/** The size of a heap entry: a slot and its score. */
const heapBytes = 8;
/** A collection with more segments than this allocates runs. */
const singleSegments = 8;

/** Returns the bytes that the codes of so many vectors take at least. */
export function bytesOfCodes(vectors: number, dimensions: number): number {
  return vectors * (2 * paddedTo(dimensions) + aboutBytes);
}

/** Returns the bytes of the high or the low half of a code. */
export function paddedTo(dimensions: number): number {
  return Math.ceil(dimensions / lanes) * lanes;
}

/** Returns how many codes with their metadata fit into an area of memory. */
export function codesIn(bytes: number, padded: number): number {
  return Math.floor(bytes / (padded + aboutBytes));
}

/** The query vector in the kernel's format. It stays in the scratch memory until the next one. */
export interface Query {
  /** Converts integer products to scores. */
  factor: number;
}

export interface Match {
  slot: number;
  score: number;
}

/** Adjacent blocks that are filled with codes without gaps. Longer segments are scanned faster. */
interface Segment {
  address: number;
  isRun: boolean;
  /** The slot of the first code, and the capacity in codes. */
  first: number;
  room: number;
}

/** Writes the query vector into the scratch memory for scans and scores. */
export function setQuery(blocks: Blocks, vector: Float32Array): Query {
  let largest = 0;
  let total = 0;
  for (const value of vector) {
    largest = Math.max(largest, Math.abs(value));
    total += Math.abs(value);
  }
  // Uses the full 16 bits, but keeps the sum of products within 31 bits.
  const scale = largest === 0 ? 0 : Math.min(32_767 / largest, (2 ** 31 - 1) / (129 * total));
  const numbers = new Int16Array(blocks.bytes.buffer, scratch.query, paddedTo(vector.length)).fill(0);
  for (let index = 0; index < vector.length; index += 1) numbers[index] = Math.trunc((vector[index] as number) * scale);
  return { factor: scale === 0 ? 0 : 1 / scale };
}

/** Empties the heap of best matches in the scratch memory. */
export function clearHeap(blocks: Blocks, limit: number): void {
  const heap = new DataView(blocks.bytes.buffer, scratch.heap, heapBytes * limit);
  for (let at = 0; at < heap.byteLength; at += heapBytes) heap.setFloat32(at + 4, Number.NEGATIVE_INFINITY, true);
}

/** Returns the matches in the heap, best first. */
export function matchesInHeap(blocks: Blocks, limit: number, { factor }: Query): Match[] {
  const heap = new DataView(blocks.bytes.buffer, scratch.heap, heapBytes * limit);
  const best: Match[] = [];
  for (let at = 0; at < heap.byteLength; at += heapBytes) {
    const score = heap.getFloat32(at + 4, true);
    if (score !== Number.NEGATIVE_INFINITY) best.push({ slot: heap.getUint32(at, true), score: score * factor });
  }
  return best.sort(byScore);
}

export class Codes {
  readonly #blocks: Blocks;
  readonly #dimensions: number;
  readonly #padded: number;
  /** The segments of the high bytes. */
  readonly #segments: Segment[] = [];
  /** The blocks of the low bytes, and the number of codes in each. */
  readonly #lows: number[] = [];
  readonly #perLow: number;
  /** The number of vectors. A vector's slot is its index and never changes. */
  count = 0;

  constructor(blocks: Blocks, dimensions: number) {
    this.#blocks = blocks;
    this.#dimensions = dimensions;
    this.#padded = paddedTo(dimensions);
    this.#perLow = Math.floor(blockBytes / this.#padded);
  }

  /** Appends a vector of the file. Throws an OutOfBlocksError. */
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

  /** The memory of the codes in bytes. */
  get bytes(): number {
    const high = this.#segments.reduce((sum, { isRun }) => sum + (isRun ? runBytes : blockBytes), 0);
    return high + this.#lows.length * blockBytes;
  }

  /** Returns the best slots of files in the scratch mask, best first, scored by the high bytes only. */
  scan(query: Query, limit: number): Match[] {
    const { kernel } = this.#blocks;
    clearHeap(this.#blocks, limit);
    for (const { address, first, room } of this.#segments) {
      const count = Math.min(this.count - first, room);
      const about = address + room * this.#padded;
      kernel.scan(scratch.query, address, about, this.#padded, first, count, scratch.mask, scratch.heap, limit);
    }
    return matchesInHeap(this.#blocks, limit, query);
  }

  /** Copies the factors and the high and low bytes of the codes from one slot to before another, in their order. */
  copyTo(factors: Float32Array, high: Uint8Array, low: Uint8Array, first: number, end: number): void {
    const { bytes } = this.#blocks;
    for (let slot = first; slot < end; slot += 1) {
      const { code, about } = this.#placeOf(slot);
      const from = this.#lowOf(slot);
      factors[slot] = new DataView(bytes.buffer, about, aboutBytes).getFloat32(0, true);
      high.set(bytes.subarray(code, code + this.#padded), slot * this.#padded);
      low.set(bytes.subarray(from, from + this.#padded), slot * this.#padded);
    }
  }

  /** Returns the score of a slot by all its bits. It differs from the exact product by about 10⁻⁵ at most. */
  score({ factor }: Query, slot: number): number {
    const { kernel, bytes } = this.#blocks;
    const { code, about } = this.#placeOf(slot);
    const own = new DataView(bytes.buffer, about, aboutBytes).getFloat32(0, true);
    const upper = kernel.dot(scratch.query, code, this.#padded);
    const lower = kernel.dot(scratch.query, this.#lowOf(slot), this.#padded);
    return (upper + lower / 256) * own * factor;
  }

  /** Releases all memory. */
  release(): void {
    for (const { address, isRun } of this.#segments.splice(0)) {
      if (isRun) this.#blocks.releaseRun(address);
      else this.#blocks.release([address]);
    }
    this.#blocks.release(this.#lows.splice(0));
    this.count = 0;
  }

  #addSegment(): void {
    const run = this.#segments.length < singleSegments ? undefined : this.#blocks.allocateRun();
    const address = run ?? this.#blocks.allocate();
    const room = codesIn(run === undefined ? blockBytes : runBytes, this.#padded);
    this.#segments.push({ address, isRun: run !== undefined, first: this.count, room });
  }

  /** Returns the addresses of a slot's high bytes and metadata. */
  #placeOf(slot: number): { code: number; about: number } {
    let from = 0;
    let to = this.#segments.length;
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((this.#segments[middle] as Segment).first <= slot) from = middle;
      else to = middle;
    }
    const { address, first, room } = this.#segments[from] as Segment;
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
