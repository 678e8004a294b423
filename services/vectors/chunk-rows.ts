// Reads the chunks of files from the database for the search cache, some hundreds at a time, so that other searches get
// a turn in between.

import type { Reader } from '../../models/reader.ts';
import { type FileChange, someVectorsOf, textsOf, type VectorRow, vectorsOf } from '../../models/search-rows.ts';
import type { Range } from './collection-cache.ts';
import { keyOf } from './hits.ts';
import { areCurrentTerms, encodeTerms, termsOf } from './terms.ts';

/** The number of chunks that are read at a time. */
export const chunksPerRead = 512;
const filesPerRead = 64;

/** The file was replaced or removed meanwhile. The next read of the changes shows it. */
export class ChunksGoneError extends Error {}

/** Yields the chunks of a part of one file. Throws a ChunksGoneError. */
export async function* rowsIn(reader: Reader, setId: string, { from, to }: Range): AsyncGenerator<VectorRow[]> {
  for (let at = from; at < to; at += chunksPerRead) {
    const count = Math.min(to - at, chunksPerRead);
    yield await complete(reader, await someVectorsOf(reader, setId, at, count), count);
  }
}

/** Yields the chunks of files that have at most `chunksPerRead` each. Throws a ChunksGoneError. */
export async function* rowsOf(reader: Reader, files: FileChange[]): AsyncGenerator<VectorRow[]> {
  for (const batch of batches(files)) {
    const total = batch.reduce((sum, { chunks }) => sum + chunks, 0);
    const setIds = batch.map(({ setId }) => setId as string);
    yield await complete(reader, await vectorsOf(reader, setIds), total);
  }
}

/** Returns rows with current terms: recounts those that an earlier version of svc stored. */
async function complete(reader: Reader, rows: VectorRow[], count: number): Promise<VectorRow[]> {
  if (rows.length !== count) throw new ChunksGoneError('Chunks were swept while they were read');
  const old = rows.filter(({ terms }) => !areCurrentTerms(terms));
  if (old.length === 0) return rows;
  const texts = new Map((await textsOf(reader, old)).map((row) => [keyOf(row), row.text]));
  if (texts.size !== old.length) throw new ChunksGoneError('Chunks were swept while they were read');
  return rows.map((row) => {
    const text = texts.get(keyOf(row));
    return text === undefined ? row : { ...row, terms: encodeTerms(termsOf(text)) };
  });
}

/** Groups small files to read at once. */
function batches(files: FileChange[]): FileChange[][] {
  const found: FileChange[][] = [];
  let chunks = 0;
  for (const file of files) {
    const last = found.at(-1);
    if (last === undefined || last.length === filesPerRead || chunks + file.chunks > chunksPerRead) {
      found.push([file]);
      chunks = file.chunks;
    } else {
      last.push(file);
      chunks += file.chunks;
    }
  }
  return found;
}
