// Tests the output of successful and failed starts.

import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { holdBound } from '../harness/clock.ts';
import { createDatabase } from '../harness/database.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { freePort } from '../harness/mariadb.ts';
import { runServer, startServer, until } from '../harness/process.ts';

const database = await createDatabase();
t.teardown(() => database.drop());
const settings = { SVC_DATA_DIR: database.dataDir, SVC_DATABASE_URL: database.url };

t.test('the first start prints the address and the next steps, as JSON lines after the first', async (t) => {
  const server = await startServer({ ...settings, SVC_METRICS_ADDRESS: '127.0.0.1:0' });
  t.match(server.output(), /^listening on http:\/\/127\.0\.0\.1:\d+$/m);
  await until(() => (/panel/.test(server.output()) ? true : undefined));
  t.match(server.output(), /"metrics at http:.+server create-admin --email/s);
  const lines = server.output().trim().split('\n');
  for (const line of lines.filter((one) => !one.startsWith('listening on ')))
    t.doesNotThrow(() => JSON.parse(line), line);
  t.equal((await fetch(`${server.url}/readyz`)).status, 200);
  t.equal((await server.end()).code, 0);
});

t.test('an unusable data directory is reported for both databases', async (t) => {
  const file = join(t.testdir({ taken: 'a file' }), 'taken');
  for (const url of [database.url, '']) {
    for (const folder of [file, join(file, 'data')]) {
      const { code, stderr } = await runServer({ SVC_DATABASE_URL: url, SVC_DATA_DIR: folder });
      t.equal(code, 1);
      t.match(stderr, /^svc: .*SVC_DATA_DIR.*\n$/);
    }
  }
});

t.test('a folder without permission is not reported as a port without permission', async (t) => {
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

t.test('a used port is reported', async (t) => {
  const other = createServer();
  const port = await listenOnLoopback(other);
  t.teardown(() => other.close());
  const { code, stderr } = await runServer({ ...settings, SVC_PORT: String(port) });
  t.equal(code, 1);
  t.match(stderr, /^svc: .*EADDRINUSE.*set SVC_PORT/);
  t.equal(stderr.trim().split('\n').length, 1);
});

t.test('an unreachable database prevents the start with one line', async (t) => {
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
  const servers = await Promise.all(
    Array.from({ length: 3 }, () => startServer({ SVC_DATA_DIR: empty.dataDir, SVC_DATABASE_URL: empty.url })),
  );
  for (const server of servers) t.equal((await fetch(`${server.url}/readyz`)).status, 200);
  const ends = await Promise.all(servers.map((server) => server.end()));
  for (const { code } of ends) t.equal(code, 0);
  // The log is whole only at the end: its lines may come after the one that says where the server listens.
  t.equal(
    ends.filter(({ stdout }) => stdout.includes('migrated the database')).length,
    1,
    'one server migrated the database',
  );
  await empty.drop();
});
