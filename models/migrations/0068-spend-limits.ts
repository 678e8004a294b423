// The monthly spend limits of projects.

import type { Migration } from '../migration.ts';

export const spendLimits: Migration = {
  name: '0068-spend-limits',
  async up({ addColumn }) {
    // US cents; null means no limit.
    await addColumn('projects', 'spend_limit', { type: 'integer', null: true });
    // Billionths of a US dollar.
    await addColumn('limit_windows', 'month_cost', { type: 'integer', default: 0 });
  },
};
