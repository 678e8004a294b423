// The queries of a search, for a thread: plain statements over a reader, without Sequelize.

import type { Reader, SqlValue } from './reader.ts';

/** A file of a collection, as searches use it. */
export interface FileChange {
  fileId: string;
  /** Null: the file was removed. */
  setId: string | null;
  chunks: number;
  /** JSON text. */
  attributes: string;
  revision: number;
}

export interface Changes {
  collectionId: string;
  dimensions: number;
  /** The engine that has the chunks; null: not recorded yet. */
  engine: string | null;
  /** The revision of the last change. Some changes leave no row of a file. */
  currentRevision: number;
  /** Rows of removed files up to this revision have been deleted. */
  sweptRevision: number;
  /** Ordered by revision. */
  files: FileChange[];
  /** True if more changes may follow. */
  more: boolean;
}

interface ChangeRow extends Omit<Changes, 'files' | 'more'>, Omit<FileChange, 'fileId'> {
  fileId: string | null;
}

const filesPerRead = 5000;

/** Returns the changes of a store's collection since a revision, or undefined if the store has no collection. */
export async function changesSince(reader: Reader, storeId: string, revision: number): Promise<Changes | undefined> {
  // A single statement reads one snapshot: it shows committed rows only, and misses no earlier change.
  const rows = await reader.select<ChangeRow>(
    'SELECT c.id AS collectionId, c.dimensions AS dimensions, c.revision AS currentRevision, ' +
      'c.engine AS engine, c.swept_revision AS sweptRevision, ' +
      'f.file_id AS fileId, f.set_id AS setId, f.chunks AS chunks, f.attributes AS attributes, f.revision AS revision ' +
      'FROM collections c LEFT JOIN collection_files f ON f.collection_id = c.id AND f.revision > ? ' +
      `WHERE c.store_id = ? ORDER BY f.revision LIMIT ${filesPerRead}`,
    [revision, storeId],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const { collectionId, dimensions, engine, sweptRevision } = first;
  const currentRevision = Number(first.currentRevision);
  const files = first.fileId === null ? [] : (rows as FileChange[]);
  return {
    collectionId,
    dimensions,
    engine,
    currentRevision,
    sweptRevision,
    files,
    more: rows.length === filesPerRead,
  };
}

/** The size of a store's collection at a revision. 0: it has no chunks. */
export interface CollectionSize {
  collectionId: string;
  revision: number;
  chunks: number;
  dimensions: number;
}

/** Returns how many searchable chunks a store has, and the dimensions of their vectors. */
export async function sizeOf(reader: Reader, storeId: string): Promise<CollectionSize> {
  const [row] = await reader.select<CollectionSize>(
    'SELECT MAX(c.id) AS collectionId, MAX(c.revision) AS revision, MAX(c.dimensions) AS dimensions, ' +
      'SUM(f.chunks + 0.0) AS chunks FROM collections c JOIN collection_files f ON f.collection_id = c.id WHERE c.store_id = ?',
    [storeId],
  );
  const { collectionId, revision, chunks, dimensions } = row ?? {};
  const numbers = { revision: Number(revision ?? 0), chunks: Number(chunks ?? 0), dimensions: Number(dimensions ?? 0) };
  return { collectionId: collectionId ?? '', ...numbers };
}

export interface VectorRow {
  setId: string;
  position: number;
  vector: Uint8Array;
  terms: Uint8Array;
}

/** Returns the vectors and terms of whole sets, ordered by set and position. */
export function vectorsOf(reader: Reader, setIds: string[]): Promise<VectorRow[]> {
  const padded = padList(setIds);
  return reader.select(
    'SELECT set_id AS setId, position, vector, terms FROM chunk_vectors ' +
      `WHERE set_id IN (${padded.map(() => '?').join(', ')}) ORDER BY set_id, position`,
    padded,
  );
}

/** Returns the vectors and terms of a part of one set. */
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

/** Returns the texts and vectors of single chunks, unordered. Deleted chunks are missing. */
export function textsOf(reader: Reader, keys: ChunkKey[]): Promise<TextRow[]> {
  if (keys.length === 0) return Promise.resolve([]);
  const { sql, values } = textsStatement(keys);
  return reader.select(sql, values);
}

/**
 * Returns what `textsOf` does, or undefined if the store's collection is another one or in another engine, or has changed
 * since the revision. One statement reads both, because on a database server a round trip takes longer than a search in
 * memory.
 */
export async function textsIfUnchanged(
  reader: Reader,
  storeId: string,
  { id, revision, engine }: { id: string; revision: number; engine: string },
  keys: ChunkKey[],
): Promise<TextRow[] | undefined> {
  const texts = keys.length === 0 ? { sql: '', values: [] } : textsStatement(keys);
  const collection =
    'SELECT id AS setId, revision AS position, engine AS text, NULL AS vector FROM collections WHERE store_id = ?';
  const rows = await reader.select<Omit<TextRow, 'vector'> & { vector: Uint8Array | null }>(
    texts.sql === '' ? collection : `${collection} UNION ALL ${texts.sql}`,
    [storeId, ...texts.values],
  );
  const found = rows.find(({ vector }) => vector === null);
  if (found?.setId !== id || Number(found.position) !== revision || found.text !== engine) return undefined;
  return rows.filter((row): row is TextRow => row.vector !== null);
}

function textsStatement(keys: ChunkKey[]): { sql: string; values: SqlValue[] } {
  const padded = padList(keys);
  const sql =
    'SELECT c.set_id AS setId, c.position AS position, c.text AS text, v.vector AS vector FROM chunks c ' +
    'JOIN chunk_vectors v ON v.set_id = c.set_id AND v.position = c.position ' +
    `WHERE (c.set_id, c.position) IN (${padded.map(() => '(?, ?)').join(', ')})`;
  return { sql, values: padded.flatMap(({ setId, position }): SqlValue[] => [setId, position]) };
}

/** Returns how many of the different sets are published. */
export async function publishedAmong(reader: Reader, setIds: string[]): Promise<number> {
  if (setIds.length === 0) return 0;
  const padded = padList(setIds);
  const [row] = await reader.select<{ sets: number | string }>(
    `SELECT COUNT(*) AS sets FROM chunk_sets WHERE state = 'published' AND id IN (${padded.map(() => '?').join(', ')})`,
    padded,
  );
  return Number(row?.sets);
}

/** Returns the list padded to a power of two with its last item, so that few different statements are prepared. */
function padList<Item>(list: Item[]): Item[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(list.length, 1)));
  return Array.from({ length }, (_, index) => list[Math.min(index, list.length - 1)] as Item);
}
