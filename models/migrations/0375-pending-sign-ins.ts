// Sign-ins that somebody else than their holder allows: on devices without a browser, and by links of the operator.

import type { Migration } from '../migration.ts';

export const pendingSignIns: Migration = {
  name: '0375-pending-sign-ins',
  async up({ addColumn, createTable }) {
    await createTable('pending_sign_ins', {
      columns: {
        digest: { type: 'digest' },
        user_code_digest: { type: 'digest', null: true },
        client_name: { type: 'name', null: true },
        address: { type: 'name', null: true },
        state: { type: 'word' },
        user_id: { type: 'id', null: true, references: { table: 'users', onDelete: 'cascade' } },
        method: { type: 'word', null: true },
        login_id: { type: 'id', null: true },
        interval_seconds: { type: 'integer' },
        polled_at: { type: 'integer', null: true },
        created_at: { type: 'integer' },
        expires_at: { type: 'integer' },
      },
      primaryKey: ['digest'],
      indexes: {
        pending_sign_ins_code: ['user_code_digest'],
        pending_sign_ins_expiry: ['expires_at'],
        pending_sign_ins_user: ['user_id'],
      },
    });
    await addColumn('logins', 'client_name', { type: 'name', null: true });
  },
};
