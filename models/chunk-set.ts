// The chunks of one file from one run of its ingestion. A set is written over a time, outside of any transaction, and seen
// by nobody before it is published; one that nobody has written to for long was left behind by a process that died.

import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  QueryTypes,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { database, sqlNowMs } from './connection.ts';
import { newId } from './ids.ts';
import { changeIn } from './statements.ts';

export type ChunkSetRow = InferAttributes<ChunkSet>;

export class ChunkSet extends Model<InferAttributes<ChunkSet>, InferCreationAttributes<ChunkSet>> {
  declare id: string;
  declare collectionId: string;
  declare fileId: string;
  declare state: 'staged' | 'published' | 'garbage';
  declare touchedAt: number;

  /** A new, empty set. Returns its id. */
  static async add(collectionId: string, fileId: string): Promise<string> {
    const id = newId('chunk-set');
    await database().sequelize.query(
      `INSERT INTO chunk_sets (id, collection_id, file_id, state, touched_at) VALUES ($id, $collectionId, $fileId, 'staged', ${sqlNowMs()})`,
      { bind: { id, collectionId, fileId }, type: QueryTypes.INSERT },
    );
    return id;
  }

  /** Notes that the set is being written to. False: it is no longer there to be written to. */
  static async touch(id: string): Promise<boolean> {
    await ChunkSet.update({ touchedAt: literal(sqlNowMs()) as unknown as number }, { where: { id, state: 'staged' } });
    return (await ChunkSet.count({ where: { id, state: 'staged' } })) === 1;
  }

  /** False: it was swept, or published before. */
  static publish(id: string, inside: Transaction): Promise<boolean> {
    return change(id, 'staged', 'published', inside);
  }

  static async discard(id: string, inside: Transaction): Promise<void> {
    await change(id, 'published', 'garbage', inside);
  }

  /** Sets that nobody will see again: garbage, those left behind while staged, and those of dropped collections. */
  static async garbage(ages: { garbageMs: number; stagedMs: number }, limit: number): Promise<string[]> {
    const rows = await database().sequelize.query<{ id: string }>(
      `SELECT id FROM chunk_sets WHERE state = 'garbage' AND touched_at <= ${sqlNowMs()} - :garbageMs ` +
        `UNION SELECT id FROM chunk_sets WHERE state = 'staged' AND touched_at <= ${sqlNowMs()} - :stagedMs ` +
        `UNION SELECT s.id FROM chunk_sets s LEFT JOIN collections c ON c.id = s.collection_id ` +
        `WHERE c.id IS NULL AND s.touched_at <= ${sqlNowMs()} - :garbageMs LIMIT ${Math.trunc(limit)}`,
      { replacements: ages, type: QueryTypes.SELECT },
    );
    return rows.map(({ id }) => id);
  }
}

async function change(
  id: string,
  from: ChunkSetRow['state'],
  to: ChunkSetRow['state'],
  inside: Transaction,
): Promise<boolean> {
  const changed = await changeIn(
    inside,
    `UPDATE chunk_sets SET state = ?, touched_at = ${sqlNowMs()} WHERE id = ? AND state = ?`,
    [to, id, from],
  );
  return changed === 1;
}

export function defineChunkSet(sequelize: Sequelize): void {
  ChunkSet.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      collectionId: DataTypes.STRING,
      fileId: DataTypes.STRING,
      state: DataTypes.STRING,
      touchedAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'chunk_sets' },
  );
}
