// What each project with limits has used of them, in the windows that run now.

import type { Migration } from '../migration.ts';

export const limits: Migration = {
  name: '0061-limits',
  async up({ createTable }) {
    await createTable('limit_windows', {
      columns: {
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        // Unix seconds: when the minute, the day and the month began that the counts are of.
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
