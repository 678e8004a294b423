// Chunks that are staged count against their project's bytes: each set says how many were taken, and of which project.

import type { Migration } from '../migration.ts';

export const stagedBytes: Migration = {
  name: '0091-staged-bytes',
  async up({ addColumn, putIndex }) {
    // No foreign key: a set outlives its store and its project until it is swept.
    await addColumn('chunk_sets', 'project_id', { type: 'id', null: true });
    await addColumn('chunk_sets', 'bytes', { type: 'integer', default: 0 });
    // Finds what an earlier run of the same file left behind.
    await putIndex('chunk_sets', 'chunk_sets_collection', ['collection_id', 'file_id']);
  },
};
