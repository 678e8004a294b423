// The data for charging a background response: its caller and its reservation.

import type { Migration } from '../migration.ts';

export const backgroundResponses: Migration = {
  name: '0080-background-responses',
  async up({ addColumn }) {
    // The key or user. Null if the usage was counted when the response was created.
    await addColumn('model_responses', 'caller_id', { type: 'id', null: true });
    // Tokens.
    await addColumn('model_responses', 'expected_input', { type: 'integer', default: 0 });
    await addColumn('model_responses', 'expected_output', { type: 'integer', default: 0 });
  },
};
