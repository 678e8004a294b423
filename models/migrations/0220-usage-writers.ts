// The processes that write usage, each with the number of its last write. A write whose commit was not confirmed is
// repeated with its number.

import type { Migration } from '../migration.ts';

export const usageWriters: Migration = {
  name: '0220-usage-writers',
  async up({ createTable }) {
    await createTable('usage_writers', {
      columns: { id: { type: 'id' }, last_write: { type: 'integer' }, written_at: { type: 'integer' } },
      primaryKey: ['id'],
      indexes: { usage_writers_written: ['written_at'] },
    });
  },
};
