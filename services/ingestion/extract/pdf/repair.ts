// Repairs a PDF whose end is missing. The end has the table of the objects and the name of the first one; without it, the
// objects are looked for in the file itself. Those that are packed into object streams are unpacked behind it, because
// readers find only those that stand open.

import { inflateSync } from 'node:zlib';

const maxUnpackedBytes = 64 * 1024 ** 2;
const maxDictionaryBytes = 4096;
/** The number and generation of an object stand at most so many bytes before its keyword. */
const maxNumberBytes = 24;

/** Returns the file with a new end, or undefined if it has no catalog, which is a PDF's first object. */
export function repaired(file: Buffer): Buffer | undefined {
  const open = new Set<string>();
  const unpacked: { number: string; text: string }[] = [];
  let bytes = 0;
  let root: string | undefined;
  let last = 0;
  let isLastBroken = false;
  for (const { number, at } of objectsOf(file)) {
    open.add(number);
    const rest = file.toString('latin1', at, at + maxDictionaryBytes);
    const [dictionary = ''] = rest.split(/\bstream\b|\bendobj\b/, 1);
    if (isCatalog(dictionary)) root = number;
    last = at - ' obj'.length;
    isLastBroken = /\/XRef\b/.test(dictionary) || dictionary === rest;
    if (!/\/Type\s*\/ObjStm\b/.test(dictionary) || bytes > maxUnpackedBytes) continue;
    const content = unpack(file, at, maxUnpackedBytes - bytes);
    bytes += content.length;
    for (const object of objectsIn(content, dictionary)) {
      if (isCatalog(object.text)) root = object.number;
      unpacked.push(object);
    }
  }
  if (root === undefined) return undefined;
  // A last object without an end, or the rest of a broken table, would swallow what follows.
  const table = file.indexOf('trailer', last);
  const kept = isLastBroken ? last : table >= 0 ? table : file.length;
  // An object that also stands open is newer.
  const packed = unpacked
    .filter(({ number }) => !open.has(number))
    .map(({ number, text }) => `${number} 0 obj\n${text}\nendobj\n`);
  const end = `\nendstream\nendobj\n${packed.join('')}trailer\n<< /Root ${root} 0 R >>\nstartxref\n0\n%%EOF\n`;
  return Buffer.concat([file.subarray(0, kept), Buffer.from(end, 'latin1')]);
}

function isCatalog(dictionary: string): boolean {
  return /\/Type\s*\/Catalog\b/.test(dictionary);
}

/** Yields the number of each object, and the place behind its keyword. */
function* objectsOf(file: Buffer): Generator<{ number: string; at: number }> {
  for (let at = file.indexOf(' obj'); at >= 0; at = file.indexOf(' obj', at + 1)) {
    const before = file.toString('latin1', Math.max(0, at - maxNumberBytes), at);
    const number = /(?:^|\D)(\d+)\s+\d+$/.exec(before)?.[1];
    if (number !== undefined) yield { number, at: at + ' obj'.length };
  }
}

/** Returns the unpacked content of a stream; '' if it is broken or packed in another way. */
function unpack(file: Buffer, at: number, maxBytes: number): string {
  const keyword = file.indexOf('stream', at);
  const begin = keyword + 'stream'.length + (file[keyword + 'stream'.length] === 0x0d ? 2 : 1);
  const end = file.indexOf('endstream', begin);
  try {
    return inflateSync(file.subarray(begin, end < 0 ? undefined : end), { maxOutputLength: maxBytes }).toString(
      'latin1',
    );
  } catch {
    return '';
  }
}

/** Yields the objects of an object stream: pairs of numbers and places, and then the objects (ISO 32000-1, section 7.5.7). */
function* objectsIn(content: string, dictionary: string): Generator<{ number: string; text: string }> {
  const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? 0);
  const pairs = content.slice(0, first).trim().split(/\s+/);
  for (let pair = 0; pair + 1 < pairs.length; pair += 2) {
    const from = first + Number(pairs[pair + 1]);
    const to = first + Number(pairs[pair + 3] ?? content.length);
    yield { number: pairs[pair] ?? '', text: content.slice(from, to) };
  }
}
