// The queue of background work.

import type { Migration } from '../migration.ts';

export const jobs: Migration = {
  name: '0002-jobs',
  async up({ createTable }) {
    await createTable('jobs', {
      columns: {
        id: { type: 'id' },
        kind: { type: 'word' },
        payload: { type: 'text' },
        unique_key: { type: 'name', null: true },
        // Milliseconds of the database's clock. A job that is being worked on is due again when its lease ends.
        due_at: { type: 'integer' },
        lease: { type: 'id', null: true },
        attempts: { type: 'integer' },
        last_error: { type: 'text', null: true },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { jobs_unique_key: ['unique_key'] },
      indexes: { jobs_due: ['kind', 'due_at'] },
    });
  },
};
