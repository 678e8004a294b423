// The chunks that one ingestion run made of a file. The run writes them in several transactions, and searches do not
// see the set before it is published. A staged set without recent writes was left by a process that died. Before chunks
// are written, their bytes are reserved in the project's storage. The set stores the number of bytes so that they can
// be released.

import { QueryTypes, type Transaction } from 'sequelize';
import { database, select, sqlForUpdate, sqlNowMs } from './connection.ts';
import { newId } from './ids.ts';
import { ProjectStorage } from './project-storage.ts';
import { changeIn, rowsIn } from './statements.ts';
import { integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type ChunkSetRow = RowOf<ChunkSet>;

export class ChunkSet extends table('chunk_sets', {
  id: primaryKey(text()),
  /**
   * The project whose storage holds the reservation of a staged set; null: an earlier version wrote the set and
   * reserved nothing.
   */
  projectId: nullable(text()),
  collectionId: text(),
  fileId: text(),
  state: text<'staged' | 'published' | 'garbage'>(),
  touchedAt: integer(),
  /** The bytes reserved in the project's `vector_store_bytes`. After the publication the file's own row counts. */
  bytes: integer(),
  /** The search engine that has the chunks; null: an earlier version wrote the set, and any engine may have them. */
  engine: nullable(text()),
}) {
  /** Creates a set in state `staged`. `bytes` is the reservation for its first chunks. Returns the set's id. */
  static async add(
    owner: { projectId: string; collectionId: string; fileId: string; engine: string },
    bytes: number,
    tx: Transaction,
  ): Promise<string> {
    const id = newId('chunk-set');
    await changeIn(
      tx,
      `INSERT INTO chunk_sets (id, project_id, collection_id, file_id, engine, state, touched_at, bytes) VALUES (?, ?, ?, ?, ?, 'staged', ${sqlNowMs()}, ?)`,
      [id, owner.projectId, owner.collectionId, owner.fileId, owner.engine, bytes],
    );
    return id;
  }

  /**
   * Adds a reservation of more than 0 bytes, for chunks that are about to be written. Returns false if the set is no
   * longer staged.
   */
  static async grow(id: string, bytes: number, tx: Transaction): Promise<boolean> {
    const sql = `UPDATE chunk_sets SET bytes = bytes + ?, touched_at = ${sqlNowMs()} WHERE id = ? AND state = 'staged'`;
    return (await changeIn(tx, sql, [bytes, id])) === 1;
  }

  /**
   * Turns a staged set into garbage and releases its bytes, so that it can no longer be published. Does nothing in
   * other states.
   */
  static async abandon(id: string, tx: Transaction): Promise<void> {
    const sql = `SELECT project_id AS projectId, bytes FROM chunk_sets WHERE id = ? AND state = 'staged'${sqlForUpdate()}`;
    const [set] = await rowsIn<{ projectId: string | null; bytes: number }>(tx, sql, [id]);
    if (set === undefined) return;
    await change(id, 'staged', 'garbage', tx);
    if (set.projectId !== null)
      await ProjectStorage.release(set.projectId, 'vector_store_bytes', Number(set.bytes), tx);
  }

  /** Returns the ids of a file's staged sets. */
  static async stagedOf(collectionId: string, fileId: string): Promise<string[]> {
    const where = { collectionId, fileId, state: 'staged' };
    return (await ChunkSet.findAll({ attributes: ['id'], where, raw: true })).map(({ id }) => id);
  }

  /** Returns the ids of the sets of a collection that have chunks in the relational database. */
  static async withChunksHere(collectionId: string): Promise<string[]> {
    const rows = await select<{ id: string }>(
      'SELECT s.id AS id FROM chunk_sets s WHERE s.collection_id = ? AND EXISTS (SELECT 1 FROM chunks c WHERE c.set_id = s.id)',
      [collectionId],
    );
    return rows.map(({ id }) => id);
  }

  /** Publishes the set. Returns false if it is no longer staged. */
  static publish(id: string, tx: Transaction): Promise<boolean> {
    return change(id, 'staged', 'published', tx);
  }

  static async discard(id: string, tx: Transaction): Promise<void> {
    await change(id, 'published', 'garbage', tx);
  }

  /** Returns true if a server of an earlier version, which records no engine, has published a set. Reads all sets. */
  static async isPublishedByOlder(): Promise<boolean> {
    return (await ChunkSet.findOne({ attributes: ['id'], where: { engine: null, state: 'published' } })) !== null;
  }

  /**
   * Returns up to `limit` sets to delete, with their collections, of an engine or of unknown engines: garbage, abandoned
   * staged sets, and sets of dropped collections.
   */
  static async garbage(
    engine: string | null,
    ages: { garbageMs: number; stagedMs: number },
    limit: number,
  ): Promise<Pick<ChunkSetRow, 'id' | 'collectionId'>[]> {
    const isOfEngine = engine === null ? 's.engine IS NULL' : 's.engine = :engine';
    return database().sequelize.query<Pick<ChunkSetRow, 'id' | 'collectionId'>>(
      `SELECT s.id AS id, s.collection_id AS collectionId FROM chunk_sets s WHERE s.state = 'garbage' AND s.touched_at <= ${sqlNowMs()} - :garbageMs AND ${isOfEngine} ` +
        `UNION SELECT s.id, s.collection_id FROM chunk_sets s WHERE s.state = 'staged' AND s.touched_at <= ${sqlNowMs()} - :stagedMs AND ${isOfEngine} ` +
        `UNION SELECT s.id, s.collection_id FROM chunk_sets s LEFT JOIN collections c ON c.id = s.collection_id ` +
        `WHERE c.id IS NULL AND s.touched_at <= ${sqlNowMs()} - :garbageMs AND ${isOfEngine} LIMIT ${Math.trunc(limit)}`,
      { replacements: { ...ages, engine }, type: QueryTypes.SELECT },
    );
  }
}

async function change(
  id: string,
  from: ChunkSetRow['state'],
  to: ChunkSetRow['state'],
  tx: Transaction,
): Promise<boolean> {
  const changed = await changeIn(
    tx,
    `UPDATE chunk_sets SET state = ?, touched_at = ${sqlNowMs()} WHERE id = ? AND state = ?`,
    [to, id, from],
  );
  return changed === 1;
}
