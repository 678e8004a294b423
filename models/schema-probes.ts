// Probe tables, which test the rights that migrations need. Each probe creates a table of its own, because several
// servers and commands may probe at the same time. A killed probe leaves its table, and a later one drops it.

import { randomBytes } from 'node:crypto';
import { nowMs } from './clock.ts';
import { database } from './connection.ts';
import { tableNames } from './table-names.ts';

const prefix = 'schema_probes';
/**
 * The age at which a probe table counts as abandoned: far longer than a probe takes, and than the clocks of two servers
 * may differ.
 */
const abandonedMs = 3_600_000;

export function isSchemaProbe(table: string): boolean {
  return table.startsWith(prefix);
}

/** Creates, changes and drops a table. Throws if the database's user lacks a right that migrations need. */
export async function probeSchemaRights(): Promise<void> {
  const { sequelize } = database();
  const table = `${prefix}_${nowMs()}_${randomBytes(4).toString('hex')}`;
  await sequelize.query(`CREATE TABLE ${table} (id INTEGER NOT NULL PRIMARY KEY)`);
  try {
    await sequelize.query(`ALTER TABLE ${table} ADD COLUMN probed_at INTEGER NULL`);
    await sequelize.query(`CREATE INDEX ${table}_id ON ${table} (id)`);
  } finally {
    await sequelize.query(`DROP TABLE ${table}`);
  }
  for (const abandoned of (await tableNames()).filter(isAbandoned))
    await sequelize.query(`DROP TABLE IF EXISTS ${abandoned}`);
}

function isAbandoned(table: string): boolean {
  const [, createdAtMs = '0'] = /^schema_probes_([0-9]+)_/.exec(table) ?? [];
  return isSchemaProbe(table) && Number(createdAtMs) < nowMs() - abandonedMs;
}
