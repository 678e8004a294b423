// A new database for a test file: embedded, or on the MariaDB of the test run.

import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { type MariaDb, runSql, startMariaDb } from '../../scripts/fixtures/mariadb.ts';

/** The databases that the suite runs on. `test/runner/test.ts` runs each test file on both. */
export const databaseKinds = ['mysql', 'sqlite'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export interface TestDatabase {
  kind: DatabaseKind;
  /** The value for SVC_DATABASE_URL. Empty for the embedded database. */
  url: string;
  /** The value for SVC_DATA_DIR. */
  dataDir: string;
  /** Both values, for another server on this database. */
  settings: { SVC_DATA_DIR: string; SVC_DATABASE_URL: string };
  drop(): Promise<void>;
}

/** Returns the database of this run, from SVC_TEST_DATABASE. */
export function databaseKind(): DatabaseKind {
  const kind = process.env.SVC_TEST_DATABASE ?? 'sqlite';
  const known = databaseKinds.find((candidate) => candidate === kind);
  if (known === undefined)
    throw new Error(`SVC_TEST_DATABASE must be one of ${databaseKinds.join(', ')}, not '${kind}'`);
  return known;
}

/** Creates an empty database. */
export async function createDatabase(kind = databaseKind()): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  const remove = (): Promise<void> => removeFolder(dataDir);
  const settingsWith = (url: string) => ({ SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: url });
  if (kind === 'sqlite') return { kind, url: '', dataDir, settings: settingsWith(''), drop: remove };
  const server = await mariaDbServer();
  const name = `svc_${randomUUID().replaceAll('-', '')}`;
  await runSql(server.url, `CREATE DATABASE ${name}`);
  return {
    kind,
    url: server.url + name,
    dataDir,
    settings: settingsWith(server.url + name),
    // Does not drop the tables, because that takes half as long as a start of the server. They disappear with the
    // MariaDB of the run.
    async drop() {
      await remove();
      await server.stop();
    },
  };
}

/** Returns the server that `test/runner/test.ts` has started for all files. If the file runs alone, starts one. */
async function mariaDbServer(): Promise<Pick<MariaDb, 'url' | 'stop'>> {
  const shared = process.env.SVC_TEST_MARIADB;
  return shared === undefined ? startMariaDb() : { url: shared, stop: async () => undefined };
}
