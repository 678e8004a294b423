// Tests that a store is searched in the engine that has its chunks, whatever the settings name later.

import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server, connect as tcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ChunkSet } from '../../../models/chunk-set.ts';
import { Collection, CollectionFile } from '../../../models/collection.ts';
import { database, transaction } from '../../../models/connection.ts';
import { removeFolder } from '../../../scripts/fixtures/folders.ts';
import { createLog } from '../../../services/platform/log.ts';
import type { Engine } from '../../../services/vectors/engine.ts';
import { collectionsOver } from '../../../services/vectors/open.ts';
import { postgresEngines } from '../../../services/vectors/postgres.ts';
import { relationalEngine } from '../../../services/vectors/relational.ts';
import { client } from '../../harness/app.ts';
import { createCli } from '../../harness/cli.ts';
import { engineOver, searchSettings } from '../../harness/collections.ts';
import { createDatabase } from '../../harness/database.ts';
import { upload } from '../../harness/forms.ts';
import { listenOnLoopback } from '../../harness/loopback.ts';
import { poolSize, startPostgres } from '../../harness/postgres.ts';
import { type ServerProcess, startServer, until } from '../../harness/process.ts';
import { createStore, finished, storeWith } from '../../harness/stores.ts';
import { createTenant, startWithAdmin } from '../../harness/world.ts';

const postgres = await startPostgres();
t.teardown(() => postgres.stop());
// Without workers, so that the server that a test starts processes the files.
const { app, admin } = await startWithAdmin(t, { SVC_RUN_WORKERS: 'false' });
const log = await createLog('silent');
const { project } = await createTenant(app, admin);
const token = project.key;

type Ask = Pick<typeof app, 'request'>;
interface Running extends Ask {
  server: ServerProcess;
}

/** Starts one more server on the database of the app. */
async function start(t: Test, settings: Record<string, string> = {}): Promise<Running> {
  const { dataDir, url } = app.database;
  const server = await startServer({ SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: url, ...settings });
  t.teardown(() => server.end());
  return { server, request: client(t, server.url) };
}

async function engineOf(storeId: string): Promise<string | null | undefined> {
  return (await Collection.find(storeId))?.engine;
}

function search(ask: Ask, storeId: string) {
  return ask.request('POST', `/v1/vector_stores/${storeId}/search`, { token, body: { query: 'lighthouse' } });
}

/** Returns the names of the files that a search finds, or the status of the refusal. */
async function found(ask: Ask, storeId: string): Promise<string[] | number> {
  const { status, body } = await search(ask, storeId);
  return status === 200 ? body.data.map(({ filename }: { filename: string }) => filename).sort() : status;
}

async function add(ask: Ask, storeId: string, name: string): Promise<string> {
  const fileId = await upload(ask, token, { filename: name, content: `A lighthouse, in ${name}` });
  const path = `/v1/vector_stores/${storeId}/files`;
  const { status, text } = await ask.request('POST', path, { token, body: { file_id: fileId } });
  if (status !== 200) throw new Error(text);
  await finished(ask, token, `${path}/${fileId}`);
  return fileId;
}

/** Makes the rows those of a version that recorded no engine. */
async function forget(): Promise<void> {
  for (const table of ['collections', 'chunk_sets'])
    await database().sequelize.query(`UPDATE ${table} SET engine = NULL`);
}

/** Returns the error lines of the log about search engines. */
function errors({ server }: Running): { level: string; msg: string; stores: number; first: string[] }[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level, msg }) => level === 'error' && /search engine/.test(msg));
}

