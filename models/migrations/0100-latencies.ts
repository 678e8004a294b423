// The durations of model calls, counted by project, day and duration, so that the number of rows does not grow with the
// number of calls.

import type { Migration } from '../migration.ts';

export const latencies: Migration = {
  name: '0100-latencies',
  async up({ createTable }) {
    await createTable('latency_counts', {
      columns: {
        // No foreign keys, because each write would lock the referenced rows. Deleting an organization deletes its rows
        // explicitly.
        organization_id: { type: 'id' },
        // The start of the day in Unix seconds.
        day: { type: 'integer' },
        project_id: { type: 'id' },
        // The bucket of the histogram.
        bucket: { type: 'integer' },
        calls: { type: 'integer' },
      },
      // The order in which reports read.
      primaryKey: ['organization_id', 'day', 'project_id', 'bucket'],
      indexes: { latency_counts_age: ['day'] },
    });
  },
};
