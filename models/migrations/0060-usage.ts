// What projects use, summed up by minute, hour and day: what is read of it does not grow with what was called.

import type { Migration } from '../migration.ts';

export const usage: Migration = {
  name: '0060-usage',
  async up({ createTable }) {
    await createTable('usage_rollups', {
      columns: {
        // No foreign keys: they would lock what they refer to at every write. An organization that goes takes its own along.
        organization_id: { type: 'id' },
        width: { type: 'word' },
        starts_at: { type: 'integer' },
        project_id: { type: 'id' },
        // A key, or the user where it is a user who calls.
        caller_id: { type: 'id' },
        kind: { type: 'word' },
        model: { type: 'name' },
        requests: { type: 'integer' },
        failed: { type: 'integer' },
        input_tokens: { type: 'integer' },
        output_tokens: { type: 'integer' },
        bytes: { type: 'integer' },
      },
      // In the order in which reports read: one walk along the table itself.
      primaryKey: ['organization_id', 'width', 'starts_at', 'project_id', 'caller_id', 'kind', 'model'],
      indexes: { usage_rollups_age: ['width', 'starts_at'] },
    });
  },
};
