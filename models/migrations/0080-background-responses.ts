// What it takes to charge a response that is made in the background: who asked for it, and what was reserved for it.

import type { Migration } from '../migration.ts';

export const backgroundResponses: Migration = {
  name: '0080-background-responses',
  async up({ addColumn }) {
    // The key, or the user. Null: its usage was counted when it was made.
    await addColumn('model_responses', 'caller_id', { type: 'id', null: true });
    // Tokens.
    await addColumn('model_responses', 'expected_input', { type: 'integer', default: 0 });
    await addColumn('model_responses', 'expected_output', { type: 'integer', default: 0 });
  },
};
