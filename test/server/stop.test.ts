// How the server ends: finishing what is in flight, or not at all politely.

import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import t from 'tap';
import { createDatabase } from '../harness/database.ts';
import { type ServerProcess, startServer, until } from '../harness/process.ts';

const database = await createDatabase();
t.teardown(() => database.drop());
const settings = { SVC_DATA_DIR: database.dataDir, SVC_DATABASE_URL: database.url };

/** A sign-in attempt: a request that the server works on for a while. Resolves to its status, or why there was none. */
function attempt({ url }: ServerProcess): Promise<number | string> {
  const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'not the password' });
  return fetch(`${url}/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
    async (response) => {
      await response.json();
      return response.status;
    },
    (error: Error) => String((error.cause as { code?: string })?.code ?? error.message),
  );
}

t.test('on SIGTERM under load every request that was taken is answered whole, and the exit code is 0', async (t) => {
  const server = await startServer(settings);
  const taken = Array.from({ length: 12 }, () => attempt(server));
  // Two are worked on at a time: after the first answer most are still waiting for their turn.
  await Promise.race(taken);
  const ended = server.end('SIGTERM');
  const statuses = await Promise.all(taken);
  t.strictSame([...new Set(statuses)], [401]);
  const { code, stdout } = await ended;
  t.equal(code, 0);
  t.match(stdout, /"msg":"stopping/);
  t.equal(await attempt(server), 'ECONNREFUSED', 'nobody listens any more');
});

t.test('a stopping server closes kept-alive connections, and does not wait for idle ones', async (t) => {
  const server = await startServer(settings);
  t.equal((await fetch(`${server.url}/healthz`)).headers.get('connection'), 'keep-alive');
  const began = performance.now();
  t.equal((await server.end('SIGTERM')).code, 0);
  t.ok(performance.now() - began < 3000);
});

t.test('what does not finish within the drain time is cut off', async (t) => {
  const server = await startServer({ ...settings, SVC_DRAIN_SECONDS: '1' });
  const { port } = new URL(server.url);
  // A body that never comes.
  const hanging = request({
    port,
    method: 'POST',
    path: '/auth/login',
    headers: { 'content-type': 'application/json', 'content-length': 100 },
  });
  const cutOff = new Promise((resolve) => hanging.once('error', resolve));
  hanging.flushHeaders();
  hanging.write('{');
  await until(async () => ((await fetch(`${server.url}/healthz`)).ok ? true : undefined), 5000);
  const began = performance.now();
  const { code } = await server.end('SIGTERM');
  t.equal(code, 0);
  t.ok(performance.now() - began < 5000);
  await cutOff;
});

t.test('a second signal stops at once', async (t) => {
  const server = await startServer(settings);
  const { port } = new URL(server.url);
  const hanging = request({
    port,
    method: 'POST',
    path: '/auth/login',
    headers: { 'content-type': 'application/json', 'content-length': 100 },
  });
  hanging.on('error', () => undefined);
  hanging.flushHeaders();
  hanging.write('{');
  await until(async () => ((await fetch(`${server.url}/healthz`)).ok ? true : undefined), 5000);
  server.child.kill('SIGTERM');
  await until(() => (server.output().includes('"msg":"stopping') ? true : undefined), 5000);
  const { code } = await server.end('SIGTERM');
  t.equal(code, 1);
});

t.test('a killed server leaves a database that the next one starts on', async (t) => {
  const first = await startServer(settings);
  const attempts = Array.from({ length: 8 }, () => attempt(first));
  await first.end('SIGKILL');
  await Promise.all(attempts);
  const second = await startServer(settings);
  t.equal((await fetch(`${second.url}/readyz`)).status, 200);
  t.equal(await attempt(second), 401);
  t.equal((await second.end()).code, 0);
});
