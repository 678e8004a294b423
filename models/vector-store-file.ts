import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { sqlForUpdate } from './connection.ts';
import { changeIn, rowsIn } from './statements.ts';

type Resource = components['schemas']['VectorStoreFile'];

export type VectorStoreFileRow = InferAttributes<VectorStoreFile>;
/** The fields of an attachment whose row is locked. */
export type HeldMember = Pick<VectorStoreFileRow, 'attachmentId' | 'id' | 'batchId' | 'attributes'>;
export type FileStatus = Resource['status'];
export type FileErrorCode = NonNullable<Resource['last_error']>['code'];

/**
 * An attachment of a file to a vector store. Attaching the file again creates another attachment, which replaces this
 * one in the store.
 */
export class VectorStoreFile extends Model<InferAttributes<VectorStoreFile>, InferCreationAttributes<VectorStoreFile>> {
  declare attachmentId: string;
  /** The file's id, which is the sort key of lists. */
  declare id: string;
  declare vectorStoreId: string;
  /**
   * The store that lists the attachment; null: the file was attached again, and only the batch lists this attachment.
   */
  declare currentIn: string | null;
  declare batchId: string | null;
  declare status: FileStatus;
  declare lastErrorCode: FileErrorCode | null;
  declare lastErrorMessage: string | null;
  /** JSON text. */
  declare attributes: string;
  declare maxChunkSizeTokens: number;
  declare chunkOverlapTokens: number;
  /** The storage that its chunks use in the store. */
  declare bytes: number;
  declare createdAt: number;

  /** Returns the store of the attachment. */
  static async storeOf(attachmentId: string, transaction: Transaction): Promise<string | undefined> {
    const sql = 'SELECT vector_store_id AS storeId FROM vector_store_files WHERE attachment_id = ?';
    const [row] = await rowsIn<{ storeId: string }>(transaction, sql, [attachmentId]);
    return row?.storeId;
  }

  /**
   * Locks the attachment's row until the end of the transaction. Returns undefined if the attachment is not in
   * progress.
   */
  static async lockInProgress(attachmentId: string, transaction: Transaction): Promise<HeldMember | undefined> {
    const [row] = await rowsIn<HeldMember>(
      transaction,
      `SELECT attachment_id AS attachmentId, file_id AS id, batch_id AS batchId, attributes FROM vector_store_files WHERE attachment_id = ? AND status = 'in_progress'${sqlForUpdate()}`,
      [attachmentId],
    );
    return row;
  }

  /** Sets the final state of the attachment, whose row is locked. */
  static async end(
    { attachmentId }: HeldMember,
    {
      status,
      bytes,
      error,
    }: { status: FileStatus; bytes: number; error: { code: FileErrorCode; message: string } | null },
    transaction: Transaction,
  ): Promise<void> {
    await changeIn(
      transaction,
      'UPDATE vector_store_files SET status = ?, bytes = ?, last_error_code = ?, last_error_message = ? WHERE attachment_id = ?',
      [status, bytes, error?.code ?? null, error?.message ?? null, attachmentId],
    );
  }

  static toResource(row: VectorStoreFileRow): Resource {
    return {
      id: row.id,
      object: 'vector_store.file',
      usage_bytes: row.bytes,
      created_at: row.createdAt,
      vector_store_id: row.vectorStoreId,
      status: row.status,
      last_error: row.lastErrorCode === null ? null : { code: row.lastErrorCode, message: row.lastErrorMessage ?? '' },
      chunking_strategy: {
        type: 'static',
        static: { chunk_overlap_tokens: row.chunkOverlapTokens, max_chunk_size_tokens: row.maxChunkSizeTokens },
      },
      attributes: row.attributes === '{}' ? {} : JSON.parse(row.attributes),
    };
  }
}

export function defineVectorStoreFile(sequelize: Sequelize): void {
  VectorStoreFile.init(
    {
      attachmentId: { type: DataTypes.STRING, primaryKey: true },
      id: { type: DataTypes.STRING, field: 'file_id' },
      vectorStoreId: DataTypes.STRING,
      currentIn: DataTypes.STRING,
      batchId: DataTypes.STRING,
      status: DataTypes.STRING,
      lastErrorCode: DataTypes.STRING,
      lastErrorMessage: DataTypes.TEXT,
      attributes: DataTypes.TEXT,
      maxChunkSizeTokens: DataTypes.BIGINT,
      chunkOverlapTokens: DataTypes.BIGINT,
      bytes: DataTypes.BIGINT,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'vector_store_files' },
  );
}
