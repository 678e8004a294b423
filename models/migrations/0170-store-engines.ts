// The search engine that has the chunks of each collection, and of each set of chunks. Null: an earlier version wrote
// the row. Servers then find the engine by where the published chunks are.

import type { Migration } from '../migration.ts';

export const storeEngines: Migration = {
  name: '0170-store-engines',
  async up({ addColumn }) {
    await addColumn('collections', 'engine', { type: 'name', null: true });
    await addColumn('chunk_sets', 'engine', { type: 'name', null: true });
  },
};
