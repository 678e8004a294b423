// The position of an event among the events of its project, for clients that read events in order; and the last position
// that was given, because events are deleted after their retention.

import type { Migration } from '../migration.ts';

export const webhookPositions: Migration = {
  name: '0105-webhook-positions',
  async up({ addColumn, createTable, putIndex }) {
    await addColumn('webhook_events', 'position', { type: 'integer', null: true });
    await putIndex('webhook_events', 'webhook_events_position', ['project_id', 'position', 'id']);
    await createTable('webhook_positions', {
      columns: {
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        last: { type: 'integer' },
      },
      primaryKey: ['project_id'],
    });
  },
};
