// The chunks of a collection. Texts and vectors are rows of two tables with the same key, because they are read
// separately.

import { Op } from 'sequelize';
import { select } from './connection.ts';
import { insertSeparately } from './statements.ts';
import { blob, integer, primaryKey, type RowOf, table, text } from './table.ts';

export type ChunkRow = RowOf<Chunk>;
export type ChunkVectorRow = RowOf<ChunkVector>;

/** Rows of one transaction: many enough for speed, few enough not to delay other writers of an embedded database. */
const rowsPerTransaction = 32;

export class Chunk extends table('chunks', {
  setId: primaryKey(text()),
  /** From 0, in the order of the file's text. */
  position: primaryKey(integer()),
  text: text(),
  tokens: integer(),
}) {
  /** Adds chunks with their vectors in several transactions, so a reader may see a part of them. */
  static async add(rows: (ChunkRow & ChunkVectorRow)[]): Promise<void> {
    for (let first = 0; first < rows.length; first += rowsPerTransaction) {
      const some = rows.slice(first, first + rowsPerTransaction);
      await insertSeparately([
        {
          table: 'chunks',
          columns: ['set_id', 'position', 'text', 'tokens'],
          rows: some.map(({ setId, position, text, tokens }) => [setId, position, text, tokens]),
        },
        {
          table: 'chunk_vectors',
          columns: ['set_id', 'position', 'vector', 'terms'],
          rows: some.map(({ setId, position, vector, terms }) => [setId, position, vector, terms]),
        },
      ]);
    }
  }

  /** Returns the texts of a set from a position to before another one, in order. */
  static async texts(setId: string, from: number, to: number): Promise<string[]> {
    const where = { setId, position: { [Op.gte]: from, [Op.lt]: to } };
    const rows = await Chunk.findAll({ attributes: ['text'], where, order: ['position'], raw: true });
    return rows.map(({ text }) => text);
  }

  /** Returns those of the sets that have chunks. */
  static async setsAmong(setIds: string[]): Promise<string[]> {
    if (setIds.length === 0) return [];
    const sql = `SELECT set_id AS id FROM chunks WHERE position = 0 AND set_id IN (${setIds.map(() => '?').join(', ')})`;
    return (await select<{ id: string }>(sql, setIds)).map(({ id }) => id);
  }

  /**
   * Removes up to `limit` chunks of a set, the last ones first. Returns an upper bound of the number of chunks that are
   * left.
   */
  static async removeSome(setId: string, limit: number): Promise<number> {
    const last = await ChunkVector.max<number | null, ChunkVector>('position', { where: { setId } });
    const lastText = await Chunk.max<number | null, Chunk>('position', { where: { setId } });
    const end = Math.max(last ?? -1, lastText ?? -1) + 1;
    const from = Math.max(end - limit, 0);
    await ChunkVector.destroy({ where: { setId, position: { [Op.gte]: from } } });
    await Chunk.destroy({ where: { setId, position: { [Op.gte]: from } } });
    return from;
  }
}

/** The vector and the search terms of a chunk. */
export class ChunkVector extends table('chunk_vectors', {
  setId: primaryKey(text()),
  position: primaryKey(integer()),
  /** 32-bit floats, little-endian. */
  vector: blob(),
  /** See services/vectors/terms.ts. */
  terms: blob(),
}) {}
