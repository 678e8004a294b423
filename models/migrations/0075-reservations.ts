// Counts of limits for projects and for keys, and what servers have reserved of them. The counts of the day and the month
// are read from the usage where there is no row, so none are carried over.
//
// The table of the counts before, limit_windows, stays: servers of the version before still write to it while they run
// beside new ones. A later release drops it.

import type { Migration } from '../migration.ts';

export const reservations: Migration = {
  name: '0075-reservations',
  async up({ createTable }) {
    await createTable('limit_counts', {
      columns: {
        // A project or a project's key. No foreign key: it would lock that row at every write.
        subject_id: { type: 'id' },
        // Unix seconds: when the minute, the day and the month began that the counts are of.
        minute: { type: 'integer' },
        minute_requests: { type: 'integer' },
        minute_tokens: { type: 'integer' },
        day: { type: 'integer' },
        day_tokens: { type: 'integer' },
        month: { type: 'integer' },
        month_tokens: { type: 'integer' },
        // Billionths of a US dollar.
        month_cost: { type: 'integer' },
      },
      primaryKey: ['subject_id'],
    });
    await createTable('limit_leases', {
      columns: {
        subject_id: { type: 'id' },
        server_id: { type: 'id' },
        tokens: { type: 'integer' },
        cost: { type: 'integer' },
        expires_at: { type: 'integer' },
      },
      primaryKey: ['subject_id', 'server_id'],
    });
  },
};
