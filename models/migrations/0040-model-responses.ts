// Whose the responses are that upstreams keep: to them, all projects are one customer.

import type { Migration } from '../migration.ts';

export const modelResponses: Migration = {
  name: '0040-model-responses',
  async up({ createTable }) {
    await createTable('model_responses', {
      columns: {
        // Of the project's id and the upstream's, which may have any length.
        digest: { type: 'digest' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        upstream: { type: 'name' },
        // Whether its usage has been counted: one made in the background says what it used when somebody asks.
        counted: { type: 'boolean' },
        expires_at: { type: 'integer' },
      },
      primaryKey: ['digest'],
      indexes: { model_responses_project: ['project_id'], model_responses_expiry: ['expires_at'] },
    });
  },
};