t.test('stores stay in their engine when the settings change', async (t) => {
  const cli = await createCli(t, app);
  const doctor = async (env: Record<string, string> = {}) => {
    const { code, json } = await cli.run(['doctor', '--json'], { env });
    const checks = json().checks as { part: string; state: string; message: string }[];
    return { code, engines: checks.filter(({ part }) => part === 'search engines') };
  };
  const withPostgres = { SVC_COLLECTIONS_URL: postgres.url, SVC_COLLECTIONS_POOL: String(poolSize) };

  const before = await start(t);
  const text = 'A lighthouse.';
  const { id: old } = await storeWith(before, token, { 'old.txt': text });
  const { id: split } = await storeWith(before, token, { 'one.txt': text });
  const empty = await createStore(before, token);
  t.strictSame(await found(before, old), ['old.txt']);
  t.equal(await engineOf(old), 'relational');
  await before.server.end();

  const both = await start(t, withPostgres);
  t.strictSame(await found(both, old), ['old.txt'], 'an old store is found with PostgreSQL configured');
  await add(both, old, 'more.txt');
  t.strictSame(await found(both, old), ['more.txt', 'old.txt'], 'its new files go where its old ones are');
  const { id: fresh } = await storeWith(both, token, { 'fresh.txt': text });
  await add(both, empty, 'first.txt');
  t.strictSame([await engineOf(fresh), await engineOf(empty)], ['postgres', 'postgres'], 'new stores go to PostgreSQL');
  t.strictSame([await found(both, fresh), await found(both, empty)], [['fresh.txt'], ['first.txt']]);
  t.match(await doctor(withPostgres), { engines: [{ state: 'ok' }] });

  await t.test('a server without the setting answers 503 for these stores only, and says so', async (t) => {
    const { status, body, headers } = await search(app, fresh);
    t.match([status, body.error.code], [503, 'unavailable']);
    t.ok(Number(headers.get('retry-after')) > 0);
    t.strictSame([await found(app, old), await found(app, empty)], [['more.txt', 'old.txt'], 503]);
    const files = await app.request('GET', `/v1/vector_stores/${fresh}/files`, { token });
    const [{ id: fileId }] = files.body.data;
    const path = `/v1/vector_stores/${fresh}/files`;
    const ask = (method: string, below: string, body?: object) =>
      app.request(method, `${path}${below}`, body === undefined ? { token } : { token, body });
    t.equal((await ask('GET', `/${fileId}/content`)).status, 503);
    t.equal((await ask('POST', '', { file_id: fileId })).status, 503, 'a file would wait for ever');
    const batch = { token, body: { file_ids: [fileId] } };
    t.equal((await app.request('POST', `/v1/vector_stores/${fresh}/file_batches`, batch)).status, 503);
    t.equal((await ask('POST', `/${fileId}`, { attributes: { a: 1 } })).status, 200);
    t.equal((await app.request('GET', `/v1/vector_stores/${fresh}`, { token })).status, 200);

    const alone = await start(t);
    t.strictSame(await found(alone, old), ['more.txt', 'old.txt']);
    const lines = await until(() => (errors(alone).length > 0 ? errors(alone) : undefined));
    t.match(lines, [{ stores: 2, first: [empty, fresh].sort(), msg: /"postgres".*SVC_COLLECTIONS_URL/ }]);
    t.equal(lines.length, 1);
    const report = await doctor();
    t.equal(report.code, 1);
    t.match(report.engines, [{ state: 'failed', message: /"postgres".* 2 vector stores answer 503: vs_/ }]);
    t.match(await cli.run(['verify']), { code: 1, stdout: /"postgres".* 2 vector stores answer 503/ });
    await alone.server.end();
    const folder = await mkdtemp(join(tmpdir(), 'svc-engines-'));
    t.teardown(() => removeFolder(folder));
    const env = { SVC_BACKUP_PASSPHRASE: 'a passphrase of a test' };
    t.match(await cli.run(['backup', join(folder, 'without.tar.gz')], { env }), {
      code: 0,
      stderr: /lacks the chunks of 2 vector stores/,
    });
    const backup = join(folder, 'backup.tar.gz');
    t.match(await cli.run(['backup', backup], { env: { ...env, ...withPostgres } }), { code: 0, stderr: '' });
    const place = await createDatabase('sqlite');
    t.teardown(() => place.drop());
    const there = await createCli(t, { url: '', database: place });
    t.match(await there.run(['restore', backup], { env }), { code: 0 });
    const restored = await startServer({ SVC_DATA_DIR: place.dataDir });
    const moved = { request: client(t, restored.url) };
    t.strictSame([await found(moved, old), await found(moved, fresh)], [['more.txt', 'old.txt'], ['fresh.txt']]);
    t.match(await there.run(['doctor']), { stdout: /^ok +search engines/m });
    await restored.end();
  });

  await t.test('the upgrade finds the engine by the published chunks', async (t) => {
    // An earlier version wrote to PostgreSQL without regard to what was there before.
    await Collection.update({ engine: 'postgres' }, { where: { storeId: split } });
    const two = await add(both, split, 'two.txt');
    await forget();
    t.strictSame(await found(both, old), ['more.txt', 'old.txt'], 'before it is recorded');
    t.strictSame(await found(both, fresh), ['fresh.txt']);
    t.equal(await found(both, split), 503);
    await both.server.end();

    const upgraded = await start(t, withPostgres);
    await until(async () => ((await engineOf(split)) === null ? undefined : true));
    const lines = await until(() => (errors(upgraded).length > 0 ? errors(upgraded) : undefined));
    t.strictSame(await Promise.all([old, fresh, empty, split].map(engineOf)), [
      'relational',
      'postgres',
      'postgres',
      'split',
    ]);
    t.match(lines, [{ stores: 1, first: [split], msg: /two search engines/ }]);
    t.equal(lines.length, 1);
    t.match(await search(upgraded, split), {
      status: 503,
      body: { error: { code: 'unavailable', message: /two search/ } },
    });
    t.strictSame(await found(upgraded, old), ['more.txt', 'old.txt']);
    const report = await doctor(withPostgres);
    t.equal(report.code, 1);
    t.match(report.engines, [{ state: 'failed', message: new RegExp(`two search engines.*${split}`) }]);

    const path = `/v1/vector_stores/${split}/files`;
    const files = (await upgraded.request('GET', path, { token })).body.data as { id: string }[];
    for (const { id } of files) await upgraded.request('DELETE', `${path}/${id}`, { token });
    t.strictSame(await found(upgraded, split), [], 'without files');
    for (const { id } of files) {
      t.equal((await upgraded.request('POST', path, { token, body: { file_id: id } })).status, 200);
      await finished(upgraded, token, `${path}/${id}`);
    }
    t.strictSame(await found(upgraded, split), ['one.txt', 'two.txt']);
    t.equal(await engineOf(split), 'postgres');
    await Collection.update({ engine: 'split' }, { where: { storeId: split } });
    t.strictSame(await found(upgraded, split), ['one.txt', 'two.txt'], 'recorded as split, but in one engine by now');
    t.equal(await engineOf(split), 'postgres');
    t.ok(files.some(({ id }) => id === two));
    t.match(await doctor(withPostgres), { engines: [{ state: 'ok' }] });
  });
});

