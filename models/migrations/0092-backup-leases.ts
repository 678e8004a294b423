// A backup holds the objects of files that are deleted while it copies them.

import type { Migration } from '../migration.ts';

export const backupLeases: Migration = {
  name: '0092-backup-leases',
  async up({ createTable }) {
    await createTable('backup_leases', {
      columns: {
        id: { type: 'word' },
        // Milliseconds of the database's clock.
        expires_at: { type: 'integer' },
      },
      primaryKey: ['id'],
    });
  },
};
