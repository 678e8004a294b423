// Tests a database that dies, freezes, recovers, or has a newer schema. MySQL only, because the embedded database is
// part of the process.

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql2 from 'mysql2/promise';
import t from 'tap';
import { openConnections } from '../../models/connection.ts';
import { closeDatabase } from '../../models/index.ts';
import { freePort, type MariaDb, runSql, startMariaDb } from '../../scripts/fixtures/mariadb.ts';
import { mint } from '../../services/tenancy/tokens.ts';
import { holdBound } from '../harness/clock.ts';
import { databaseKind } from '../harness/database.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { runServer, type ServerProcess, startServer, until } from '../harness/process.ts';

if (databaseKind() !== 'mysql') {
  t.plan(0, 'faults of MySQL are tested in the MySQL run');
  process.exit(0);
}

// This file starts many servers, which takes longer on a busy machine.
t.setTimeout(300_000);

const folder = await mkdtemp(join(tmpdir(), 'svc-faults-'));
t.teardown(() => rm(folder, { recursive: true, force: true }));

/** Starts a MariaDB with an empty database for one test, which kills it. */
async function ownDatabase(): Promise<{ mariaDb: MariaDb; settings: Record<string, string> }> {
  const mariaDb = await startMariaDb();
  await runSql(mariaDb.url, 'CREATE DATABASE svc');
  const settings = { SVC_DATA_DIR: folder, SVC_DATABASE_URL: `${mariaDb.url}svc`, SVC_DATABASE_TIMEOUT_SECONDS: '1' };
  return { mariaDb, settings };
}

/** Sends a request that needs the database, with a new unknown but well-formed project key. */
async function ask({
  url,
}: ServerProcess): Promise<{ status: number; code: string; retryAfter: string | null; tookMs: number }> {
  const began = performance.now();
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'not the password' }),
  });
  const { error } = (await response.json()) as { error: { code: string } };
  return {
    status: response.status,
    code: error.code,
    retryAfter: response.headers.get('retry-after'),
    tookMs: performance.now() - began,
  };
}

const statusOf = async (server: ServerProcess, path: string): Promise<number> =>
  (await fetch(server.url + path)).status;

