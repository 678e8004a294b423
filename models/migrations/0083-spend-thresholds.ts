// Which thresholds of its spend limit a project has been told of, each once a month; and whether its webhook is told too.

import type { Migration } from '../migration.ts';

export const spendThresholds: Migration = {
  name: '0083-spend-thresholds',
  async up({ addColumn, createTable }) {
    await addColumn('projects', 'spend_threshold_events', { type: 'boolean', default: 0 });
    await createTable('spend_notices', {
      columns: {
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        // Unix seconds: when the month began.
        month: { type: 'integer' },
        // Per cent.
        threshold: { type: 'integer' },
      },
      primaryKey: ['project_id', 'month', 'threshold'],
    });
  },
};
