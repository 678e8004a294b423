// Storage is reserved before bytes are written: for files that are being received, and for parts beyond the declared
// size of an upload. The lease for completing an upload makes sure that its parts are concatenated once.

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
