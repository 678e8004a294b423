// The name of the engine of the tables that earlier versions have in PostgreSQL. `postgres` is that of the current tables.

import type { Migration } from '../migration.ts';

export const oldPostgresTables: Migration = {
  name: '0300-old-postgres-tables',
  async up({ run }) {
    for (const table of ['collections', 'chunk_sets'])
      await run(`UPDATE ${table} SET engine = 'postgres-0.2' WHERE engine = 'postgres'`, table);
  },
};
