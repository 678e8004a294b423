// Reads the parts of a document that is a ZIP archive (APPNOTE.TXT 6.3.10). Only requested parts are unpacked, up to a total
// limit.
//
// The directory at the end is found as other readers do it: bytes may stand before the archive and behind it, and the
// count of entries may be wrong. yauzl refuses these files. The sizes are those of the directory, because programs that
// write into a pipe leave them out in front of the parts.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { invalid } from '../problem.ts';
import { bytesOf, type Content } from './source.ts';
import { type Entry, readDirectory } from './zip-directory.ts';

const maxInflatedBytes = 256 * 1024 ** 2;
const localHeader = 0x04034b50;
const localHeaderBytes = 30;

/** An open document. */
export interface Package {
  names: string[];
  /** Returns the name of a part as the document writes it, whatever its case; undefined if the part is missing. */
  find(name: string): string | undefined;
  /** Yields the bytes of a part. Throws a FileProblem if the part is missing or the document exceeds the size limit. */
  part(name: string): AsyncIterable<Buffer>;
}

/** Opens a document. Throws a FileProblem if the file is not a ZIP. */
export async function openPackage(content: Content): Promise<Package> {
  const entries = await readDirectory(content);
  const folded = new Map([...entries.keys()].map((name) => [name.toLowerCase(), name]));
  let inflated = 0;
  /** The bytes of each part that are counted: a part may be read twice. */
  const counted = new Map<string, number>();
  return {
    names: [...entries.keys()],
    find: (name) => (entries.has(name) ? name : folded.get(name.toLowerCase())),
    async *part(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw invalid(`The part ${name} of the document is missing.`);
      if (entry.isEncrypted) throw invalid('The document has a password.');
      let bytesOfPart = 0;
      for await (const bytes of openEntry(content, name, entry)) {
        bytesOfPart += bytes.length;
        const more = Math.max(0, bytesOfPart - (counted.get(name) ?? 0));
        inflated += more;
        counted.set(name, (counted.get(name) ?? 0) + more);
        if (inflated > maxInflatedBytes)
          throw invalid(`The document is larger than ${maxInflatedBytes / 1024 ** 2} MiB when it is unpacked.`);
        if (entry.bytes > 0 && bytesOfPart > entry.bytes) throw broken(name);
        yield bytes;
      }
    },
  };
}

/** Yields the unpacked bytes of an entry. */
async function* openEntry(content: Content, name: string, entry: Entry): AsyncIterable<Buffer> {
  const header = await bytesOf(content, entry.start, Math.min(entry.start + localHeaderBytes, content.size));
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== localHeader) throw broken(name);
  const start = entry.start + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = content.read(start, Math.min(start + entry.packedBytes, content.size));
  if (entry.method === 0) return yield* packed;
  if (entry.method !== 8) throw invalid(`The part ${name} of the document is packed in a way that is not supported.`);
  const inflate = createInflateRaw();
  // The error of the pipeline is the one that the loop throws.
  void pipeline(Readable.from(packed), inflate).catch(() => undefined);
  try {
    for await (const bytes of inflate) yield bytes as Buffer;
  } catch (error) {
    throw broken(name, error);
  }
}

function broken(name: string, cause?: unknown): Error {
  return invalid(`The part ${name} of the document is broken.`, cause);
}
