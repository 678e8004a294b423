// What calls of models cost, beside what they used.

import type { Migration } from '../migration.ts';

export const costs: Migration = {
  name: '0067-costs',
  async up({ addColumn }) {
    // Billionths of a US dollar.
    await addColumn('usage_rollups', 'cost', { type: 'integer', default: 0 });
    // What made the response; null: it was kept before this was noted.
    await addColumn('model_responses', 'model', { type: 'name', null: true });
  },
};
