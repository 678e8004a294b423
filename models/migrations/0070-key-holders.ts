// Keys end with the membership of the user who made them, unless somebody handed them to the organization.

import type { Migration } from '../migration.ts';

export const keyHolders: Migration = {
  name: '0070-key-holders',
  async up({ addColumn, putIndex }) {
    for (const table of ['admin_api_keys', 'project_api_keys']) {
      // The user who handed the key to the organization; null: the key is worth what its maker is.
      await addColumn(table, 'kept_by', { type: 'id', null: true });
      // Unix seconds: when its maker was removed from the organization.
      await addColumn(table, 'revoked_at', { type: 'integer', null: true });
      await putIndex(table, `${table}_user`, ['user_id']);
    }
  },
};
