// Input tokens from the prompt cache.

import type { Migration } from '../migration.ts';

export const cachedTokens: Migration = {
  name: '0069-cached-tokens',
  async up({ addColumn }) {
    await addColumn('usage_rollups', 'cached_tokens', { type: 'integer', default: 0 });
  },
};
