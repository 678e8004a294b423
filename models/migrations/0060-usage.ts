// The usage of projects, summed by minute, hour and day, so that the number of rows does not grow with the number of
// calls.

import type { Migration } from '../migration.ts';

export const usage: Migration = {
  name: '0060-usage',
  async up({ createTable }) {
    await createTable('usage_rollups', {
      columns: {
        // No foreign keys, because each write would lock the referenced rows. Deleting an organization deletes its rows
        // explicitly.
        organization_id: { type: 'id' },
        width: { type: 'word' },
        starts_at: { type: 'integer' },
        project_id: { type: 'id' },
        // The id of the calling key or user.
        caller_id: { type: 'id' },
        kind: { type: 'word' },
        model: { type: 'name' },
        requests: { type: 'integer' },
        failed: { type: 'integer' },
        input_tokens: { type: 'integer' },
        output_tokens: { type: 'integer' },
        bytes: { type: 'integer' },
      },
      // The order in which reports read, so that a report is one range scan of the primary key.
      primaryKey: ['organization_id', 'width', 'starts_at', 'project_id', 'caller_id', 'kind', 'model'],
      indexes: { usage_rollups_age: ['width', 'starts_at'] },
    });
  },
};
