// Tests several server processes on one port.

import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { availableParallelism } from 'node:os';
import t from 'tap';
import { loadConfig, readersOf } from '../../services/settings/index.ts';
import { client, startApp } from '../harness/app.ts';
import { startServer, until } from '../harness/process.ts';
import { storeWith } from '../harness/stores.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t);
const server = await startServer({
  ...app.database.settings,
  SVC_PROCESSES: '2',
  SVC_METRICS_ADDRESS: '127.0.0.1:0',
});
t.teardown(() => server.end('SIGKILL'));
const [health, ready] = [`${server.url}/healthz`, `${server.url}/readyz`];
let healthCalls = 0;

/**
 * Calls on a connection of its own, or one of the agent's. Resolves to the status or the error. A connection that was
 * handed to a process just before it was killed gets no answer.
 */
function call(url: string, agent = new Agent()): Promise<number | string | undefined> {
  if (url === health) healthCalls += 1;
  return new Promise((resolve) => {
    const sent = get(url, { agent, timeout: 5000 }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', ({ message }) => resolve(message));
  });
}

/** Each process logs its calls with its number. */
function answering(): Set<string> {
  return new Set([...server.output().matchAll(/"process":(\d+)[^\n]*\/healthz/g)].map(([, id = '']) => id));
}

/** The processes that have answered searches. */
function searching(): Set<string> {
  return new Set([...server.output().matchAll(/"process":(\d+)[^\n]*\/search"/g)].map(([, id = '']) => id));
}

async function metric(name: string): Promise<number> {
  const at = /metrics at (http:[^"\s]+)/.exec(server.output())?.[1] ?? '';
  const lines = (await (await fetch(at)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1));
}

/** Calls until this many processes have answered. */
function untilAnswering(count: number): Promise<true> {
  return until(async () => {
    await call(health);
    return answering().size >= count ? true : undefined;
  });
}

t.test('the number of files that are read at once leaves a core and three quarters of the memory free', async (t) => {
  const readers = (environment: Record<string, string>): number => readersOf(loadConfig(environment).ingestion);
  t.equal(readers({ SVC_INGESTION_WORKERS: '3' }), 3);
  t.equal(readers({ SVC_INGESTION_MEMORY_MB: '65536' }), 1, 'a file may take more than the memory has');
  t.equal(readers({ SVC_INGESTION_MEMORY_MB: '64' }), Math.max(1, Math.min(64, availableParallelism() - 1)));
});

t.test('both processes answer, and one address line is printed', async (t) => {
  await untilAnswering(2);
  t.strictSame([...answering()].sort(), ['1', '2']);
  t.equal(server.output().match(/^listening on/gm)?.length, 1);
});

t.test('the metrics are the sum of all processes', async (t) => {
  const count = () => metric('svc_http_requests_total{operation="getHealth",status="200"}');
  for (let index = 0; index < 10; index += 1) await call(health);
  // A process counts a call after its answer.
  await until(async () => ((await count()) >= healthCalls ? true : undefined));
  t.equal(await count(), healthCalls);
});

/** Each search is sent on a connection of its own, so that each process gets some. */
async function searchingProcesses(key: string, store: string): Promise<Set<string>> {
  const there = client(t, server.url);
  const body = { query: 'When does the ferry leave?' };
  const path = `/v1/vector_stores/${store}/search`;
  await until(async () => {
    const { body: found } = await there('POST', path, { token: key, body, headers: { connection: 'close' } });
    if (found.data?.[0]?.filename !== 'ferry.txt') throw new Error(JSON.stringify(found));
    return searching().size >= 2 ? true : undefined;
  });
  return searching();
}

t.test('all processes search in one cache', async (t) => {
  const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const { id } = await storeWith(app, project.key, {
    'ferry.txt': 'The ferry leaves at six.',
    'toll.txt': 'The toll is two coins.',
  });
  t.equal((await searchingProcesses(project.key, id)).size, 2);
  await until(async () => ((await metric('svc_search_cache_stores')) > 0 ? true : undefined));
  t.equal(await metric('svc_search_cache_stores'), 1, 'the store is in one cache');
  t.equal(await metric('svc_search_cache_limit_bytes'), 2 ** 29, 'all of which the processes share');
});

t.test('a process shows an organization as another one has left it', async (t) => {
  const { organizationKey: token } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const there = client(t, server.url);
  const changes: [path: string, body: object][] = [
    ['settings', { project_access: 'assigned' }],
    ['data_retention', { retention_type: 'zero_data_retention' }],
    ['spend_limit', { threshold_amount: 500, currency: 'USD', interval: 'month' }],
  ];
  for (const [name, body] of changes) {
    const path = `/v1/organization/${name}`;
    await there('GET', path, { token });
    const changed = await app.request('POST', path, { token, body });
    t.strictSame((await there('GET', path, { token })).body, changed.body, name);
  }
  await there('POST', '/v1/organization/settings', { token, body: {} });
  const { body } = await app.request('GET', '/v1/organization/settings', { token });
  t.equal(body.project_access, 'assigned', 'an empty change keeps it');
});

t.test('SIGHUP restarts both processes under load, and no call fails', async (t) => {
  const before = answering().size;
  const answers = new Map<number | string | undefined, number>();
  const isOver = () => server.output().includes('restarted the server processes');
  const kept = new Agent({ keepAlive: true });
  const callers = Array.from({ length: 16 }, async (_, caller) => {
    while (!isOver()) {
      const answer = await call(caller < 4 ? ready : health, caller % 2 === 0 ? kept : undefined);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  });
  server.child.kill('SIGHUP');
  await Promise.all(callers);
  kept.destroy();
  await untilAnswering(before + 2);
  t.strictSame([...answers.keys()], [200], `${answers.get(200)} calls`);
});

t.test('a process that was killed is replaced', async (t) => {
  const { pid } = server.child;
  const [victim] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const before = answering().size;
  process.kill(Number(victim), 'SIGKILL');
  await untilAnswering(before + 1);
  t.match(server.output(), /another one replaces it/);
});

t.test('SIGTERM ends all processes', async (t) => {
  const { code } = await server.end();
  t.equal(code, 0);
  t.match(await call(health), /ECONNREFUSED/);
});
