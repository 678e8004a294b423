// The projects of stored responses, because upstreams cannot tell projects apart.

import type { Migration } from '../migration.ts';

export const modelResponses: Migration = {
  name: '0040-model-responses',
  async up({ createTable }) {
    await createTable('model_responses', {
      columns: {
        // The digest of the project's id and the upstream's id of the response, which may have any length.
        digest: { type: 'digest' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        upstream: { type: 'name' },
        // True if the usage has been counted. The usage of a background response is known only later.
        counted: { type: 'boolean' },
        expires_at: { type: 'integer' },
      },
      primaryKey: ['digest'],
      indexes: { model_responses_project: ['project_id'], model_responses_expiry: ['expires_at'] },
    });
  },
};
