// The key that the database's secrets are encrypted with.

import type { Migration } from '../migration.ts';

export const secretsKey: Migration = {
  name: '0064-secrets-key',
  async up({ createTable }) {
    await createTable('secrets_key', {
      columns: {
        // The table has one row.
        id: { type: 'word' },
        // Derived from the key; does not reveal it.
        proof: { type: 'id' },
      },
      primaryKey: ['id'],
    });
  },
};
