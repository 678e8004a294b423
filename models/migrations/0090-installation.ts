// The id of the installation, which names its resources outside of the database.

import type { Migration } from '../migration.ts';

export const installation: Migration = {
  name: '0090-installation',
  async up({ createTable }) {
    await createTable('installations', {
      columns: {
        // The table has one row.
        id: { type: 'word' },
        installation_id: { type: 'id' },
      },
      primaryKey: ['id'],
    });
  },
};
