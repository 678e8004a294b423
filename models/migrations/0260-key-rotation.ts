// The previous values of keys that were rotated, and the values of keys that are disabled.

import type { Migration } from '../migration.ts';

export const keyRotation: Migration = {
  name: '0260-key-rotation',
  async up({ addColumn, putIndex }) {
    for (const table of ['admin_api_keys', 'project_api_keys']) {
      await addColumn(table, 'previous_digest', { type: 'digest', null: true });
      await addColumn(table, 'previous_redacted_value', { type: 'word', null: true });
      await addColumn(table, 'previous_last_used_at', { type: 'integer', null: true });
      await addColumn(table, 'previous_expires_at', { type: 'integer', null: true });
      await addColumn(table, 'disabled_digest', { type: 'digest', null: true });
      await putIndex(table, `${table}_previous`, ['previous_digest']);
    }
  },
};
