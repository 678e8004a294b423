// The tokens that replaced a browser's refresh token, for tabs that refresh at the same time.

import type { Migration } from '../migration.ts';

export const sessionSuccessors: Migration = {
  name: '0012-session-successors',
  async up({ createTable }) {
    await createTable('session_successors', {
      columns: {
        digest: { type: 'digest' },
        login_id: { type: 'id', references: { table: 'logins', onDelete: 'cascade' } },
        sealed_tokens: { type: 'text' },
        expires_at: { type: 'integer' },
      },
      primaryKey: ['digest'],
      indexes: { session_successors_login: ['login_id'], session_successors_expiry: ['expires_at'] },
    });
  },
};
