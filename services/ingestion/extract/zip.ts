// Reads the parts of an office document, which is a ZIP of XML files. Only requested parts are decompressed, up to a
// total limit. Reading stops if a part decompresses to more than it declares (yauzl checks it) or declares too much.

import type { Readable } from 'node:stream';
import { type Entry, open, type ZipFile } from 'yauzl';
import { invalid } from '../problem.ts';

const maxEntries = 20_000;
const maxInflatedBytes = 256 * 1024 ** 2;

/** An open office document. */
export interface Package {
  names: string[];
  /** Yields the bytes of a part. Throws a FileProblem if the part is missing or the document exceeds the size limit. */
  part(name: string): AsyncIterable<Buffer>;
  close(): void;
}

/** Opens a document. Throws a FileProblem if the file is not a ZIP. */
export async function openPackage(path: string): Promise<Package> {
  const zip = await openZip(path);
  const entries = await listEntries(zip);
  let inflated = 0;
  return {
    names: [...entries.keys()],
    async *part(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw invalid(`The part ${name} of the document is missing.`);
      if (entry.isEncrypted()) throw invalid('The document has a password.');
      for await (const bytes of await openEntry(zip, entry)) {
        inflated += (bytes as Buffer).length;
        if (inflated > maxInflatedBytes) throw tooLarge();
        yield bytes as Buffer;
      }
    },
    close: () => zip.close(),
  };
}

function openZip(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, zip) => {
      if (error) reject(invalid('The file is a broken ZIP.', error));
      else resolve(zip);
    });
  });
}

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('error', (error) => reject(invalid('The file is a broken ZIP.', error)));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      if (entries.size === maxEntries) return reject(tooLarge());
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

async function* openEntry(zip: ZipFile, entry: Entry): AsyncIterable<Buffer> {
  try {
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, content) => (error ? reject(error) : resolve(content)));
    });
    yield* stream;
  } catch (error) {
    throw invalid(`The part ${entry.fileName} of the document is broken.`, error);
  }
}

function tooLarge(): Error {
  return invalid(`The document is larger than ${maxInflatedBytes / 1024 ** 2} MiB when it is unpacked.`);
}
