// Tests on a real PostgreSQL that the vector index of a large store is built, whatever dies or fails meanwhile.

import pg from 'pg';
import t, { type Test } from 'tap';
import { Collection } from '../../models/collection.ts';
import { database, transaction } from '../../models/connection.ts';
import { runPostgres, startRealPostgres } from '../../scripts/fixtures/postgres.ts';
import { createLog } from '../../services/platform/log.ts';
import type { IndexState } from '../../services/vectors/collections.ts';
import { collectionsOver } from '../../services/vectors/open.ts';
import { postgresEngine } from '../../services/vectors/postgres.ts';
import { createCli } from '../harness/cli.ts';
import { engineOver } from '../harness/collections.ts';
import { startServer, until } from '../harness/process.ts';
import { createStore } from '../harness/stores.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

t.setTimeout(300_000);
const postgres = await startRealPostgres();
t.teardown(() => postgres.stop());
const { app, admin } = await startWithAdmin(t, { SVC_RUN_WORKERS: 'false' });
const { project } = await createTenant(app, admin);
const log = await createLog('silent');
const indexChunks = 50;
const settings = { SVC_COLLECTIONS_URL: postgres.url, SVC_COLLECTIONS_INDEX_CHUNKS: String(indexChunks) };
/** The pool's limit of a statement, which a build exceeds. */
const poolLimitMs = 30_000;

const reached = (look: () => Promise<boolean>, timeoutMs?: number) =>
  until(async () => (await look()) || undefined, timeoutMs);

function open(t: Test) {
  const engine = postgresEngine({ url: postgres.url, poolSize: 3, indexChunks }, database().reader, log);
  const ages = { garbageMs: 0, stagedMs: 0, keptTraces: 0 };
  return engineOver(t, collectionsOver([engine], log, ages), async () => [], { perFile: 0, queries: 0 });
}

/** Returns a store with 60 random chunks of these dimensions. */
async function storeOf(t: Test, dimensions: number) {
  const engine = open(t);
  const storeId = await createStore(app, project.key);
  const chunks = Array.from({ length: 60 }, (_, index) => {
    const vector = Float32Array.from({ length: dimensions }, () => Math.random() - 0.5);
    const length = Math.hypot(...vector);
    return { index, text: `chunk ${index}`, tokens: 2, vector: vector.map((value) => value / length) };
  });
  const { collections } = engine;
  async function* once() {
    yield chunks;
  }
  const staged = await collections.stage(storeId, 'file-a', once());
  await transaction((tx) => collections.publish(staged, {}, tx));
  const state = async (): Promise<IndexState | undefined> =>
    (await collections.indexes()).find((index) => index.storeId === storeId)?.state;
  const vectorOf = (index: number) => (chunks[index] as (typeof chunks)[number]).vector;
  const search = (index: number) =>
    collections.search(storeId, {
      queries: [{ text: '', vector: vectorOf(index) }],
      ...{ maxResults: 5, scoreThreshold: 0, ranker: 'vector', vectorWeight: 1 },
    });
  const { id } = (await Collection.find(storeId)) as { id: string };
  return { storeId, collections, state, search, indexName: `svc2_hnsw_${id.toLowerCase()}` };
}

/** Keeps a transaction open that each build of an index must wait for. */
async function blockBuilds() {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE svc2_chunks IN ROW EXCLUSIVE MODE');
  return () => client.end();
}

async function doctorSays(t: Test) {
  const { stdout } = await (await createCli(t, app)).run(['doctor', '--json'], { env: settings });
  return JSON.parse(stdout).checks.filter(({ part }: { part: string }) => part === 'vector indexes');
}

t.test('a build lasts longer than the statements of searches may', async (t) => {
  const { storeId, collections, state, search } = await storeOf(t, 384);
  t.equal(await state(), 'missing');
  t.match(await doctorSays(t), [{ state: 'warning', message: new RegExp(storeId) }]);
  // The limit of a whole database, which the build must not have either.
  await runPostgres(postgres.url, "ALTER DATABASE postgres SET statement_timeout = '1s'");
  const unblock = await blockBuilds();
  await collections.sweep();
  await reached(async () => (await state()) === 'building');
  t.match(await doctorSays(t), [{ state: 'ok', message: /being built: \d+ %/ }]);
  t.equal((await search(7))[0]?.chunkIndex, 7, 'searches go on');
  const began = performance.now();
  await reached(async () => performance.now() - began > poolLimitMs + 2000, poolLimitMs + 20_000);
  t.equal(await state(), 'building');
  await runPostgres(postgres.url, 'ALTER DATABASE postgres RESET statement_timeout');
  await unblock();
  await reached(async () => (await state()) === 'valid');
  t.equal((await search(7))[0]?.chunkIndex, 7);
  t.match(await doctorSays(t), [{ state: 'ok', message: /valid/ }]);
});

t.test('kill -9 of PostgreSQL leaves an invalid index, which is built again', async (t) => {
  const { storeId, collections, state, search } = await storeOf(t, 384);
  const unblock = await blockBuilds();
  await collections.sweep();
  await reached(async () => (await state()) === 'building');
  await postgres.kill();
  await t.rejects(search(3), { code: 'unavailable' });
  await postgres.start();
  await unblock().catch(() => undefined);
  await reached(async () => (await state().catch(() => undefined)) === 'failed');
  t.match(await doctorSays(t), [{ state: 'failed', message: new RegExp(`${storeId}.*build failed`) }]);
  t.equal((await search(3))[0]?.chunkIndex, 3, 'exact meanwhile');
  await reached(async () => {
    await collections.sweep();
    return (await state()) === 'valid';
  });
  t.equal((await search(3))[0]?.chunkIndex, 3);
});

t.test('PostgreSQL finishes the build of a killed server, and another server builds no second one', async (t) => {
  const { state, indexName } = await storeOf(t, 384);
  const unblock = await blockBuilds();
  const { dataDir, url } = app.database;
  const start = () => startServer({ ...settings, SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: url });
  const first = await start();
  await reached(async () => (await state()) === 'building', 30_000);
  await first.end('SIGKILL');
  const second = await start();
  t.teardown(() => second.end());
  t.equal(await state(), 'building');
  await unblock();
  await reached(async () => (await state()) === 'valid');
  const builds = await runPostgres(postgres.url, `SELECT 1 FROM pg_class WHERE relname = '${indexName}'`);
  t.equal(builds.length, 1);
});

t.test('vectors of up to 4,000 dimensions are indexed, and longer ones are reported', async (t) => {
  const large = await storeOf(t, 3072);
  await reached(async () => {
    await large.collections.sweep();
    return (await large.state()) === 'valid';
  });
  t.equal((await large.search(9))[0]?.chunkIndex, 9);
  const tooLong = await storeOf(t, 4001);
  await tooLong.collections.sweep();
  t.equal(await tooLong.state(), 'impossible');
  t.equal((await tooLong.search(9))[0]?.chunkIndex, 9);
  t.match(await doctorSays(t), [{ state: 'warning', message: /4001 dimensions/ }]);
});
