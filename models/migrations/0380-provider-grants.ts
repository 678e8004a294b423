// The refresh tokens of identity providers, by which the roles of groups are set again while a session lives.

import type { Migration } from '../migration.ts';

export const providerGrants: Migration = {
  name: '0380-provider-grants',
  async up({ addColumn, createTable, putIndex }) {
    await createTable('provider_grants', {
      columns: {
        id: { type: 'id' },
        user_id: { type: 'id', references: { table: 'users', onDelete: 'cascade' } },
        issuer: { type: 'text' },
        subject: { type: 'text' },
        refresh_token: { type: 'text' },
        refresh_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      indexes: { provider_grants_due: ['refresh_at'], provider_grants_user: ['user_id'] },
    });
    await addColumn('provider_logins', 'grant_id', { type: 'id', null: true });
    await putIndex('provider_logins', 'provider_logins_grant', ['grant_id']);
  },
};
