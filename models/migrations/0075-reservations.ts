// The counts of limits for projects and keys, and the servers' reservations. The counts of the day and the month are
// summed from the usage if there is no row, so no counts are migrated.
//
// The earlier table of counts, limit_windows, stays: servers of the previous version write to it while they run next to
// new ones. A later release drops it.

import type { Migration } from '../migration.ts';

export const reservations: Migration = {
  name: '0075-reservations',
  async up({ createTable }) {
    await createTable('limit_counts', {
      columns: {
        // A project or a project key. No foreign key, because each write would lock the referenced row.
        subject_id: { type: 'id' },
        // The beginnings of the counted minute, day and month, in Unix seconds.
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
