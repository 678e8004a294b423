// Measures searches in the list of a project's 100,000 files. A search that finds nothing looks at every file.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { transaction } from '../../../models/connection.ts';
import { createdAt, newId } from '../../../models/ids.ts';
import { closeDatabase } from '../../../models/index.ts';
import { StoredFile } from '../../../models/stored-file.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { createLog } from '../../../services/platform/index.ts';
import { loadConfig } from '../../../services/settings/index.ts';
import { runSql, startMariaDb } from '../../fixtures/mariadb.ts';
import type { Bench, Part } from '../part.ts';
import type { Findings, Goal, Table } from '../report.ts';
import { median } from '../rounds.ts';
import { Servers } from '../server-process.ts';
import { createTenant, type DatabaseSettings } from '../tenant.ts';

const files = 100_000;
const rowsPerStatement = 1000;
const [tries, warmups] = [40, 5];
const goalMs = 50;

/** The queries by name. The one with a goal finds nothing. */
const queries = {
  'no match': 'search=zebra',
  'no match, with the total': 'search=zebra&include_total=true',
  'no match, of a purpose, oldest first': 'search=zebra&purpose=assistants&order=asc',
  'every row, with the total': 'search=report&include_total=true',
  'one row, by its number': 'search=department%204711.',
  'no search, with the total': 'include_total=true',
};
const judged: (keyof typeof queries)[] = ['no match', 'no match, of a purpose, oldest first', 'one row, by its number'];

export const listSearch: Part = {
  name: 'list-search',
  about: `GET /v1/files?search=…&limit=20 in ${files} files of a project, median of ${tries} requests one after another`,
  async run(bench) {
    const mariaDb = await startMariaDb();
    try {
      await runSql(mariaDb.url, 'CREATE DATABASE bench');
      const found = [
        await measureSearches(bench, 'MariaDB', `${mariaDb.url}bench`),
        await measureSearches(bench, 'embedded', ''),
      ];
      return { tables: found.flatMap(({ tables = [] }) => tables), goals: found.flatMap(({ goals }) => goals) };
    } finally {
      await mariaDb.stop();
    }
  },
};

async function measureSearches(bench: Bench, name: string, url: string): Promise<Findings> {
  const settings = { SVC_DATA_DIR: join(bench.folder, name), SVC_DATABASE_URL: url };
  bench.note(`filling ${name}`);
  await mkdir(settings.SVC_DATA_DIR, { recursive: true });
  const { projectId, projectKey } = await createTenant(settings, 1);
  await addFiles(settings, projectId);
  const servers = new Servers();
  try {
    const { url: server } = await servers.startSvc(bench.cores?.servers, settings);
    const headers = { authorization: `Bearer ${projectKey.value}` };
    const rows: Table['rows'] = [];
    const goals: Goal[] = [];
    for (const [what, query] of Object.entries(queries)) {
      const times: number[] = [];
      for (let round = 0; round < warmups + tries; round += 1) {
        const begin = performance.now();
        const answer = await fetch(`${server}/v1/files?limit=20&${query}`, { headers });
        await answer.text();
        if (answer.status !== 200) throw new Error(`${query}: ${answer.status}`);
        if (round >= warmups) times.push(performance.now() - begin);
      }
      const measured = median(times);
      rows.push([what, measured, Math.max(...times)]);
      if (judged.some((one) => one === what))
        goals.push({ what: `${what}, ${name}`, sense: 'at most', must: goalMs, measured, unit: 'ms', slack: 0 });
    }
    return { tables: [{ head: [name, 'median ms', 'worst ms'], rows }], goals };
  } finally {
    await servers.stop();
  }
}

async function addFiles(settings: DatabaseSettings, projectId: string): Promise<void> {
  await openDatabaseWithRetries(loadConfig({ ...settings }), await createLog('warn'));
  for (let first = 0; first < files; first += rowsPerStatement) {
    const rows = Array.from({ length: rowsPerStatement }, (_, index) => file(projectId, first + index));
    await transaction(async (tx) => {
      await StoredFile.bulkCreate(rows, { transaction: tx });
    });
  }
  await closeDatabase();
}

function file(projectId: string, number: number) {
  const id = newId('file');
  return {
    id,
    projectId,
    storageKey: newId('object'),
    filename: `quarterly report of department ${number}.pdf`,
    purpose: 'assistants' as const,
    bytes: 1000,
    sha256: null,
    charset: null,
    expiresAt: null,
    createdAt: createdAt(id),
  };
}
