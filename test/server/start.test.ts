// Tests the output of successful and failed starts.

import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Sequelize } from 'sequelize';
import t from 'tap';
import { closeDatabase, openAsItIs } from '../../models/index.ts';
import { knownMigrations, stateOf } from '../../models/migrate.ts';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { holdBound } from '../harness/clock.ts';
import { createDatabase, databaseKind, type TestDatabase } from '../harness/database.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { runServer, startServer, until } from '../harness/process.ts';
import { fill } from '../harness/template.ts';

const database = await createDatabase();
t.teardown(() => database.drop());
const settings = database.settings;
/** For starts that end before the database is asked, or that name one of their own. */
const once = { skip: databaseKind() !== 'sqlite' && 'the embedded database is enough' };

t.test('the first start prints the address and the next steps, as JSON lines after the first', async (t) => {
  const server = await startServer({ ...settings, SVC_METRICS_ADDRESS: '127.0.0.1:0' });
  t.match(server.output(), /^listening on http:\/\/127\.0\.0\.1:\d+$/m);
  await until(() => (/panel/.test(server.output()) ? true : undefined));
  t.match(server.output(), /"metrics at http:.+svc -- quickstart/s);
  const lines = server.output().trim().split('\n');
  for (const line of lines.filter((one) => !one.startsWith('listening on ')))
    t.doesNotThrow(() => JSON.parse(line), line);
  t.equal((await fetch(`${server.url}/readyz`)).status, 200);
  t.equal((await server.end()).code, 0);
});

t.test('an unusable data directory is reported', async (t) => {
  const file = join(t.testdir({ taken: 'a file' }), 'taken');
  for (const folder of [file, join(file, 'data')]) {
    const { code, stderr } = await runServer({ ...settings, SVC_DATA_DIR: folder });
    t.equal(code, 1);
    t.match(stderr, /^svc: .*SVC_DATA_DIR.*\n$/);
  }
});

t.test('a folder without permission is not reported as a port without permission', once, async (t) => {
  const refuse = (error: object) =>
    `--import=data:text/javascript,${encodeURIComponent(`
      import { Server } from 'node:net';
      Server.prototype.listen = () => { throw Object.assign(new Error('EACCES: denied'), ${JSON.stringify(error)}); };`)}`;
  const ofFolder = { code: 'EACCES', syscall: 'mkdir', path: '/data' };
  const folder = await runServer({ ...settings, NODE_OPTIONS: refuse(ofFolder) });
  t.equal(folder.stderr, 'svc: EACCES: denied. See SVC_DATA_DIR.\n');
  const port = await runServer({ ...settings, NODE_OPTIONS: refuse({ code: 'EACCES', syscall: 'listen' }) });
  t.match(port.stderr, /^svc: The process cannot listen: .*See SVC_HOST and SVC_PORT/);
});

t.test('a used port is reported', once, async (t) => {
  const other = createServer();
  const port = await listenOnLoopback(other);
  t.teardown(() => other.close());
  const { code, stderr } = await runServer({ ...settings, SVC_PORT: String(port) });
  t.equal(code, 1);
  t.match(stderr, /^svc: .*EADDRINUSE.*set SVC_PORT/);
  t.equal(stderr.trim().split('\n').length, 1);
});

t.test('a start that a setting prevents creates nothing', async (t) => {
  const other = createServer();
  const port = await listenOnLoopback(other);
  t.teardown(() => other.close());
  const wrong = {
    'a used port': { SVC_PORT: String(port) },
    'a used port of the metrics': { SVC_METRICS_ADDRESS: `127.0.0.1:${port}` },
    'an address of another machine': { SVC_HOST: '192.0.2.1' },
    'a weak key': { SVC_SECRETS_KEY: 'password' },
    'a custom endpoint at an own path': {
      SVC_UPSTREAMS: JSON.stringify([
        { name: 'a', base_url: 'http://127.0.0.1:1/v1', custom_endpoints: ['/v1/files'] },
      ]),
    },
    'no model in the folder': { SVC_EMBEDDING_FILE: t.testdir() },
  };
  for (const [what, setting] of Object.entries(wrong)) {
    const empty = await createDatabase();
    const folder = join(empty.dataDir, 'data');
    const { code, stderr } = await runServer({ SVC_DATABASE_URL: empty.url, SVC_DATA_DIR: folder, ...setting });
    t.equal(code, 1, what);
    t.match(stderr, /^svc: (?!The database)[^\n]+\n$/, what);
    t.notOk(existsSync(folder), `${what}: no data directory`);
    if (empty.url !== '') t.strictSame(await tablesOf(empty.url), [], `${what}: no tables`);
    await empty.drop();
  }
});

t.test('a server with the wrong key does not migrate the database', async (t) => {
  const old = await createDatabase();
  await fill(old);
  const settings = old.settings;
  await (await startServer(settings)).end();
  const [last = ''] = knownMigrations().slice(-1);
  await onDatabase(old, async (sequelize) => {
    await sequelize.query('DELETE FROM schema_migrations WHERE name = ?', { replacements: [last] });
  });
  const { code, stderr } = await runServer({ ...settings, SVC_SECRETS_KEY: 'Zk4tQw8nVb2xLm6cRj0sYh3dPf7gTa1u' });
  t.equal(code, 1);
  t.match(stderr, /^svc: SVC_SECRETS_KEY is not the key [^\n]+\n$/);
  await onDatabase(old, async (sequelize) => {
    t.equal(await stateOf(sequelize), 'other');
  });
  await old.drop();
});

t.test('the second server on one embedded data directory says so in one line', once, async (t) => {
  const embedded = await createDatabase('sqlite');
  await fill(embedded);
  const settings = { SVC_DATABASE_URL: '', SVC_DATA_DIR: embedded.dataDir };
  const first = await startServer(settings);
  const second = await startServer(settings);
  const [alone, shared] = [await first.end(), await second.end()].map(({ stdout }) =>
    stdout.split('\n').filter((line) => line.includes('the data directory')),
  );
  t.strictSame(alone, []);
  t.strictSame(
    shared?.map((line) => JSON.parse(line).msg),
    [
      `The process ${first.child.pid} uses the data directory ${embedded.dataDir} too. They share its data: one of them writes at a time.`,
    ],
  );
  await embedded.drop();
});

async function onDatabase({ url, dataDir }: TestDatabase, work: (sequelize: Sequelize) => Promise<void>) {
  try {
    await work(await openAsItIs({ url, dataDir, poolSize: 1, timeoutMs: 8000 }));
  } finally {
    await closeDatabase();
  }
}

async function tablesOf(url: string): Promise<string[]> {
  const tables: string[] = [];
  await onDatabase({ url, dataDir: '' } as TestDatabase, async (sequelize) => {
    tables.push(...(await sequelize.getQueryInterface().showAllTables()));
  });
  return tables;
}

t.test('an unreachable database prevents the start with one line', once, async (t) => {
  const port = await freePort();
  const began = performance.now();
  const { code, stderr } = await runServer({
    ...settings,
    SVC_DATABASE_URL: `mysql://svc:hush@127.0.0.1:${port}/svc`,
    SVC_DATABASE_WAIT_SECONDS: '1',
  });
  t.equal(code, 1);
  t.match(stderr, /^svc: The database cannot be used: .*ECONNREFUSED/);
  t.equal(stderr.trim().split('\n').length, 1);
  t.notMatch(stderr, /hush/);
  holdBound(t, 'ms until the start fails', performance.now() - began, 30_000);
});

t.test('several servers can start at once on an empty database', async (t) => {
  const empty = await createDatabase();
  const servers = await Promise.all(Array.from({ length: 3 }, () => startServer(empty.settings)));
  for (const server of servers) t.equal((await fetch(`${server.url}/readyz`)).status, 200);
  const ends = await Promise.all(servers.map((server) => server.end()));
  for (const { code } of ends) t.equal(code, 0);
  // The log is whole only at the end: its lines may come after the one that says where the server listens.
  t.equal(
    ends.filter(({ stdout }) => stdout.includes('created the database')).length,
    1,
    'one server created the database',
  );
  await empty.drop();
});