/** Returns a store, and collections over the engines. */
async function world(t: Test, ...names: ('relational' | 'postgres')[]) {
  const settings = { url: app.database.url, dataDir: app.database.dataDir, poolSize: 2, timeoutMs: 8000 };
  const engines = names.flatMap((name): Engine[] =>
    name === 'relational'
      ? [relationalEngine(searchSettings(settings), log)]
      : postgresEngines({ url: postgres.url, poolSize, indexChunks: 0 }, database().reader, log),
  );
  return over(t, engines as [Engine, ...Engine[]]);
}

function over(t: Test, engines: [Engine, ...Engine[]]) {
  const ages = { garbageMs: 0, stagedMs: 0, keptTraces: 0 };
  return engineOver(t, collectionsOver(engines, log, ages), async () => [], { perFile: 0, queries: 0 });
}

t.test('nothing is recorded while PostgreSQL does not answer, and the next sweep records it', async (t) => {
  const gate = openGate(new URL(postgres.url));
  const port = await listenOnLoopback(gate.server);
  t.teardown(() => gate.close());
  const relational = await world(t, 'relational');
  const both = await world(t, 'relational', 'postgres');
  const [old, fresh] = [await createStore(app, token), await createStore(app, token)];
  await relational.put(old, 'file-a', ['the lighthouse']);
  await both.put(fresh, 'file-b', ['the lighthouse']);
  await forget();
  const url = postgres.url.replace(/@[^/]+/, `@127.0.0.1:${port}`);
  const settings = { url: app.database.url, dataDir: app.database.dataDir, poolSize: 2, timeoutMs: 8000 };
  const gated = over(t, [
    relationalEngine(searchSettings(settings), log),
    ...postgresEngines({ url, poolSize, indexChunks: 0 }, database().reader, log),
  ]);
  gate.isOpen = false;
  await t.rejects(gated.collections.sweep(), { code: 'unavailable' });
  t.strictSame([await engineOf(old), await engineOf(fresh)], [null, null]);
  t.equal((await gated.search(old, 'lighthouse')).length, 1, 'PostgreSQL is not asked for chunks that are here');
  await t.rejects(gated.search(fresh, 'lighthouse'), { code: 'unavailable' });
  gate.isOpen = true;
  // After several failures, the breaker lets nothing through for a second.
  await until(() =>
    gated.collections.sweep().then(
      () => true,
      () => undefined,
    ),
  );
  t.strictSame([await engineOf(old), await engineOf(fresh)], ['relational', 'postgres']);
  t.equal((await gated.search(fresh, 'lighthouse')).length, 1);
  const sets = await ChunkSet.findAll({ where: { fileId: ['file-a', 'file-b'] }, raw: true });
  t.strictSame(
    sets.map(({ fileId, engine }) => [fileId, engine]).sort(),
    [
      ['file-a', 'relational'],
      ['file-b', 'postgres'],
    ],
    'the sweep knows where to remove their chunks',
  );
});

