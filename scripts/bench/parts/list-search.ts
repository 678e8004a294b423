// Measures searches in lists of 100,000 rows: a project's files and keys, and the files of a vector store. A search that
// finds nothing looks at every row.

import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { transaction } from '../../../models/connection.ts';
import { createdAt, newId } from '../../../models/ids.ts';
import { closeDatabase } from '../../../models/index.ts';
import { newKeyState, noKeyRules } from '../../../models/key-holder.ts';
import { ProjectApiKey } from '../../../models/project-api-key.ts';
import { searchTextOf } from '../../../models/search-text.ts';
import { StoredFile } from '../../../models/stored-file.ts';
import { User } from '../../../models/user.ts';
import { VectorStore } from '../../../models/vector-store.ts';
import { VectorStoreFile } from '../../../models/vector-store-file.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { createLog } from '../../../services/platform/index.ts';
import { loadConfig } from '../../../services/settings/index.ts';
import { runSql, startMariaDb } from '../../fixtures/mariadb.ts';
import type { Bench, Part } from '../part.ts';
import type { Findings, Goal, Table } from '../report.ts';
import { median } from '../rounds.ts';
import { Servers } from '../server-process.ts';
import { createTenant, type DatabaseSettings, type Tenant } from '../tenant.ts';

const rows = 100_000;
const rowsPerStatement = 1000;
const [tries, warmups] = [40, 5];
const goalMs = 50;

/** The queries of the files, by name. Those without the total have the goal. */
const queries = {
  'no match': 'search=zebra',
  'no match, with the total': 'search=zebra&include_total=true',
  'no match, of a purpose, oldest first': 'search=zebra&purpose=assistants&order=asc',
  'every row, from the middle of the names': 'search=port%20of%20dep',
  'every row, with the total': 'search=report&include_total=true',
  'one row, by its number': 'search=department%204711.',
  'one row, by its id': 'search=ID',
  'no search, with the total': 'include_total=true',
};
/** The queries of the other lists. */
const otherQueries = { 'no match': 'search=zebra', 'one row, by its number': 'search=department%204711.' };

export const listSearch: Part = {
  name: 'list-search',
  about: `pages of 20 with ?search=… in lists of ${rows} rows, median of ${tries} requests one after another`,
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
  const tenant = await createTenant(settings, 1);
  const { storeId, fileId } = await fill(settings, tenant);
  const { projectId, projectKey, organizationKey } = tenant;
  const lists: [what: string, path: string, key: string, queries: Record<string, string>][] = [
    ['files', '/v1/files', projectKey.value, queries],
    ['keys', `/v1/organization/projects/${projectId}/api_keys`, organizationKey.value, otherQueries],
    ['files of a store', `/v1/vector_stores/${storeId}/files`, projectKey.value, otherQueries],
  ];
  const servers = new Servers();
  try {
    const { url: server } = await servers.startSvc(bench.cores?.servers, settings);
    const measurements: Table['rows'] = [];
    const goals: Goal[] = [];
    for (const [list, path, key, asked] of lists) {
      for (const [query, parameters] of Object.entries(asked)) {
        const what = `${list}: ${query}`;
        const times = await timesOf(`${server}${path}?limit=20&${parameters.replace('ID', fileId)}`, key);
        const measured = median(times);
        measurements.push([what, Math.min(...times), measured, Math.max(...times)]);
        if (!parameters.includes('include_total'))
          goals.push({ what: `${what}, ${name}`, sense: 'at most', must: goalMs, measured, unit: 'ms', slack: 0 });
      }
    }
    return { tables: [{ head: [name, 'lowest ms', 'median ms', 'worst ms'], rows: measurements }], goals };
  } finally {
    await servers.stop();
  }
}

async function timesOf(url: string, key: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < warmups + tries; round += 1) {
    const begin = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
    if (round >= warmups) times.push(performance.now() - begin);
  }
  return times;
}

/** Adds the files, attaches them to the store, and adds the keys. Returns the ids of the store and of a file. */
async function fill(settings: DatabaseSettings, { projectId }: Tenant): Promise<{ storeId: string; fileId: string }> {
  await openDatabaseWithRetries(loadConfig({ ...settings }), await createLog('warn'));
  const store = (await VectorStore.findOne()) as VectorStore;
  const user = (await User.findOne()) as User;
  let fileId = '';
  for (let first = 0; first < rows; first += rowsPerStatement) {
    const numbers = Array.from({ length: rowsPerStatement }, (_, index) => first + index);
    const files = numbers.map((number) => file(projectId, number));
    fileId = files[0]?.id as string;
    await transaction(async (tx) => {
      await StoredFile.bulkCreate(files, { transaction: tx });
      await VectorStoreFile.bulkCreate(
        files.map((one) => attachment(store.id, one)),
        { transaction: tx },
      );
      await ProjectApiKey.bulkCreate(
        numbers.map((number) => keyOf(projectId, user.id, number)),
        { transaction: tx },
      );
    });
  }
  await closeDatabase();
  return { storeId: store.id, fileId };
}

export function file(projectId: string, number: number) {
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

function attachment(storeId: string, { id, filename, createdAt }: ReturnType<typeof file>) {
  return {
    attachmentId: newId('store-file'),
    id,
    vectorStoreId: storeId,
    currentIn: storeId,
    batchId: null,
    status: 'completed' as const,
    lastErrorCode: null,
    lastErrorMessage: null,
    attributes: '{}',
    maxChunkSizeTokens: 800,
    chunkOverlapTokens: 400,
    bytes: 1000,
    createdAt,
    searchText: searchTextOf([filename, id]),
  };
}

function keyOf(projectId: string, userId: string, number: number) {
  const id = newId('key');
  return {
    id,
    projectId,
    userId,
    serviceAccountId: null,
    name: `department ${number}.`,
    ...noKeyRules,
    digest: createHash('sha256').update(id).digest(),
    redactedValue: 'sk-…',
    ...newKeyState,
    expiresAt: null,
    keptBy: null,
    revokedAt: null,
    limits: null,
    mcpTools: null,
    createdAt: createdAt(id),
  };
}
