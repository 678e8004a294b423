// Which key the secrets of this database are sealed with.

import type { Migration } from '../migration.ts';

export const secretsKey: Migration = {
  name: '0064-secrets-key',
  async up({ createTable }) {
    await createTable('secrets_key', {
      columns: {
        // There is one row.
        id: { type: 'word' },
        // Made with the key; it does not tell the key.
        proof: { type: 'id' },
      },
      primaryKey: ['id'],
    });
  },
};
