// The image of a segment (see segment.ts).
//
// The image, in little-endian numbers of 32 bits: the header; the factors, set indexes, positions and numbers of words of
// all slots; the dictionary, with the hash of each term, ascending, and the index after its last posting; the postings,
// as in postings.ts; the sets, as JSON; the high bytes of all codes, and then the low bytes.

import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { paddedTo } from './codes.ts';
import type { MemoryPart } from './memory-part.ts';
import { termsVersion } from './terms.ts';

/** Chunks of one set, at adjacent positions. */
export interface SetPart {
  setId: string;
  from: number;
  chunks: number;
  words: number;
}

const magic = 0x43_56_53_01;
const version = 1000 * termsVersion + 1;
const slotsPerStep = 8192;
const termsPerStep = 16_384;
const headWords = 16;
/** The size of the header. */
export const headBytes = 4 * headWords;

/** The sizes and checksums of an image. */
export interface Head {
  dimensions: number;
  slots: number;
  terms: number;
  postings: number;
  sets: number;
  setsBytes: number;
  tablesCrc: number;
  highCrc: number;
}

/** Returns where the sections of an image begin, in bytes. */
export function sectionsOf({ dimensions, slots, terms, postings, setsBytes }: Head): Record<Section, number> {
  const factors = 4 * headWords;
  const dictionary = factors + 16 * slots;
  const postingsAt = dictionary + 8 * terms;
  const sets = postingsAt + 4 * postings;
  const high = sets + 4 * Math.ceil(setsBytes / 4);
  const low = high + paddedTo(dimensions) * slots;
  return { factors, dictionary, postings: postingsAt, sets, high, low, end: low + paddedTo(dimensions) * slots };
}
export type Section = 'factors' | 'dictionary' | 'postings' | 'sets' | 'high' | 'low' | 'end';

/** An image, and the number of the file of each of its sets. */
export interface Image {
  bytes: Uint8Array<ArrayBuffer>;
  numbers: Uint32Array;
}

/**
 * Makes an image of the chunks of a part. `setOf` returns the id of a file's set. Yields between its steps, so that other
 * searches can have a turn. The part must not change meanwhile.
 */
export function* imageSteps(
  part: MemoryPart,
  dimensions: number,
  setOf: (file: number) => string,
): Generator<void, Image> {
  const slots = part.count;
  const { sets, indexes, numbers } = setsOf(part, setOf);
  const text = Buffer.from(JSON.stringify(sets.map(({ setId, from, chunks, words }) => [setId, from, chunks, words])));
  const { terms, count: postings } = part.postings;
  const sizes = { dimensions, slots, terms, postings, sets: sets.length, setsBytes: text.length };
  const head: Head = { ...sizes, tablesCrc: 0, highCrc: 0 };
  const at = sectionsOf(head);
  const { buffer } = new Uint8Array(at.end);
  const image = new Uint8Array(buffer);
  image.set(text, at.sets);
  const [high, low] = [image.subarray(at.high, at.low), image.subarray(at.low, at.end)];
  for (let from = 0; from < slots; from += slotsPerStep) {
    const to = Math.min(from + slotsPerStep, slots);
    part.codes.copyTo(new Float32Array(buffer, at.factors, slots), high, low, from, to);
    yield;
  }
  const tables = new Uint32Array(buffer, at.factors, 4 * slots);
  tables.set(indexes, slots);
  tables.set(part.positions.subarray(0, slots), 2 * slots);
  tables.set(part.words.subarray(0, slots), 3 * slots);
  yield* writeTerms(
    part,
    new Uint32Array(buffer, at.dictionary, 2 * terms),
    new Uint32Array(buffer, at.postings, postings),
  );
  head.tablesCrc = crc32(image.subarray(at.factors, at.high));
  yield;
  head.highCrc = crc32(high);
  writeHead(new Uint32Array(buffer, 0, headWords), head);
  return { bytes: image, numbers: Uint32Array.from(numbers) };
}

function setsOf(
  part: MemoryPart,
  setOf: (file: number) => string,
): { sets: SetPart[]; indexes: Uint32Array; numbers: number[] } {
  const sets: SetPart[] = [];
  const numbers: number[] = [];
  const indexes = new Uint32Array(part.count);
  let file = -1;
  for (let slot = 0; slot < part.count; slot += 1) {
    const position = part.positionOf(slot);
    const last = sets.at(-1);
    if (last === undefined || part.fileOf(slot) !== file || position !== last.from + last.chunks) {
      file = part.fileOf(slot);
      sets.push({ setId: setOf(file), from: position, chunks: 0, words: 0 });
      numbers.push(file);
    }
    const set = sets.at(-1) as SetPart;
    set.chunks += 1;
    set.words += part.words[slot] as number;
    indexes[slot] = sets.length - 1;
  }
  return { sets, indexes, numbers };
}

function* writeTerms({ postings }: MemoryPart, dictionary: Uint32Array, target: Uint32Array): Generator<void> {
  const places = postings.places();
  let end = 0;
  for (const [index, place] of places.entries()) {
    if (index % termsPerStep === 0) yield;
    end = postings.copy(place, target, end);
    dictionary[2 * index] = postings.hashAt(place);
    dictionary[2 * index + 1] = end;
  }
}

function writeHead(words: Uint32Array, head: Head): void {
  const { dimensions, slots, terms, postings, sets, setsBytes, tablesCrc, highCrc } = head;
  words.set([magic, version, dimensions, slots, terms, postings, sets, setsBytes, tablesCrc, highCrc]);
  words[headWords - 1] = crc32(new Uint8Array(words.buffer, words.byteOffset, 4 * (headWords - 1)));
}

/** Returns the header, or undefined if the bytes are not an image of this version. */
export function headOf(bytes: Uint8Array<ArrayBuffer>): Head | undefined {
  if (bytes.length < 4 * headWords) return undefined;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, headWords);
  if (words[0] !== magic || words[1] !== version) return undefined;
  if (words[headWords - 1] !== crc32(bytes.subarray(0, 4 * (headWords - 1)))) return undefined;
  const [, , dimensions, slots, terms, postings, sets, setsBytes, tablesCrc, highCrc] = words as unknown as number[];
  return { dimensions, slots, terms, postings, sets, setsBytes, tablesCrc, highCrc } as Head;
}

export function setsIn(text: string): SetPart[] {
  const sets = JSON.parse(text) as [string, number, number, number][];
  return sets.map(([setId, from, chunks, words]) => ({ setId, from, chunks, words }));
}

/** Returns the ids of the sets in an image's file. Throws if the file is missing or broken. */
export async function readSetIds(path: string): Promise<string[]> {
  const file = await open(path);
  try {
    const read = async (at: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
      const bytes = new Uint8Array(length);
      await file.read(bytes, 0, length, at);
      return bytes;
    };
    const head = headOf(await read(0, 4 * headWords));
    if (head === undefined) throw new Error(`${path} is not a file of codes of this version`);
    const text = Buffer.from(await read(sectionsOf(head).sets, head.setsBytes)).toString();
    return setsIn(text).map(({ setId }) => setId);
  } finally {
    await file.close();
  }
}
