// Keys are revoked with the membership of their owner, unless they were transferred to the organization.

import type { Migration } from '../migration.ts';

export const keyHolders: Migration = {
  name: '0070-key-holders',
  async up({ addColumn, putIndex }) {
    for (const table of ['admin_api_keys', 'project_api_keys']) {
      // The user who transferred the key to the organization. Null means that the key depends on its owner's access.
      await addColumn(table, 'kept_by', { type: 'id', null: true });
      // The time when the key's owner was removed from the organization, in Unix seconds.
      await addColumn(table, 'revoked_at', { type: 'integer', null: true });
      await putIndex(table, `${table}_user`, ['user_id']);
    }
  },
};
