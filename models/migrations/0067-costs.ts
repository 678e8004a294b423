// The costs of model calls.

import type { Migration } from '../migration.ts';

export const costs: Migration = {
  name: '0067-costs',
  async up({ addColumn }) {
    // Billionths of a US dollar.
    await addColumn('usage_rollups', 'cost', { type: 'integer', default: 0 });
    // The model of the response; null if it was stored before this column existed.
    await addColumn('model_responses', 'model', { type: 'name', null: true });
  },
};
