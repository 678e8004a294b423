// Invitations into an organization.

import type { Migration } from '../migration.ts';

export const invitations: Migration = {
  name: '0011-invitations',
  async up({ createTable }) {
    await createTable('invitations', {
      columns: {
        id: { type: 'id' },
        organization_id: { type: 'id', references: { table: 'organizations', onDelete: 'cascade' } },
        inviter_id: { type: 'id', references: { table: 'users', onDelete: 'cascade' } },
        email: { type: 'name' },
        email_key: { type: 'name' },
        digest: { type: 'digest' },
        redacted_token: { type: 'word' },
        created_account: { type: 'boolean' },
        expires_at: { type: 'integer' },
        used_at: { type: 'integer', null: true },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { invitations_digest: ['digest'] },
      indexes: {
        invitations_page: ['organization_id', 'id'],
        invitations_email: ['email_key', 'organization_id'],
      },
    });
  },
};
