// The permissions, models and addresses that keys are limited to, as JSON.

import type { Migration } from '../migration.ts';

export const keyRules: Migration = {
  name: '0270-key-rules',
  async up({ addColumn }) {
    for (const table of ['admin_api_keys', 'project_api_keys']) {
      await addColumn(table, 'scopes', { type: 'text', null: true });
      await addColumn(table, 'models', { type: 'text', null: true });
      await addColumn(table, 'allowed_cidrs', { type: 'text', null: true });
    }
  },
};
