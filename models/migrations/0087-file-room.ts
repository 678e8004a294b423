// Room is taken before bytes are written: for files that are arriving, and for parts beyond what their upload declared.
// And who completes an upload, until when, so that its parts are copied once.

import type { Migration } from '../migration.ts';

export const fileRoom: Migration = {
  name: '0087-file-room',
  async up({ createTable, addColumn }) {
    await createTable('arriving_files', {
      columns: {
        id: { type: 'id' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        bytes: { type: 'integer' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      indexes: { arriving_files_created: ['created_at'], arriving_files_project: ['project_id'] },
    });
    await addColumn('uploads', 'extra_bytes', { type: 'integer', default: 0 });
    await addColumn('uploads', 'completing_until', { type: 'integer', default: 0 });
  },
};
