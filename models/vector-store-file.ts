import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { sqlForUpdate } from './connection.ts';
import { changeIn, rowsIn } from './statements.ts';
import { integer, named, nullable, primaryKey, type RowOf, table, text, withDefault } from './table.ts';

type Resource = components['schemas']['VectorStoreFile'];

export type VectorStoreFileRow = RowOf<VectorStoreFile>;
/** The fields of an attachment whose row is locked. */
export type HeldMember = Pick<VectorStoreFileRow, 'attachmentId' | 'id' | 'batchId' | 'attributes'>;
export type FileStatus = Resource['status'];
export type FileErrorCode = NonNullable<Resource['last_error']>['code'];

/**
 * An attachment of a file to a vector store. Attaching the file again creates another attachment, which replaces this
 * one in the store.
 */
export class VectorStoreFile extends table('vector_store_files', {
  attachmentId: primaryKey(text()),
  /** The file's id, which is the sort key of lists. */
  id: named('file_id', text()),
  vectorStoreId: text(),
  /**
   * The store that lists the attachment; null: the file was attached again, and only the batch lists this attachment.
   */
  currentIn: nullable(text()),
  batchId: nullable(text()),
  status: text<FileStatus>(),
  lastErrorCode: nullable(text<FileErrorCode>()),
  lastErrorMessage: nullable(text()),
  /** JSON text. */
  attributes: text(),
  maxChunkSizeTokens: integer(),
  chunkOverlapTokens: integer(),
  /** The storage that its chunks use in the store. */
  bytes: integer(),
  createdAt: integer(),
  /** The versions of the programs that made its chunks; null: made before versions were recorded. */
  readerVersion: withDefault(nullable(integer()), null),
  chunkerVersion: withDefault(nullable(integer()), null),
  /** The state of its last reread; null: none, or it succeeded. */
  rereadStatus: withDefault(nullable(text<'in_progress' | 'failed'>()), null),
  rereadError: withDefault(nullable(text()), null),
  /** The search text of the file, whose name never changes. */
  searchText: text(),
}) {
  static async storeOf(attachmentId: string, tx: Transaction): Promise<string | undefined> {
    const sql = 'SELECT vector_store_id AS storeId FROM vector_store_files WHERE attachment_id = ?';
    const [row] = await rowsIn<{ storeId: string }>(tx, sql, [attachmentId]);
    return row?.storeId;
  }

  /**
   * Locks the attachment's row until the end of the transaction. Returns undefined if the attachment is not in
   * progress.
   */
  static async lockInProgress(attachmentId: string, tx: Transaction): Promise<HeldMember | undefined> {
    const [row] = await rowsIn<HeldMember>(
      tx,
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
      readerVersion,
      chunkerVersion,
    }: {
      status: FileStatus;
      bytes: number;
      error: { code: FileErrorCode; message: string } | null;
      readerVersion: number;
      chunkerVersion: number;
    },
    tx: Transaction,
  ): Promise<void> {
    await changeIn(
      tx,
      'UPDATE vector_store_files SET status = ?, bytes = ?, last_error_code = ?, last_error_message = ?, reader_version = ?, chunker_version = ? WHERE attachment_id = ?',
      [status, bytes, error?.code ?? null, error?.message ?? null, readerVersion, chunkerVersion, attachmentId],
    );
  }

  /**
   * Marks the completed files of a store, whose row is locked, as being read again. Returns the attachments that were not
   * marked before.
   */
  static async beginReread(storeId: string, tx: Transaction): Promise<string[]> {
    const where = "current_in = ? AND status = 'completed' AND (reread_status IS NULL OR reread_status = 'failed')";
    const rows = await rowsIn<{ id: string }>(tx, `SELECT attachment_id AS id FROM vector_store_files WHERE ${where}`, [
      storeId,
    ]);
    await changeIn(
      tx,
      `UPDATE vector_store_files SET reread_status = 'in_progress', reread_error = NULL WHERE ${where}`,
      [storeId],
    );
    return rows.map(({ id }) => id);
  }

  /** Counts the files of a store, or of all stores, by what a reread would do and does to them. */
  static async countRereads(
    storeId: string | undefined,
    { readerVersion, chunkerVersion }: { readerVersion: number; chunkerVersion: number },
    tx?: Transaction,
  ): Promise<{ older_files: number; older_chunks: number; in_progress: number; failed: number }> {
    const isOlder = 'COALESCE(reader_version, 0) < ?';
    const sumOf = (condition: string, name: string): string =>
      `SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END) AS ${name}`;
    const sql =
      `SELECT ${sumOf(isOlder, 'files')}, ${sumOf(`NOT ${isOlder} AND COALESCE(chunker_version, 0) < ?`, 'chunks')}, ` +
      `${sumOf("reread_status = 'in_progress'", 'running')}, ${sumOf("reread_status = 'failed'", 'failed')} ` +
      `FROM vector_store_files WHERE status = 'completed' AND current_in ${storeId === undefined ? 'IS NOT NULL' : '= ?'}`;
    const values = [readerVersion, readerVersion, chunkerVersion, ...(storeId === undefined ? [] : [storeId])];
    const [row] = await rowsIn<Record<string, number | null>>(tx ?? null, sql, values);
    const { files, chunks, running, failed } = row ?? {};
    return {
      older_files: Number(files ?? 0),
      older_chunks: Number(chunks ?? 0),
      in_progress: Number(running ?? 0),
      failed: Number(failed ?? 0),
    };
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
      ...(row.rereadStatus === null ? {} : { reread: { status: row.rereadStatus, error: row.rereadError } }),
    };
  }
}
