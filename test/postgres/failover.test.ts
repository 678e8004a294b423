// Tests on a real PostgreSQL that a failover and kills lose nothing that was acknowledged: publications and moves go on
// against the standby that was promoted behind the same address.

import { connect, createServer, type Socket } from 'node:net';
import t from 'tap';
import { Collection, CollectionFile } from '../../models/collection.ts';
import { database, transaction } from '../../models/connection.ts';
import { runPostgres, startRealPostgres } from '../../scripts/fixtures/postgres.ts';
import { engineOver } from '../harness/collections.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { startServer, until } from '../harness/process.ts';
import { createStore } from '../harness/stores.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

t.setTimeout(600_000);
const perFile = 200;
const [primary, other] = [await startRealPostgres(['fsync=on']), await startRealPostgres()];
for (const server of [primary, other]) t.teardown(() => server.stop());
const standby = await primary.standby();
t.teardown(() => standby.stop());
await runPostgres(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
await runPostgres(primary.url, 'SELECT pg_reload_conf()');

/** The one address of the two servers. */
let target = primary.url;
const sockets = new Set<Socket>();
const proxy = createServer((client) => {
  const server = connect(Number(new URL(target).port), '127.0.0.1');
  sockets.add(client);
  const end = (): void => {
    sockets.delete(client);
    client.destroy();
    server.destroy();
  };
  for (const socket of [client, server]) socket.on('close', end).on('error', end);
  client.pipe(server).pipe(client);
});
const url = `postgres://postgres@127.0.0.1:${await listenOnLoopback(proxy)}/postgres`;
t.teardown(() => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

const engines = [
  { name: 'one', url, pool: 4, accept: true },
  { name: 'two', url: other.url, pool: 4, accept: false },
];
const settings = { SVC_COLLECTIONS_ENGINES: JSON.stringify(engines), SVC_COLLECTIONS_INDEX_CHUNKS: '500' };
const { app, admin } = await startWithAdmin(t, { ...settings, SVC_RUN_WORKERS: 'false' });
const { project } = await createTenant(app, admin);
const { collections } = app.app.services;
const { stage, search } = engineOver(t, { ...collections, close: async () => undefined }, async () => [], {
  ...{ perFile: 0, queries: 0 },
});
const texts = (file: number) => Array.from({ length: perFile }, (_, index) => `lighthouse ${index} of file ${file}`);

/** Publishes files until the signal, and after failures again. Returns those that were acknowledged. */
async function publish(
  storeId: string,
  from: number,
  signal: AbortSignal,
): Promise<{ files: number[]; failed: number }> {
  const files: number[] = [];
  let failed = 0;
  for (let file = from; !signal.aborted; file += 1)
    try {
      const staged = await stage(storeId, `file-${file}`, texts(file));
      await transaction((tx) => collections.publish(staged, {}, tx));
      files.push(file);
    } catch {
      failed += 1;
    }
  return { files, failed };
}

/** Returns the files that lack a chunk or have one twice. */
async function wrong(server: string, storeId: string, files: number[]): Promise<number[]> {
  const { id } = (await Collection.find(storeId)) as { id: string };
  const sets = await CollectionFile.findAll({ where: { collectionId: id }, raw: true });
  const rows = await runPostgres<{ setId: string; count: number }>(
    server,
    `SELECT set_id AS "setId", count(DISTINCT position)::int AS count FROM svc2_chunks WHERE collection_id = '${id}' GROUP BY set_id`,
  );
  return files.filter((file) => {
    const setId = sets.find(({ fileId }) => fileId === `file-${file}`)?.setId;
    return rows.find((row) => row.setId === setId)?.count !== perFile;
  });
}

async function finds(storeId: string, file: number): Promise<boolean> {
  const [hit] = await search(storeId, `lighthouse 7 of file ${file}`, { ranker: 'keyword', maxResults: 1 });
  return hit?.fileId === `file-${file}`;
}

const storeId = await createStore(app, project.key);

t.test('kill -9 of PostgreSQL in the middle of publications', async (t) => {
  const stop = new AbortController();
  const publishing = publish(storeId, 0, stop.signal);
  await until(async () => ((await Collection.sizes([storeId]))[0]?.chunks ?? 0) >= 3 * perFile || undefined);
  await primary.kill();
  await t.rejects(finds(storeId, 0), { code: 'unavailable' });
  await primary.start();
  const before = (await Collection.sizes([storeId]))[0]?.chunks ?? 0;
  await until(async () => ((await Collection.sizes([storeId]))[0]?.chunks ?? 0) > before + 2 * perFile || undefined);
  stop.abort();
  const { files, failed } = await publishing;
  t.comment(`${files.length} files acknowledged, ${failed} refused`);
  t.strictSame(await wrong(primary.url, storeId, files), []);
  for (const file of [files[0], files.at(-1)] as number[]) t.ok(await finds(storeId, file));
});

t.test('a server that takes no writes for a while is searched, and files wait for it', async (t) => {
  const writable = `${primary.url}?options=${encodeURIComponent('-c default_transaction_read_only=off')}`;
  const turn = async (mode: 'on' | 'off'): Promise<void> => {
    await runPostgres(writable, `ALTER SYSTEM SET default_transaction_read_only = ${mode}`);
    await runPostgres(writable, 'SELECT pg_reload_conf()');
    await until(async () => {
      const [row] = await runPostgres<Record<string, string>>(primary.url, 'SHOW default_transaction_read_only');
      return row?.default_transaction_read_only === mode || undefined;
    });
  };
  await turn('on');
  for (let times = 0; times < 6; times += 1)
    await t.rejects(stage(storeId, 'file-later', texts(500_000)), { code: 'unavailable' });
  t.ok(await finds(storeId, 0), 'refused writes do not close the way for searches');
  await turn('off');
  const staged = await stage(storeId, 'file-later', texts(500_000));
  await transaction((tx) => collections.publish(staged, {}, tx));
});

t.test('a standby is promoted in the middle of publications and of a move', async (t) => {
  const moved = await createStore(app, project.key);
  for (let file = 0; file < 10; file += 1) {
    const staged = await stage(moved, `file-${file}`, texts(file));
    await transaction((tx) => collections.publish(staged, {}, tx));
  }
  const body = { vector_store_id: moved, to: 'two' };
  const begun = await app.request('POST', '/admin/collections/moves', { token: admin.token, body });
  t.equal(begun.status, 200);
  const { dataDir, url: databaseUrl } = app.database;
  const start = () => startServer({ ...settings, SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: databaseUrl });
  const first = await start();
  const stop = new AbortController();
  const publishing = publish(storeId, 1000, stop.signal);
  const copied = async (): Promise<number> =>
    (await runPostgres<{ count: number }>(other.url, 'SELECT count(*)::int AS count FROM svc2_chunks'))[0]?.count ?? 0;
  await until(async () => (await copied().catch(() => 0)) > 0 || undefined);
  await primary.kill();
  await first.end('SIGKILL');
  await standby.promote();
  target = standby.url;
  const before = (await Collection.sizes([storeId]))[0]?.chunks ?? 0;
  await until(async () => ((await Collection.sizes([storeId]))[0]?.chunks ?? 0) > before + 2 * perFile || undefined);
  stop.abort();
  const { files, failed } = await publishing;
  t.comment(`${files.length} files acknowledged, ${failed} refused`);
  t.strictSame(await wrong(standby.url, storeId, files), []);
  await database().sequelize.query("UPDATE jobs SET due_at = 0 WHERE kind = 'store-move'");
  const second = await start();
  t.teardown(() => second.end());
  await until(async () => (await Collection.find(moved))?.engine === 'two' || undefined);
  t.strictSame(await wrong(other.url, moved, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), []);
  t.ok(await finds(moved, 7));
  await until(async () => {
    await collections.sweep();
    return (await collections.indexes()).every(({ state }) => state === 'valid') || undefined;
  });
  for (const file of [files[0], files.at(-1)] as number[]) t.ok(await finds(storeId, file));
});
