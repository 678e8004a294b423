// The tokens of set-up addresses.

import type { Migration } from '../migration.ts';

export const setupTokens: Migration = {
  name: '0250-setup-tokens',
  async up({ createTable }) {
    await createTable('setup_tokens', {
      columns: { digest: { type: 'digest' }, expires_at: { type: 'integer' } },
      primaryKey: ['digest'],
      indexes: { setup_tokens_expiry: ['expires_at'] },
    });
  },
};
