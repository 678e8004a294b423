// What a response has read and written: a call that continues it reads that again.

import type { Migration } from '../migration.ts';

export const responseTokens: Migration = {
  name: '0082-response-tokens',
  async up({ addColumn }) {
    // Input and output together. 0: its upstream has not said.
    await addColumn('model_responses', 'tokens', { type: 'integer', default: 0 });
  },
};
