// Measures calls of servers of one and of two processes, on the embedded database and on MariaDB. The servers share all
// cores with MariaDB, the model server and the load, so on a small machine only the CPU time of a call tells how many
// calls more processes would answer on more cores.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type MariaDb, runSql, startMariaDb } from '../../fixtures/mariadb.ts';
import type { LoadRequest } from '../load.ts';
import type { Bench, Part } from '../part.ts';
import { type Comparison, compare, type Findings, timeSlack } from '../report.ts';
import { measure, type Subject } from '../rounds.ts';
import { type ServerProcess, Servers } from '../server-process.ts';
import { createTenant, type Tenant } from '../tenant.ts';
import { fillStore } from './file-search.ts';
import { chat } from './proxy.ts';

const stores = 1000;
const files = 100;
const [embedded, mariaDb] = ['embedded database', 'MariaDB'];
const question = 'How long can a product be returned?';
const searches = 'POST /v1/vector_stores/{id}/search';

/** A server, and what the calls to it need. */
interface Measured extends Subject {
  tenant: Tenant;
  storeId: string;
}

const requests: Record<string, (subject: Measured) => LoadRequest> = {
  'GET /v1/vector_stores': ({ tenant }) => ({ method: 'GET', path: '/v1/vector_stores', headers: headersOf(tenant) }),
  'POST /v1/chat/completions': ({ tenant }) => chat(tenant, false),
  'POST /v1/embeddings': ({ tenant }) => post(tenant, '/v1/embeddings', { model: 'bench', input: question }),
  [searches]: ({ tenant, storeId }) => searchOf(tenant, storeId),
};

export const processes: Part = {
  name: 'processes',
  about: 'calls of servers of one and of two processes, which share the cores with the load',
  async run(bench) {
    const database = await startMariaDb();
    const servers = new Servers();
    try {
      return await compareAll(bench, database, servers);
    } finally {
      await servers.stop();
      await database.stop();
    }
  },
};

async function compareAll(bench: Bench, database: MariaDb, servers: Servers): Promise<Findings> {
  const upstream = await servers.start('upstream', undefined);
  const subjects: Measured[] = [];
  for (const [kind, count] of [embedded, mariaDb].flatMap((one) => [[one, 1] as const, [one, 2] as const])) {
    const name = `${count === 1 ? 'one process' : `${count} processes`}, ${kind}`;
    bench.note(`filling ${name}`);
    const schema = `bench${count}`;
    if (kind === mariaDb) await runSql(database.url, `CREATE DATABASE ${schema}`);
    const url = kind === mariaDb ? database.url + schema : '';
    const settings = { SVC_DATA_DIR: join(bench.folder, name.replaceAll(/\W+/g, '-')), SVC_DATABASE_URL: url };
    subjects.push({ name, ...(await startFilled(settings, count, upstream, servers)) });
  }
  const comparisons: Comparison[] = [];
  for (const [what, request] of Object.entries(requests)) {
    bench.note(what);
    const samples = await measure(subjects, (subject) => request(subject as Measured), bench);
    comparisons.push(compare(what, samples));
  }
  return { comparisons, goals: goalsOf(comparisons) };
}

async function startFilled(
  settings: { SVC_DATA_DIR: string; SVC_DATABASE_URL: string },
  count: number,
  upstream: ServerProcess,
  servers: Servers,
): Promise<Omit<Measured, 'name'>> {
  await mkdir(settings.SVC_DATA_DIR, { recursive: true });
  const tenant = await createTenant(settings, stores);
  const listed = [{ name: 'bench', base_url: `${upstream.url}/v1`, api_key: 'bench', models: ['bench'] }];
  const more = { SVC_PROCESSES: String(count), SVC_UPSTREAMS: JSON.stringify(listed) };
  const server = await servers.startSvc(undefined, { ...settings, ...more });
  const storeId = await fillStore(server.url, headersOf(tenant), files);
  // The first search starts the search thread, which takes longer than the load waits for an answer.
  const { path, ...request } = searchOf(tenant, storeId);
  await (await fetch(server.url + path, request as RequestInit)).text();
  return { server, tenant, storeId };
}

/** 2,000 searches a second on MariaDB where the embedded database answers 3,170: a ratio also holds on a busy machine. */
const leastShare = 0.63;

function goalsOf(comparisons: Comparison[]): Findings['goals'] {
  const found = comparisons.find(({ request }) => request === searches)?.servers;
  const times = found?.find(({ name }) => name === `one process, ${mariaDb}`)?.oursBySpeed ?? Number.POSITIVE_INFINITY;
  const what = 'searches a second on MariaDB, to the embedded database';
  return [{ what, sense: 'at least', must: leastShare, measured: 1 / times, unit: 'x', slack: timeSlack }];
}

function headersOf({ projectKey }: Tenant): Record<string, string> {
  return { authorization: `Bearer ${projectKey.value}` };
}

function searchOf(tenant: Tenant, storeId: string): LoadRequest {
  return post(tenant, `/v1/vector_stores/${storeId}/search`, { query: question });
}

function post(tenant: Tenant, path: string, body: object): LoadRequest {
  const headers = { ...headersOf(tenant), 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}
