// A row for testing whether the database accepts writes.

import type { Migration } from '../migration.ts';

export const writeProbe: Migration = {
  name: '0085-write-probe',
  async up({ createTable }) {
    await createTable('write_probes', {
      columns: { id: { type: 'id' }, written_at: { type: 'integer' } },
      primaryKey: ['id'],
    });
  },
};
