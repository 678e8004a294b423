// The spend thresholds that a project was notified of, each once a month, and whether its webhook receives them.

import type { Migration } from '../migration.ts';

export const spendThresholds: Migration = {
  name: '0083-spend-thresholds',
  async up({ addColumn, createTable }) {
    await addColumn('projects', 'spend_threshold_events', { type: 'boolean', default: 0 });
    await createTable('spend_notices', {
      columns: {
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        // The beginning of the month in Unix seconds.
        month: { type: 'integer' },
        // Percent.
        threshold: { type: 'integer' },
      },
      primaryKey: ['project_id', 'month', 'threshold'],
    });
  },
};
