// What searching reads of the database, for a thread of its own: plain statements over a reader, without Sequelize.

import type { Reader, SqlValue } from './reader.ts';

/** A file of a collection as a search sees it. */
export interface FileChange {
  fileId: string;
  /** Null: removed. */
  setId: string | null;
  chunks: number;
  /** A JSON text. */
  attributes: string;
  revision: number;
}

export interface Changes {
  collectionId: string;
  dimensions: number;
  /** Traces of removed files are gone up to this revision. */
  sweptRevision: number;
  /** In the order of their revisions. */
  files: FileChange[];
  /** There may be more after these. */
  more: boolean;
}

interface ChangeRow extends Omit<Changes, 'files' | 'more'>, Omit<FileChange, 'fileId'> {
  fileId: string | null;
}

const filesPerRead = 5000;

/** What changed in a store's collection since a revision; undefined where the store has no collection. */
export async function changesSince(reader: Reader, storeId: string, revision: number): Promise<Changes | undefined> {
  // One statement, and so one moment: what it shows was all committed, and nothing before it is missing.
  const rows = await reader.select<ChangeRow>(
    'SELECT c.id AS collectionId, c.dimensions AS dimensions, c.swept_revision AS sweptRevision, ' +
      'f.file_id AS fileId, f.set_id AS setId, f.chunks AS chunks, f.attributes AS attributes, f.revision AS revision ' +
      'FROM collections c LEFT JOIN collection_files f ON f.collection_id = c.id AND f.revision > ? ' +
      `WHERE c.store_id = ? ORDER BY f.revision LIMIT ${filesPerRead}`,
    [revision, storeId],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const { collectionId, dimensions, sweptRevision } = first;
  const files = first.fileId === null ? [] : (rows as FileChange[]);
  return { collectionId, dimensions, sweptRevision, files, more: rows.length === filesPerRead };
}

export interface VectorRow {
  setId: string;
  position: number;
  vector: Uint8Array;
  terms: Uint8Array;
}

/** The vectors and terms of whole sets, in the order of sets and positions. */
export function vectorsOf(reader: Reader, setIds: string[]): Promise<VectorRow[]> {
  const padded = padList(setIds);
  return reader.select(
    'SELECT set_id AS setId, position, vector, terms FROM chunk_vectors ' +
      `WHERE set_id IN (${padded.map(() => '?').join(', ')}) ORDER BY set_id, position`,
    padded,
  );
}

/** The vectors and terms of a part of one set. */
export function someVectorsOf(reader: Reader, setId: string, from: number, count: number): Promise<VectorRow[]> {
  return reader.select(
    'SELECT set_id AS setId, position, vector, terms FROM chunk_vectors ' +
      'WHERE set_id = ? AND position >= ? AND position < ? ORDER BY position',
    [setId, from, from + count],
  );
}

export interface ChunkKey {
  setId: string;
  position: number;
}

export interface TextRow extends ChunkKey {
  text: string;
  vector: Uint8Array;
}

/** The texts and vectors of single chunks, in no order. Those that are gone are left out. */
export function textsOf(reader: Reader, keys: ChunkKey[]): Promise<TextRow[]> {
  if (keys.length === 0) return Promise.resolve([]);
  const padded = padList(keys);
  return reader.select(
    'SELECT c.set_id AS setId, c.position AS position, c.text AS text, v.vector AS vector FROM chunks c ' +
      'JOIN chunk_vectors v ON v.set_id = c.set_id AND v.position = c.position ' +
      `WHERE ${padded.map(() => '(c.set_id = ? AND c.position = ?)').join(' OR ')}`,
    padded.flatMap(({ setId, position }): SqlValue[] => [setId, position]),
  );
}

/** The list with its last item repeated up to a power of two, so that few statements are ever prepared. */
function padList<Item>(list: Item[]): Item[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(list.length, 1)));
  return Array.from({ length }, (_, index) => list[Math.min(index, list.length - 1)] as Item);
}
