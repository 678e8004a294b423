// Limits of project keys, in addition to those of the project.

import type { Migration } from '../migration.ts';

export const keyLimits: Migration = {
  name: '0081-key-limits',
  async up({ addColumn }) {
    // JSON; null means no limits.
    await addColumn('project_api_keys', 'limits', { type: 'text', null: true });
  },
};