t.test('a search remembers the engine of a store, and asks the other one after a move', async (t) => {
  const both = await world(t, 'relational', 'postgres');
  const [store, other] = [await createStore(app, token), await createStore(app, token)];
  await (await world(t, 'relational')).put(store, 'file-a', ['the lighthouse']);
  await both.put(other, 'file-b', ['the lighthouse']);
  const hits = async (storeId: string) => (await both.search(storeId, 'lighthouse')).length;
  t.strictSame([await hits(store), await hits(other)], [1, 1]);
  const { reader } = database();
  const { select } = reader;
  const statements: string[] = [];
  t.teardown(() => Object.assign(reader, { select }));
  reader.select = (sql, values) => {
    statements.push(sql);
    return select(sql, values);
  };
  t.equal(await hits(store), 1);
  t.strictSame(statements, [], 'only the search thread asks the database');
  // Their chunks stay where they are, so an engine without them shows that it was asked.
  const record = (storeId: string, engine: string) => Collection.update({ engine }, { where: { storeId } });
  await record(store, 'postgres');
  await record(other, 'relational');
  t.equal(await hits(store), 0);
  await t.rejects(hits(other), { message: /Chunks were swept/ });
  await record(store, 'relational');
  await record(other, 'postgres');
  t.strictSame([await hits(store), await hits(other)], [1, 1]);
});

