// A fresh database for a test file: embedded, or on the MariaDB of this test run.

import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './folders.ts';
import { type MariaDb, runSql, startMariaDb } from './mariadb.ts';

/** Which databases the suite runs on; `scripts/checks/test.ts` runs it once for each. */
export const databaseKinds = ['mysql', 'sqlite'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export interface TestDatabase {
  kind: DatabaseKind;
  /** For SVC_DATABASE_URL; empty: embedded. */
  url: string;
  /** For SVC_DATA_DIR. */
  dataDir: string;
  drop(): Promise<void>;
}

/** The database of this pass over the suite. */
export function databaseKind(): DatabaseKind {
  const kind = process.env.SVC_TEST_DATABASE ?? 'sqlite';
  const known = databaseKinds.find((candidate) => candidate === kind);
  if (known === undefined)
    throw new Error(`SVC_TEST_DATABASE must be one of ${databaseKinds.join(', ')}, not '${kind}'`);
  return known;
}

/** Makes an empty database. */
export async function createDatabase(kind = databaseKind()): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  const remove = (): Promise<void> => removeFolder(dataDir);
  if (kind === 'sqlite') return { kind, url: '', dataDir, drop: remove };
  const server = await mariaDbServer();
  const name = `svc_${randomUUID().replaceAll('-', '')}`;
  await runSql(server.url, `CREATE DATABASE ${name}`);
  return {
    kind,
    url: server.url + name,
    dataDir,
    // Its tables go with the server: to drop them takes as long as half of a start.
    async drop() {
      await remove();
      await server.stop();
    },
  };
}

/** The server that `scripts/checks/test.ts` started for all files, or one for this file alone when it runs by itself. */
async function mariaDbServer(): Promise<Pick<MariaDb, 'url' | 'stop'>> {
  const shared = process.env.SVC_TEST_MARIADB;
  return shared === undefined ? startMariaDb() : { url: shared, stop: async () => undefined };
}
