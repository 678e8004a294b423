// Which installation the database belongs to: what it has outside of the database is named by that id.

import type { Migration } from '../migration.ts';

export const installation: Migration = {
  name: '0090-installation',
  async up({ createTable }) {
    await createTable('installations', {
      columns: {
        // There is one row.
        id: { type: 'word' },
        installation_id: { type: 'id' },
      },
      primaryKey: ['id'],
    });
  },
};
