// Files in vector stores, their batches, and the counts of a store's files by status.

import type { Migration } from '../migration.ts';

export const vectorStoreFiles: Migration = {
  name: '0031-vector-store-files',
  async up({ createTable, addColumn, putIndex }) {
    const counts = {
      files_in_progress: { type: 'integer', default: 0 },
      files_completed: { type: 'integer', default: 0 },
      files_failed: { type: 'integer', default: 0 },
      files_cancelled: { type: 'integer', default: 0 },
    } as const;
    for (const [name, column] of Object.entries(counts)) await addColumn('vector_stores', name, column);
    await addColumn('vector_stores', 'emptied_at', { type: 'integer', null: true });
    await putIndex('vector_stores', 'vector_stores_expiry', ['emptied_at', 'expires_at']);
    await createTable('file_batches', {
      columns: {
        id: { type: 'id' },
        vector_store_id: { type: 'id', references: { table: 'vector_stores', onDelete: 'cascade' } },
        project_id: { type: 'id' },
        status: { type: 'word' },
        ...counts,
        created_at: { type: 'integer' },
        finished_at: { type: 'integer', null: true },
      },
      primaryKey: ['id'],
      indexes: { file_batches_store: ['vector_store_id', 'status'] },
    });
    await createTable('vector_store_files', {
      columns: {
        attachment_id: { type: 'id' },
        file_id: { type: 'id', references: { table: 'files', onDelete: 'cascade' } },
        vector_store_id: { type: 'id', references: { table: 'vector_stores', onDelete: 'cascade' } },
        // The store that lists the file; null after the file was attached again.
        current_in: { type: 'id', null: true },
        batch_id: { type: 'id', null: true, references: { table: 'file_batches', onDelete: 'cascade' } },
        status: { type: 'word' },
        last_error_code: { type: 'word', null: true },
        last_error_message: { type: 'text', null: true },
        attributes: { type: 'text' },
        max_chunk_size_tokens: { type: 'integer' },
        chunk_overlap_tokens: { type: 'integer' },
        bytes: { type: 'integer' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['attachment_id'],
      unique: { vector_store_files_current: ['current_in', 'file_id'] },
      indexes: {
        vector_store_files_status_page: ['current_in', 'status', 'file_id'],
        vector_store_files_batch_page: ['batch_id', 'file_id'],
        vector_store_files_batch_status_page: ['batch_id', 'status', 'file_id'],
        vector_store_files_file: ['file_id'],
        vector_store_files_store: ['vector_store_id', 'status'],
      },
    });
  },
};
