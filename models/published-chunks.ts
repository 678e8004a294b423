// The chunks that searches see, read by set for backup and verification.

import type { Transaction } from 'sequelize';
import type { ChunkRow, ChunkVectorRow } from './chunk.ts';
import { select } from './connection.ts';
import { rowsIn } from './statements.ts';

/** A file of a vector store with the set of its chunks. */
export interface PublishedFile {
  collectionId: string;
  fileId: string;
  setId: string;
  chunks: number;
}

const filesPerRead = 500;
const setsPerRead = 100;

/** Yields the files of all collections, `filesPerRead` at a time. */
export async function* publishedFiles(tx: Transaction | null): AsyncGenerator<PublishedFile[]> {
  let last: PublishedFile | undefined;
  for (;;) {
    const after = last === undefined ? '' : ' AND (collection_id > ? OR (collection_id = ? AND file_id > ?))';
    const rows = await rowsIn<PublishedFile>(
      tx,
      `SELECT collection_id AS collectionId, file_id AS fileId, set_id AS setId, chunks FROM collection_files WHERE set_id IS NOT NULL${after} ORDER BY collection_id, file_id LIMIT ${filesPerRead}`,
      last === undefined ? [] : [last.collectionId, last.collectionId, last.fileId],
    );
    if (rows.length > 0) yield rows.map((row) => ({ ...row, chunks: Number(row.chunks) }));
    if (rows.length < filesPerRead) return;
    last = rows.at(-1);
  }
}

/** Returns the number of chunks in the relational database for each of the sets. A set without chunks is missing. */
export async function relationalCounts(setIds: string[], tx: Transaction | null = null): Promise<Map<string, number>> {
  if (setIds.length === 0) return new Map();
  const rows = await rowsIn<{ id: string; count: number }>(
    tx,
    `SELECT set_id AS id, COUNT(*) AS count FROM chunk_vectors WHERE set_id IN (${setIds.map(() => '?').join(', ')}) GROUP BY set_id`,
    setIds,
  );
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** Returns the ids of up to `setsPerRead` sets whose chunks are in the relational database. */
export async function setsWithChunks(): Promise<string[]> {
  const sql = `SELECT DISTINCT set_id AS id FROM chunks ORDER BY set_id LIMIT ${setsPerRead}`;
  return (await select<{ id: string }>(sql, [])).map(({ id }) => id);
}

/** Returns the chunks of a set at these positions. */
export function relationalChunks(setId: string, from: number, to: number): Promise<(ChunkRow & ChunkVectorRow)[]> {
  return select<ChunkRow & ChunkVectorRow>(
    'SELECT c.set_id AS setId, c.position, c.text, c.tokens, v.vector, v.terms FROM chunks c JOIN chunk_vectors v ON v.set_id = c.set_id AND v.position = c.position WHERE c.set_id = ? AND c.position >= ? AND c.position < ? ORDER BY c.position',
    [setId, from, to],
  );
}
