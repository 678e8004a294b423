// Settings that were changed while the server ran.

import type { Migration } from '../migration.ts';

export const storedSettings: Migration = {
  name: '0062-settings',
  async up({ createTable }) {
    await createTable('settings', {
      columns: {
        path: { type: 'name' },
        // JSON, encrypted if the setting is a secret.
        value: { type: 'text' },
        updated_at: { type: 'integer' },
        updated_by: { type: 'id' },
      },
      primaryKey: ['path'],
    });
  },
};
