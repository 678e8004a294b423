import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { changeIn, rowsIn } from './statements.ts';
import { integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

type Resource = components['schemas']['VectorStoreFileBatch'];

export type FileBatchRow = RowOf<FileBatch>;

/** The columns that count finished files, in stores and batches. */
export const endedColumns = {
  filesCompleted: 'files_completed',
  filesFailed: 'files_failed',
  filesCancelled: 'files_cancelled',
} as const;

export type EndedFiles = keyof typeof endedColumns;

/** Files that were attached to a vector store together. The counts are final after the batch has finished. */
export class FileBatch extends table('file_batches', {
  id: primaryKey(text()),
  vectorStoreId: text(),
  projectId: text(),
  status: text<Resource['status']>(),
  filesInProgress: integer(),
  filesCompleted: integer(),
  filesFailed: integer(),
  filesCancelled: integer(),
  createdAt: integer(),
  finishedAt: nullable(integer()),
}) {
  /**
   * Moves `files` from "in progress" to a finished state, and locks the row. Returns true if no file is in progress any
   * more.
   */
  static async countEnded(id: string, counter: EndedFiles, files: number, tx: Transaction): Promise<boolean> {
    const column = endedColumns[counter];
    const changed = await changeIn(
      tx,
      `UPDATE file_batches SET files_in_progress = files_in_progress - ?, ${column} = ${column} + ? WHERE id = ?`,
      [files, files, id],
    );
    if (changed !== 1) throw new Error(`The batch ${id} does not exist, but has members`);
    const [left] = await rowsIn<{ files: number }>(
      tx,
      'SELECT files_in_progress AS files FROM file_batches WHERE id = ?',
      [id],
    );
    return left?.files === 0;
  }

  static toResource(row: FileBatchRow): Resource {
    return {
      id: row.id,
      object: 'vector_store.file_batch',
      created_at: row.createdAt,
      vector_store_id: row.vectorStoreId,
      project_id: row.projectId,
      status: row.status,
      file_counts: fileCounts(row),
    };
  }
}

/** Returns the file counts of a store or a batch in the form of the API. */
export function fileCounts(
  row: Pick<FileBatchRow, 'filesInProgress' | 'filesCompleted' | 'filesFailed' | 'filesCancelled'>,
): components['schemas']['FileCounts'] {
  const { filesCancelled: cancelled, filesCompleted: completed, filesFailed: failed, filesInProgress } = row;
  return {
    cancelled,
    completed,
    failed,
    in_progress: filesInProgress,
    total: cancelled + completed + failed + filesInProgress,
  };
}
