// The tokens of a response, which a call that continues the response reads again.

import type { Migration } from '../migration.ts';

export const responseTokens: Migration = {
  name: '0082-response-tokens',
  async up({ addColumn }) {
    // Input and output together; 0 if the upstream has not reported them.
    await addColumn('model_responses', 'tokens', { type: 'integer', default: 0 });
  },
};
