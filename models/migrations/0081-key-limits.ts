// What a project key may use: limits of its own, below those of its project.

import type { Migration } from '../migration.ts';

export const keyLimits: Migration = {
  name: '0081-key-limits',
  async up({ addColumn }) {
    // JSON; null: no limits.
    await addColumn('project_api_keys', 'limits', { type: 'text', null: true });
  },
};
