// Staged chunks count against their project's storage limit: each set has its project and its counted bytes.

import type { Migration } from '../migration.ts';

export const stagedBytes: Migration = {
  name: '0091-staged-bytes',
  async up({ addColumn, putIndex }) {
    // No foreign key, because a set outlives its store and its project until the sweep.
    await addColumn('chunk_sets', 'project_id', { type: 'id', null: true });
    await addColumn('chunk_sets', 'bytes', { type: 'integer', default: 0 });
    // Finds the sets that an earlier run for the same file left behind.
    await putIndex('chunk_sets', 'chunk_sets_collection', ['collection_id', 'file_id']);
  },
};
