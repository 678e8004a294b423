// Links that set a new password: at most one for a user, the newest.

import type { Migration } from '../migration.ts';

export const passwordResets: Migration = {
  name: '0010-password-resets',
  async up({ createTable }) {
    await createTable('password_resets', {
      columns: {
        user_id: { type: 'id', references: { table: 'users', onDelete: 'cascade' } },
        digest: { type: 'digest' },
        expires_at: { type: 'integer' },
      },
      primaryKey: ['user_id'],
      unique: { password_resets_digest: ['digest'] },
      indexes: { password_resets_expiry: ['expires_at'] },
    });
  },
};
