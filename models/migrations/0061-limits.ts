// The usage of projects with limits in the current windows.

import type { Migration } from '../migration.ts';

export const limits: Migration = {
  name: '0061-limits',
  async up({ createTable }) {
    await createTable('limit_windows', {
      columns: {
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        // The beginnings of the counted minute, day and month, in Unix seconds.
        minute: { type: 'integer' },
        minute_requests: { type: 'integer' },
        minute_tokens: { type: 'integer' },
        day: { type: 'integer' },
        day_tokens: { type: 'integer' },
        month: { type: 'integer' },
        month_tokens: { type: 'integer' },
      },
      primaryKey: ['project_id'],
    });
  },
};
