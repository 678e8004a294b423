// Tests workers that are killed or stopped, and many concurrent workers: no delivery is lost, and none is repeated
// without need.

import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { QueryTypes } from 'sequelize';
import t, { type Test } from 'tap';
import { database } from '../../models/connection.ts';
import { Job } from '../../models/job.ts';
import { runSql, startMariaDb } from '../../scripts/fixtures/mariadb.ts';
import { startApp } from '../harness/app.ts';
import { holdBound } from '../harness/clock.ts';
import { databaseKind } from '../harness/database.ts';
import { createField, drained, endLeases, faultSettings, holdAgainst, rounds } from '../harness/faults.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { until } from '../harness/process.ts';
import { createTenant, signUp } from '../harness/world.ts';

// The timeout of the file is long, because it starts and kills processes, possibly on a busy machine.
t.setTimeout(600_000);

/** Each test has a database of its own, because it counts all rows. */
async function start(t: Test) {
  const app = await startApp(t, faultSettings);
  return { app, key: (await createTenant(app, await signUp(app, { isAdmin: true }))).organizationKey };
}

t.test(`workers killed ${rounds} times under load lose nothing`, { timeout: 600_000 }, async (t) => {
  const { app, key } = await start(t);
  const field = await createField(t, app, key);
  const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1000);
  t.comment(`seed ${seed}`);
  for (let round = 0; round < rounds; round += 1) {
    const worker = await field.worker();
    const before = field.accepted.length;
    await field.emit(40);
    await until(() => (field.accepted.length > before + 3 ? true : undefined));
    // A random time.
    await wait((seed * (round + 1) * 37) % 150);
    await worker.end('SIGKILL');
    await endLeases();
  }
  await field.worker();
  await drained(120_000);
  await holdAgainst(t, field);
});

t.test('a stopping worker finishes its deliveries, and no receiver gets one twice', { timeout: 600_000 }, async (t) => {
  const { app, key } = await start(t);
  const field = await createField(t, app, key, { projects: 13, delayMs: 1000 });
  await field.emit(130);
  const worker = await field.worker();
  const seen = (): number => field.receivers.reduce((sum, { received }) => sum + received.length, 0);
  await until(() => (seen() >= 100 ? true : undefined));
  const startedAt = performance.now();
  const { code } = await worker.end('SIGTERM');
  t.equal(code, 0);
  holdBound(t, 'ms until the worker has stopped', performance.now() - startedAt, 40_000);
  const held = await Job.findAll({ raw: true });
  t.same(
    held.filter(({ lease }) => lease !== null),
    [],
    'no lease remains',
  );
  await field.worker();
  await drained(120_000);
  await holdAgainst(t, field);
  t.equal(field.accepted.length, field.batches.length, 'each event was accepted once');
});

t.test('three workers on one queue make each delivery once', { timeout: 600_000 }, async (t) => {
  const { app, key } = await start(t);
  const field = await createField(t, app, key, { delayMs: 0 });
  await Promise.all([field.worker(), field.worker(), field.worker()]);
  await Promise.all([field.emit(40), field.emit(40), field.emit(40)]);
  await drained(120_000);
  await holdAgainst(t, field);
  t.equal(field.accepted.length, field.batches.length, 'each event was accepted once');
});

const perProducer = rounds > 3 ? 1667 : 25;

t.test(`two workers and six producers that end ${perProducer} batches each do not disturb each other`, async (t) => {
  const { app, key } = await start(t);
  // Ten thousand deliveries take minutes on a busy machine.
  t.setTimeout(900_000);
  const field = await createField(t, app, key, { projects: 12, delayMs: 0 });
  const deadlocks = async (): Promise<number> => {
    if (databaseKind() !== 'mysql') return 0;
    const metric = "SELECT `COUNT` AS count FROM information_schema.INNODB_METRICS WHERE NAME = 'lock_deadlocks'";
    const [row] = await database().sequelize.query<{ count: string }>(metric, { type: QueryTypes.SELECT });
    return Number(row?.count);
  };
  const before = await deadlocks();
  t.ok(Number.isInteger(before), 'the database counts them');
  await Promise.all([field.worker(), field.worker()]);
  await Promise.all(Array.from({ length: 6 }, () => field.emit(perProducer)));
  await drained(600_000);
  await holdAgainst(t, field);
  t.equal(field.accepted.length, field.batches.length, 'each event was accepted once');
  // The few deadlocks were retried invisibly. Those of concurrent test files may be counted too.
  const count = (await deadlocks()) - before;
  t.ok(count <= Math.max(20, field.batches.length / 100), `${count} deadlocks`);
});

const skip = databaseKind() !== 'mysql' && 'the embedded database is in the process';

t.test('deliveries continue after a restart of the database', { timeout: 600_000, skip }, async (t) => {
  const first = await startMariaDb();
  const port = Number(new URL(first.url).port);
  await runSql(first.url, 'CREATE DATABASE svc');
  const settings = { SVC_DATABASE_URL: `${first.url}svc` };
  const app = await startApp(t, { ...faultSettings, ...settings });
  const key = (await createTenant(app, await signUp(app, { isAdmin: true }))).organizationKey;
  const field = await createField(t, app, key, { settings, delayMs: 50 });
  await field.emit(120);
  await field.worker();
  await until(() => (field.accepted.length > 20 ? true : undefined));
  // Stopped gracefully: after a kill, this MariaDB would lose the last second, because it is configured for speed.
  const ended = new Promise((resolve) => first.process.once('exit', resolve));
  first.process.kill('SIGTERM');
  await ended;
  const second = await startMariaDb({ dataDir: first.dataDir, port });
  t.teardown(() => Promise.all([second.stop(), first.stop()]));
  await until(
    () =>
      drained(1000).then(
        () => true as const,
        () => undefined,
      ),
    90_000,
  );
  await holdAgainst(t, field);
});

t.test('the proxy variables of the environment are ignored', async (t) => {
  const { app, key } = await start(t);
  let visits = 0;
  const proxy = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  const port = await listenOnLoopback(proxy);
  t.teardown(() => proxy.close());
  const address = `http://127.0.0.1:${port}`;
  const settings = {
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: address,
    https_proxy: address,
    HTTP_PROXY: address,
    ALL_PROXY: address,
  };
  const field = await createField(t, app, key, { settings });
  await field.emit(8);
  await field.worker();
  await drained(120_000);
  await holdAgainst(t, field);
  t.equal(visits, 0);
});
