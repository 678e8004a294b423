// Measures the authentication with a cached API key, and the recording of the key's last use.

import { setTimeout as wait } from 'node:timers/promises';
import mysql2, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { loadPanel } from '../../../http/panel/index.ts';
import { closeDatabase } from '../../../models/index.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { closeServices, createServices, type Services } from '../../../services/index.ts';
import { createLog } from '../../../services/platform/log.ts';
import { loadConfig } from '../../../services/settings/config.ts';
import { runSql, startMariaDb } from '../../fixtures/mariadb.ts';
import type { Bench, Part } from '../part.ts';
import { type Findings, type Goal, timeSlack } from '../report.ts';
import { median } from '../rounds.ts';
import { createTenant, type Tenant } from '../tenant.ts';

const callsPerRound = 100_000;
const busySeconds = 5;
const pollMs = 10;

export const credentials: Part = {
  name: 'credentials',
  about: 'authentication with a cached key, and the record of its last use',
  async run(bench) {
    const mariaDb = await startMariaDb();
    try {
      await runSql(mariaDb.url, 'CREATE DATABASE bench');
      const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: `${mariaDb.url}bench` };
      const tenant = await createTenant(settings, 0);
      const connection = await mysql2.createConnection(settings.SVC_DATABASE_URL);
      const config = loadConfig(settings);
      const log = await createLog('warn');
      await openDatabaseWithRetries(config, log);
      const services = createServices(config, log, loadPanel(config));
      try {
        return await findOut(bench, services, tenant, connection);
      } finally {
        await closeServices(services);
        await closeDatabase();
        await connection.end();
      }
    } finally {
      await mariaDb.stop();
    }
  },
};

async function findOut(bench: Bench, services: Services, tenant: Tenant, connection: Connection): Promise<Findings> {
  bench.note('delay of the last use');
  const lateSeconds = Math.max(
    await lateness(services, tenant.projectKey, 'project_api_keys', connection),
    await lateness(services, tenant.organizationKey, 'admin_api_keys', connection),
  );
  bench.note('a cached key');
  const { cpuMicros, reads } = await warm(bench, services, tenant, connection);
  bench.note(`${busySeconds} s of use`);
  const writesPerSecond = await busy(services, tenant, connection);
  const goals: Goal[] = [
    {
      what: 'authentication with a cached key',
      sense: 'at most',
      must: 1.5,
      measured: cpuMicros,
      unit: 'µs',
      slack: timeSlack,
    },
    { what: 'SELECTs for a cached key', sense: 'at most', must: 0, measured: reads, unit: 'SQL', slack: 0 },
    { what: 'UPDATEs of the last use', sense: 'at most', must: 1, measured: writesPerSecond, unit: 'SQL/s', slack: 0 },
    {
      what: 'delay of the last use',
      sense: 'at most',
      must: 2,
      measured: lateSeconds,
      unit: 's',
      slack: timeSlack,
    },
  ];
  return { goals };
}

/** Returns the CPU time of one authentication (the median over the rounds), and the number of SELECTs of all rounds. */
async function warm(
  { rounds }: Bench,
  { access }: Services,
  { projectKey }: Tenant,
  connection: Connection,
): Promise<{ cpuMicros: number; reads: number }> {
  const times: number[] = [];
  let reads = 0;
  for (let round = 0; round <= rounds; round += 1) {
    // Each round fills the cache again, because a cached credential expires after three seconds.
    const readsAtFirst = await countOf(connection, 'Com_select');
    access.forgetAll();
    await access.principal(projectKey.value, '127.0.0.1');
    const readsBefore = await countOf(connection, 'Com_select');
    if (readsBefore !== readsAtFirst + 1) throw new Error('The SELECT of a key that is not cached was not counted');
    const before = process.cpuUsage();
    for (let call = 0; call < callsPerRound; call += 1) {
      if (access.principal(projectKey.value, '127.0.0.1') instanceof Promise) throw new Error('The key is not cached');
    }
    const { user, system } = process.cpuUsage(before);
    reads += (await countOf(connection, 'Com_select')) - readsBefore;
    // Round 0 warms the code up.
    if (round > 0) times.push((user + system) / callsPerRound);
  }
  return { cpuMicros: median(times), reads };
}

/** Returns the UPDATEs per second while keys of both kinds are in constant use. */
async function busy({ access }: Services, tenant: Tenant, connection: Connection): Promise<number> {
  const before = await countOf(connection, 'Com_update');
  const start = performance.now();
  while (performance.now() - start < busySeconds * 1000) {
    await access.principal(tenant.projectKey.value, '127.0.0.1');
    await access.principal(tenant.organizationKey.value, '127.0.0.1');
    await wait(pollMs);
  }
  return ((await countOf(connection, 'Com_update')) - before) / busySeconds;
}

/** Returns the seconds from the first use of a key until the database has its last use. */
async function lateness(
  { access }: Services,
  key: Tenant['projectKey'],
  table: string,
  connection: Connection,
): Promise<number> {
  await access.principal(key.value, '127.0.0.1');
  const start = performance.now();
  for (;;) {
    const [rows] = await connection.query<RowDataPacket[]>(`SELECT last_used_at FROM ${table} WHERE id = ?`, [key.id]);
    if (rows[0]?.last_used_at !== null) return (performance.now() - start) / 1000;
    if (performance.now() - start > 30_000) throw new Error('The last use of a key was not recorded within 30 s');
    await wait(pollMs);
  }
}

/** Returns how many statements of a kind the database server has run for all clients, prepared statements included. */
async function countOf(connection: Connection, variable: string): Promise<number> {
  const [rows] = await connection.query<RowDataPacket[]>('SHOW GLOBAL STATUS LIKE ?', [variable]);
  return Number(rows[0]?.Value);
}
