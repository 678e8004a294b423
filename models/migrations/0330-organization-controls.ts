// Data retention, denied models, limits by model, spend limits of organizations, and spend alerts.

import type { Migration } from '../migration.ts';

export const organizationControls: Migration = {
  name: '0330-organization-controls',
  async up({ addColumn, createTable }) {
    await addColumn('organizations', 'store_responses', { type: 'boolean', default: 1 });
    // US cents a month; null means no limit.
    await addColumn('organizations', 'spend_limit', { type: 'integer', null: true });
    // A copy of the organization's spend limit, so that a call reads one row.
    await addColumn('projects', 'organization_spend_limit', { type: 'integer', null: true });
    await addColumn('projects', 'retention', { type: 'word', null: true });
    await addColumn('projects', 'denied_models', { type: 'text', null: true });
    await addColumn('projects', 'model_limits', { type: 'text', null: true });
    await createTable('spend_alerts', {
      columns: {
        id: { type: 'id' },
        organization_id: { type: 'id', references: { table: 'organizations', onDelete: 'cascade' } },
        project_id: { type: 'id', null: true, references: { table: 'projects', onDelete: 'cascade' } },
        // The project, or else the organization.
        watched_id: { type: 'id' },
        // US cents.
        threshold_amount: { type: 'integer' },
        recipients: { type: 'text' },
        subject_prefix: { type: 'name', null: true },
        // The beginning of the last month in which the alert was mailed, in Unix seconds.
        notified_month: { type: 'integer' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      indexes: { spend_alerts_watched: ['watched_id', 'id'] },
    });
  },
};
