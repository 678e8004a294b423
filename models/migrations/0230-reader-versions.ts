// The versions of the reader and of the chunker that made a file's chunks, and the state of its reread.

import type { Migration } from '../migration.ts';

export const readerVersions: Migration = {
  name: '0230-reader-versions',
  async up({ addColumn }) {
    await addColumn('vector_store_files', 'reader_version', { type: 'integer', null: true });
    await addColumn('vector_store_files', 'chunker_version', { type: 'integer', null: true });
    await addColumn('vector_store_files', 'reread_status', { type: 'word', null: true });
    await addColumn('vector_store_files', 'reread_error', { type: 'text', null: true });
  },
};