t.test('chunks that no engine has are no empty answer', async (t) => {
  const both = await world(t, 'relational', 'postgres');
  const relational = await world(t, 'relational');
  const store = await createStore(app, token);
  await both.put(store, 'file-a', ['the lighthouse']);
  await forget();
  const set = (await CollectionFile.findOne({ where: { fileId: 'file-a' }, order: [['collectionId', 'DESC']] }))?.setId;
  await t.rejects(
    relational.search(store, 'lighthouse'),
    { code: 'unavailable' },
    'in an engine that is not configured',
  );
  await postgres.query(`DELETE FROM svc2_chunks WHERE set_id = '${set}'`);
  await t.rejects(both.search(store, 'lighthouse'), { code: 'unavailable' }, 'in another PostgreSQL');
  await both.collections.sweep();
  t.equal(await engineOf(store), null, 'nobody knows');
  const report = await (await createCli(t, app)).run(['doctor'], { env: { SVC_COLLECTIONS_URL: postgres.url } });
  t.match(report.stdout, new RegExp(`No search engine of the settings has the chunks.*${store}`));
  await relational.collections.sweep();
  t.equal(await engineOf(store), 'postgres-0.2', 'the versions that recorded no engine knew only two');
  await transaction((tx) => both.collections.removeFile(store, 'file-a', tx));
  t.strictSame(await relational.search(store, 'lighthouse'), []);
  await relational.put(store, 'file-a', ['the lighthouse']);
  t.equal(await engineOf(store), 'relational', 'a store without chunks goes to the engine of the settings');
  t.equal((await both.search(store, 'lighthouse')).length, 1);
});

t.test('chunks are published only in the engine of their store', async (t) => {
  const relational = await world(t, 'relational');
  const both = await world(t, 'relational', 'postgres');
  const store = await createStore(app, token);
  const staged = await relational.stage(store, 'file-a', ['the lighthouse']);
  await Collection.update({ engine: 'postgres' }, { where: { storeId: store } });
  await t.rejects(
    transaction((tx) => both.collections.publish(staged, {}, tx)),
    /in the engine postgres by now/,
  );
  await both.put(store, 'file-a', ['the lighthouse']);
  t.equal((await both.search(store, 'lighthouse')).length, 1);
});

t.test('the sweep removes chunks only where they are, and waits for an engine that is not configured', async (t) => {
  const relational = await world(t, 'relational');
  const both = await world(t, 'relational', 'postgres');
  const store = await createStore(app, token);
  await both.put(store, 'file-a', ['the lighthouse']);
  const { id: collectionId } = (await Collection.find(store)) as { id: string };
  const left = async (): Promise<number> => {
    const sql = `SELECT 1 FROM svc2_chunks WHERE collection_id = '${collectionId}'`;
    return (await postgres.query(sql)).length;
  };
  await transaction((tx) => both.collections.dropStore(store, tx));
  await relational.collections.sweep();
  t.strictSame([await left(), await ChunkSet.count({ where: { collectionId } })], [1, 1]);
  await both.collections.sweep();
  t.strictSame([await left(), await ChunkSet.count({ where: { collectionId } })], [0, 0]);
});

t.test('two servers that fill an empty store of an earlier version at once agree on its engine', async (t) => {
  const relational = await world(t, 'relational');
  const both = await world(t, 'relational', 'postgres');
  const store = await createStore(app, token);
  await both.put(store, 'file-a', []);
  await forget();
  const put = async (engine: typeof both, fileId: string): Promise<unknown> =>
    engine.put(store, fileId, ['the lighthouse']).catch((error: unknown) => error);
  const ends = await Promise.all([put(relational, 'file-b'), put(both, 'file-c')]);
  const published = ends.filter((end) => end === undefined).length;
  t.ok(published >= 1, String(ends));
  t.equal((await both.search(store, 'lighthouse')).length, published);
});

/** Returns a server that forwards connections to PostgreSQL while it is open, and else closes them. */
function openGate({ hostname, port }: URL): { server: Server; isOpen: boolean; close(): Promise<void> } {
  const gate = {
    isOpen: true,
    server: createServer((socket) => {
      if (!gate.isOpen) return socket.destroy();
      const upstream = tcp(Number(port), hostname);
      const end = (): void => {
        socket.destroy();
        upstream.destroy();
      };
      for (const side of [socket, upstream]) side.on('error', end).on('close', end);
      return socket.pipe(upstream).pipe(socket);
    }),
    close: () => new Promise<void>((resolve) => gate.server.close(() => resolve())),
  };
  return gate;
}