t.test(
  'while the database is down the server answers 503 and keeps running, and recovers with the database',
  async (t) => {
    const { mariaDb, settings } = await ownDatabase();
    const server = await startServer(settings);
    t.equal((await ask(server)).status, 401);
    const port = Number(new URL(mariaDb.url).port);
    mariaDb.process.kill('SIGKILL');
    const refused = await until(async () => {
      const answer = await ask(server);
      return answer.status === 503 ? answer : undefined;
    });
    t.match(refused, { code: 'unavailable' });
    t.ok(Number(refused.retryAfter) >= 1);
    const { value } = mint('access');
    const me = (token: string) => fetch(`${server.url}/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    t.equal((await me(value)).status, 503, 'a well-formed credential is looked up');
    t.equal(
      (await me(`${value.slice(0, -1)}${value.endsWith('a') ? 'b' : 'a'}`)).status,
      401,
      'a mistyped credential is not looked up',
    );
    t.equal(await statusOf(server, '/readyz'), 503);
    t.equal(await statusOf(server, '/healthz'), 200);
    const again = await startMariaDb({ dataDir: mariaDb.dataDir, port });
    const began = performance.now();
    await until(async () => ((await ask(server)).status === 401 ? true : undefined));
    // The pools for reading and writing reconnect one after the other.
    await until(async () => ((await statusOf(server, '/readyz')) === 200 ? true : undefined));
    holdBound(t, 'ms until the server has recovered', performance.now() - began, 30_000);
    t.equal((await server.end()).code, 0);
    await again.stop();
    await mariaDb.stop();
  },
);

t.test('a connection that is accepted and then cut off does not occupy the pool', async (t) => {
  const closing = createServer((socket) => socket.destroy());
  const port = await listenOnLoopback(closing);
  const url = `mysql://root@127.0.0.1:${port}/svc`;
  const sequelize = openConnections({ url, dataDir: folder, poolSize: 2, timeoutMs: 1000 });
  for (let attempt = 0; attempt < 6; attempt += 1)
    await t.rejects(
      sequelize.query('SELECT 1'),
      { name: 'SequelizeConnectionError' },
      'the failure is noticed at once, and not by a timeout',
    );
  await closeDatabase();
  await new Promise((resolve) => closing.close(resolve));
});

t.test('a server whose database is frozen or read-only reports not ready within three seconds', async (t) => {
  const { mariaDb, settings } = await ownDatabase();
  // Longer than the timeout of the readiness check.
  const server = await startServer({ ...settings, SVC_DATABASE_TIMEOUT_SECONDS: '4' });
  t.equal(await statusOf(server, '/readyz'), 200);
  mariaDb.process.kill('SIGSTOP');
  const began = performance.now();
  const states = await until(async () => {
    const status = await statusOf(server, '/readyz');
    return status === 503
      ? await Promise.all(Array.from({ length: 20 }, () => statusOf(server, '/readyz')))
      : undefined;
  });
  const tookMs = performance.now() - began;
  // The first readiness check reports the failure within 3 s, and the next ones do not wait longer.
  holdBound(t, 'two readiness checks in sequence, in ms', tookMs, 6000);
  t.strictSame([...new Set(states)], [503]);
  mariaDb.process.kill('SIGCONT');
  await until(async () => ((await statusOf(server, '/readyz')) === 200 ? true : undefined));
  const backup = await mysql2.createConnection({ uri: mariaDb.url });
  await backup.query('FLUSH TABLES WITH READ LOCK');
  await until(async () => ((await statusOf(server, '/readyz')) === 503 ? true : undefined));
  await backup.end();
  await until(async () => ((await statusOf(server, '/readyz')) === 200 ? true : undefined));
  t.equal((await server.end()).code, 0);
  await mariaDb.stop();
});

t.test('while the database is frozen every call ends within its deadline, and calls succeed afterwards', async (t) => {
  const { mariaDb, settings } = await ownDatabase();
  const server = await startServer(settings);
  t.equal((await ask(server)).status, 401);
  mariaDb.process.kill('SIGSTOP');
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(server)));
  for (const { status, tookMs } of answers) {
    t.equal(status, 503);
    // 1 s for a statement, 3 s to wait for a connection, and more on a busy machine.
    t.ok(tookMs < 15_000, `${Math.round(tookMs)} ms`);
  }
  t.equal(await statusOf(server, '/healthz'), 200);
  t.equal(await statusOf(server, '/readyz'), 503);
  mariaDb.process.kill('SIGCONT');
  await until(async () => ((await ask(server)).status === 401 ? true : undefined));
  t.equal((await server.end()).code, 0);
  await mariaDb.stop();
});

t.test('a server that starts before its database waits for it', async (t) => {
  const { mariaDb, settings } = await ownDatabase();
  const port = Number(new URL(mariaDb.url).port);
  mariaDb.process.kill('SIGKILL');
  await new Promise((resolve) => mariaDb.process.once('exit', resolve));
  const starting = startServer({ ...settings, SVC_DATABASE_WAIT_SECONDS: '30' });
  const again = await startMariaDb({ dataDir: mariaDb.dataDir, port });
  const server = await starting;
  t.equal(await statusOf(server, '/readyz'), 200);
  await server.end();
  await again.stop();
  await mariaDb.stop();
});

t.test('a database that is unknown, forbidden or of a newer version is refused with one line', async (t) => {
  const { mariaDb, settings } = await ownDatabase();
  const unknown = await runServer({ ...settings, SVC_DATABASE_URL: `${mariaDb.url}nothing` });
  t.match(unknown, {
    code: 1,
    stderr: /^svc: The database cannot be used: Unknown database 'nothing'\. Check SVC_DATABASE_URL, and .*\n$/,
  });
  const denied = await runServer({
    ...settings,
    SVC_DATABASE_URL: `${mariaDb.url.replace('root@', 'root:hush@')}svc`,
  });
  t.match(denied, { code: 1, stderr: /^svc: The database cannot be used: Access denied/ });
  t.notMatch(denied.stderr, /hush/);
  await (await startServer(settings)).end();
  await runSql(`${mariaDb.url}svc`, "INSERT INTO schema_migrations (name) VALUES ('9999-from-the-future')");
  const ahead = await runServer(settings);
  t.match(ahead, { code: 1, stderr: /^svc: The database cannot be used: .*newer svc \(9999-from-the-future\)/ });
  await mariaDb.stop();
});

t.test('a server with a free port starts on a database that disables backslash escapes by default', async (t) => {
  const { mariaDb, settings } = await ownDatabase();
  await runSql(mariaDb.url, "SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'");
  const server = await startServer({ ...settings, SVC_PORT: String(await freePort()) });
  t.equal((await ask(server)).status, 401);
  await server.end();
  await mariaDb.stop();
});
