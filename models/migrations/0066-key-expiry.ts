// The expiry of keys.

import type { Migration } from '../migration.ts';

export const keyExpiry: Migration = {
  name: '0066-key-expiry',
  async up({ addColumn }) {
    for (const table of ['admin_api_keys', 'project_api_keys']) {
      // Unix seconds; null means never.
      await addColumn(table, 'expires_at', { type: 'integer', null: true });
    }
  },
};
