// Finds and reads the directory of a ZIP archive (APPNOTE.TXT 6.3.10, sections 4.3.12 to 4.3.16).

import { isUtf8 as isValidUtf8 } from 'node:buffer';
import { invalid } from '../problem.ts';
import { bytesOf, type Content } from './source.ts';

const maxEntries = 20_000;
const maxDirectoryBytes = 32 * 1024 ** 2;
/** How far from the end of the file the end of the directory is looked for: behind it are a comment and foreign bytes. */
const tailBytes = 1024 ** 2;

const endSignature = Buffer.from('PK\x05\x06', 'latin1');
const endBytes = 22;
const end64Signature = Buffer.from('PK\x06\x06', 'latin1');
const entrySignature = 0x02014b50;
const entryBytes = 46;
const encryptedFlag = 1;
/** The sizes stand behind the packed bytes. */
const descriptorFlag = 8;
const utf8Flag = 0x800;
const unset = 0xffffffff;

export interface Entry {
  /** The offset of the header in front of the packed bytes. */
  start: number;
  packedBytes: number;
  /** The unpacked bytes; 0 if the directory does not say it. */
  bytes: number;
  /** 0 is stored, 8 is deflated. */
  method: number;
  isEncrypted: boolean;
}

/** Where the directory is by the record at its end, which may count from the beginning of the archive or of the file. */
interface End {
  /** The offset of the end record in the file. */
  at: number;
  directoryBytes: number;
  directoryStart: number;
}

/** Returns the entries by their names. Throws a FileProblem if the file has no directory. */
export async function readDirectory(content: Content): Promise<Map<string, Entry>> {
  const tailStart = Math.max(0, content.size - tailBytes);
  const tail = await bytesOf(content, tailStart);
  // A comment, or what stands behind the archive, can hold the signature too.
  for (let at = tail.lastIndexOf(endSignature); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(endSignature, at - 1)) {
    const end = endOf(tail, at, tailStart);
    const entries = end === undefined ? undefined : await entriesBefore(content, end);
    if (entries !== undefined) return entries;
  }
  throw invalid('The file is a broken ZIP.');
}

function endOf(tail: Buffer, at: number, tailStart: number): End | undefined {
  if (at + endBytes > tail.length) return undefined;
  const end = {
    at: tailStart + at,
    directoryBytes: tail.readUInt32LE(at + 12),
    directoryStart: tail.readUInt32LE(at + 16),
  };
  const at64 = tail.lastIndexOf(end64Signature, at);
  if (at64 < 0 || at - at64 < 56 || ![end.directoryBytes, end.directoryStart].includes(unset)) return end;
  return {
    at: tailStart + at64,
    directoryBytes: Number(tail.readBigUInt64LE(at64 + 40)),
    directoryStart: Number(tail.readBigUInt64LE(at64 + 48)),
  };
}

async function entriesBefore(content: Content, end: End): Promise<Map<string, Entry> | undefined> {
  for (const start of [end.at - end.directoryBytes, end.directoryStart]) {
    if (start < 0 || start > end.at) continue;
    if (end.at - start > maxDirectoryBytes) throw tooLarge();
    const directory = await bytesOf(content, start, end.at);
    const entries = entriesOf(directory, start - end.directoryStart, start);
    if (entries.size > 0) return entries;
  }
  return undefined;
}

/**
 * Returns the entries, as many as there are: the count in the end record has 16 bits, and some programs count wrongly.
 * @param shift the bytes before the archive, which the offsets of the entries leave out.
 */
function entriesOf(directory: Buffer, shift: number, directoryStart: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  let at = 0;
  while (at + entryBytes <= directory.length && directory.readUInt32LE(at) === entrySignature) {
    if (entries.size === maxEntries) throw tooLarge();
    const nameEnd = at + entryBytes + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const flags = directory.readUInt16LE(at + 8);
    const name = nameOf(directory.subarray(at + entryBytes, nameEnd), (flags & utf8Flag) !== 0);
    const method = directory.readUInt16LE(at + 10);
    const [bytes, packedBytes, offset] = sizesOf(
      directory.subarray(at, at + entryBytes),
      directory.subarray(nameEnd, extraEnd),
    );
    const start = offset + shift;
    // Deflated bytes show their own end.
    const isUnknown = packedBytes === 0 && (flags & descriptorFlag) !== 0 && method !== 0;
    entries.set(name, {
      start,
      packedBytes: isUnknown ? Math.max(0, directoryStart - start) : packedBytes,
      bytes,
      method,
      isEncrypted: (flags & encryptedFlag) !== 0,
    });
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Returns the unpacked and the packed bytes, and the offset. Values above 32 bits are in an extra field (section 4.5.3). */
function sizesOf(entry: Buffer, extra: Buffer): [bytes: number, packedBytes: number, offset: number] {
  let wide = wideFields(extra);
  const [packedBytes = 0, bytes = 0, offset = 0] = [20, 24, 42].map((at) => entry.readUInt32LE(at));
  const widened = [bytes, packedBytes, offset].map((value) => {
    if (value !== unset || wide.length < 8) return value;
    const number = Number(wide.readBigUInt64LE());
    wide = wide.subarray(8);
    return number;
  });
  return widened as [number, number, number];
}

function wideFields(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  return Buffer.alloc(0);
}

/** Some programs write backslashes, or begin at the root. Names never become paths. */
function nameOf(bytes: Buffer, isUtf8: boolean): string {
  const name = bytes.toString(isUtf8 || isValidUtf8(bytes) ? 'utf8' : 'latin1');
  return name.replaceAll('\\', '/').replace(/^\/+/, '');
}

function tooLarge(): Error {
  return invalid(`The document has more than ${maxEntries} parts.`);
}
