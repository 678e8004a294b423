// Measures the main use case: a page of 20 out of 100,000 vector stores, authenticated, from MariaDB.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type MariaDb, runSql, startMariaDb } from '../../fixtures/mariadb.ts';
import type { LoadRequest } from '../load.ts';
import { pin } from '../machine.ts';
import type { Bench, Part } from '../part.ts';
import { compare, cpuGoal, type Findings } from '../report.ts';
import { measure, type Subject } from '../rounds.ts';
import { checkSameAnswers } from '../same-answers.ts';
import { Servers } from '../server-process.ts';
import { referenceEnvironment } from '../servers/settings.ts';
import { createTenant, type DatabaseSettings, type Tenant } from '../tenant.ts';

const rows = 100_000;
const fastify = 'Fastify 5, mysql2 prepared by hand';

export const listing: Part = {
  name: 'listing',
  about: 'GET /v1/vector_stores, 20 of 100,000 rows',
  async run(bench) {
    const mariaDb = await startMariaDb();
    const servers = new Servers();
    try {
      return await compareAll(bench, mariaDb, servers);
    } finally {
      await servers.stop();
      await mariaDb.stop();
    }
  },
};

async function compareAll(bench: Bench, mariaDb: MariaDb, servers: Servers): Promise<Findings> {
  pin(bench.cores?.others, mariaDb.process.pid as number);
  await runSql(mariaDb.url, 'CREATE DATABASE bench');
  const onMariaDb = { SVC_DATA_DIR: join(bench.folder, 'mariadb'), SVC_DATABASE_URL: `${mariaDb.url}bench` };
  const embedded = { SVC_DATA_DIR: join(bench.folder, 'embedded'), SVC_DATABASE_URL: '' };
  const core = bench.cores?.servers;
  const tenant = await fill(bench, onMariaDb);
  const reference = referenceEnvironment(onMariaDb.SVC_DATABASE_URL, tenant);
  const svc = { name: 'svc', server: await servers.startSvc(core, onMariaDb) };
  const subjects = [svc, { name: fastify, server: await servers.start('fastify-mysql', core, reference) }];
  const own = await fill(bench, embedded);
  const inside = { name: 'svc on the embedded database', server: await servers.startSvc(core, embedded) };
  for (const query of ['', '?limit=3&order=asc', `?before=${await middleOf(svc, tenant)}&limit=7`])
    await checkSameAnswers(subjects, listRequest(tenant, query));
  bench.note('measuring');
  const samples = await measure(
    [...subjects, inside],
    (subject) => listRequest(subject === inside ? own : tenant),
    bench,
  );
  const comparison = compare('GET /v1/vector_stores', samples);
  return {
    comparisons: [comparison],
    goals: [cpuGoal('a list, to Fastify with mysql2', comparison, fastify, 1)],
  };
}

async function fill(bench: Bench, settings: DatabaseSettings): Promise<Tenant> {
  bench.note(`filling ${settings.SVC_DATABASE_URL === '' ? 'the embedded database' : 'MariaDB'}`);
  await mkdir(settings.SVC_DATA_DIR, { recursive: true });
  return createTenant(settings, rows);
}

/** Returns the id of a store in the middle of the first page. */
async function middleOf({ server }: Subject, tenant: Tenant): Promise<string> {
  const { path, headers } = listRequest(tenant);
  const list = (await (await fetch(server.url + path, { headers })).json()) as { data: { id: string }[] };
  return list.data[10]?.id as string;
}

function listRequest({ projectKey }: Tenant, query = ''): LoadRequest {
  return { method: 'GET', path: `/v1/vector_stores${query}`, headers: { authorization: `Bearer ${projectKey.value}` } };
}
