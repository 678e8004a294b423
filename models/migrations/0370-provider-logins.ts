// The sign-ins by identity providers, for sign-outs there.

import type { Migration } from '../migration.ts';

export const providerLogins: Migration = {
  name: '0370-provider-logins',
  async up({ createTable }) {
    await createTable('provider_logins', {
      columns: {
        login_id: { type: 'id', references: { table: 'logins', onDelete: 'cascade' } },
        issuer_digest: { type: 'digest' },
        identity_digest: { type: 'digest' },
        session_digest: { type: 'digest', null: true },
        session: { type: 'text', null: true },
      },
      primaryKey: ['login_id'],
      indexes: {
        provider_logins_identity: ['identity_digest'],
        provider_logins_session: ['session_digest'],
      },
    });
  },
};
