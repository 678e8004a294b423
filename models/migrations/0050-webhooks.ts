// Events, their deliveries and attempts; the health of a project's endpoint; and lanes for jobs, so that a slow
// endpoint does not block the others.

import type { Migration } from '../migration.ts';

export const webhooks: Migration = {
  name: '0050-webhooks',
  async up({ createTable, addColumn, putIndex }) {
    await addColumn('jobs', 'lane', { type: 'id', null: true });
    await putIndex('jobs', 'jobs_due', ['kind', 'due_at', 'lane']);
    await addColumn('projects', 'webhook_old_secret', { type: 'text', null: true });
    await addColumn('projects', 'webhook_old_secret_until', { type: 'integer', null: true });
    await addColumn('projects', 'webhook_disabled_at', { type: 'integer', null: true });
    await createTable('webhook_events', {
      columns: {
        id: { type: 'id' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        type: { type: 'name' },
        // The subject of the event; null for a test event.
        subject_id: { type: 'id', null: true },
        // The bytes that are signed and sent.
        body: { type: 'text' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { webhook_events_subject: ['subject_id'] },
    });
    await createTable('webhook_deliveries', {
      columns: {
        id: { type: 'id' },
        event_id: { type: 'id', references: { table: 'webhook_events', onDelete: 'cascade' } },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        event_type: { type: 'name' },
        origin: { type: 'word' },
        status: { type: 'word' },
        attempt_count: { type: 'integer' },
        next_attempt_at: { type: 'integer', null: true },
        ended_at: { type: 'integer', null: true },
        last_error: { type: 'word', null: true },
        last_response_status: { type: 'integer', null: true },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      indexes: {
        webhook_deliveries_page: ['project_id', 'id'],
        webhook_deliveries_status_page: ['project_id', 'status', 'id'],
        webhook_deliveries_event: ['event_id'],
      },
    });
    await createTable('webhook_attempts', {
      columns: {
        id: { type: 'id' },
        delivery_id: { type: 'id', references: { table: 'webhook_deliveries', onDelete: 'cascade' } },
        number: { type: 'integer' },
        webhook_id: { type: 'id' },
        url: { type: 'text' },
        status: { type: 'word' },
        error: { type: 'word', null: true },
        started_at: { type: 'integer' },
        duration_ms: { type: 'integer', null: true },
        response_status: { type: 'integer', null: true },
        response_body: { type: 'text', null: true },
      },
      primaryKey: ['id'],
      indexes: { webhook_attempts_delivery: ['delivery_id', 'number'] },
    });
    await createTable('webhook_endpoints', {
      columns: {
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        consecutive_failures: { type: 'integer' },
        // Milliseconds of the database's clock.
        first_failure_at: { type: 'integer' },
        next_probe_at: { type: 'integer' },
        probe_until: { type: 'integer' },
      },
      primaryKey: ['project_id'],
    });
  },
};
