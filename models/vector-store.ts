import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { sqlForUpdate } from './connection.ts';
import { type EndedFiles, endedColumns, fileCounts } from './file-batch.ts';
import { changeIn, rowsIn } from './statements.ts';
import { blob, integer, nullable, primaryKey, type RowOf, table, text, withDefault } from './table.ts';

type Resource = components['schemas']['VectorStore'];

export type VectorStoreRow = RowOf<VectorStore>;

/** The fields of a store whose row is locked. */
export type HeldStore = Pick<VectorStoreRow, 'id' | 'projectId'>;

/** A searchable collection of file chunks that belongs to one project. */
export class VectorStore extends table(
  'vector_stores',
  {
    id: primaryKey(text()),
    projectId: text(),
    name: text(),
    /** The SHA-256 of the name in NFC, unique within the project; null for the empty name, which may repeat. */
    nameDigest: nullable(blob()),
    /** JSON text. */
    metadata: text(),
    chunkingType: text<Resource['chunking_strategy']['type']>(),
    maxChunkSizeTokens: integer(),
    chunkOverlapTokens: integer(),
    imageProcessingMode: text<'ignore' | 'description'>(),
    expiresAfterDays: integer(),
    lastActiveAt: integer(),
    expiresAt: integer(),
    bytes: integer(),
    filesInProgress: withDefault(integer(), 0),
    filesCompleted: withDefault(integer(), 0),
    filesFailed: withDefault(integer(), 0),
    filesCancelled: withDefault(integer(), 0),
    /** The time when the collection of the expired store was removed. */
    emptiedAt: withDefault(nullable(integer()), null),
    /** The model that embeds the chunks and the queries. */
    embeddingModel: text(),
    /** 0: unknown before the first vector. */
    embeddingDimensions: integer(),
    createdAt: integer(),
  },
  { searched: ['name', 'id'], auditName: ['vector-store', 'name'] },
) {
  /** Locks the store's row until the end of the transaction. */
  static async hold(id: string, tx: Transaction): Promise<HeldStore | undefined> {
    const sql = `SELECT id, project_id AS projectId FROM vector_stores WHERE id = ?${sqlForUpdate()}`;
    const [store] = await rowsIn<HeldStore>(tx, sql, [id]);
    return store;
  }

  /**
   * Moves a file from "in progress" to a finished count, adds its bytes, and stores the dimensions if they are known.
   */
  static async countEnded(
    { id }: HeldStore,
    counter: EndedFiles,
    { bytes, dimensions }: { bytes: number; dimensions: number | undefined },
    tx: Transaction,
  ): Promise<void> {
    const column = endedColumns[counter];
    const known = dimensions === undefined ? '' : ', embedding_dimensions = ?';
    await changeIn(
      tx,
      `UPDATE vector_stores SET files_in_progress = files_in_progress - 1, ${column} = ${column} + 1, bytes = bytes + ?${known} WHERE id = ?`,
      [bytes, ...(dimensions === undefined ? [] : [dimensions]), id],
    );
  }

  /** @param now Unix seconds, to decide whether the store has expired. */
  static toResource(
    row: VectorStoreRow,
    now: number,
    more: Pick<Resource, 'warning' | 'engine' | 'chunks'> = {},
  ): Resource {
    return {
      id: row.id,
      object: 'vector_store',
      created_at: row.createdAt,
      project_id: row.projectId,
      name: row.name,
      status: row.expiresAt <= now ? 'expired' : row.filesInProgress > 0 ? 'in_progress' : 'completed',
      file_counts: fileCounts(row),
      bytes: row.bytes,
      usage_bytes: row.bytes,
      expires_after: { anchor: 'last_active_at', days: row.expiresAfterDays },
      expires_at: row.expiresAt,
      last_active_at: row.lastActiveAt,
      metadata: row.metadata === '{}' ? {} : JSON.parse(row.metadata),
      chunking_strategy: {
        type: row.chunkingType,
        static: { chunk_overlap_tokens: row.chunkOverlapTokens, max_chunk_size_tokens: row.maxChunkSizeTokens },
      },
      ...more,
    };
  }
}
