// Tests that the move of a store to another search engine goes on after its server was killed, and loses nothing.

import t from 'tap';
import { Collection } from '../../models/collection.ts';
import { transaction } from '../../models/connection.ts';
import { engineOver } from '../harness/collections.ts';
import { endLeases, makeDue } from '../harness/faults.ts';
import { poolSize, startPostgres } from '../harness/postgres.ts';
import { startServer, until } from '../harness/process.ts';
import { createStore } from '../harness/stores.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const [one, two] = await Promise.all([startPostgres(), startPostgres()]);
for (const server of [one, two]) t.teardown(() => server.stop());
const engines = [
  { name: 'one', url: one.url, pool: poolSize },
  { name: 'two', url: two.url, pool: poolSize, accept: false },
];
const settings = { SVC_COLLECTIONS_ENGINES: JSON.stringify(engines) };
const { app, admin } = await startWithAdmin(t, { ...settings, SVC_RUN_WORKERS: 'false' });
const { project } = await createTenant(app, admin);
const [files, perFile] = [8, 400];

async function moves() {
  const { body } = await app.request('GET', '/admin/collections/moves', { token: admin.token });
  return body.data as { vector_store_id: string; from: string; to: string; chunks: number; copied: number }[];
}

t.test('kill -9 of the server that moves a store', async (t) => {
  const { collections } = app.app.services;
  const { stage, search } = engineOver(t, { ...collections, close: async () => undefined }, async () => [], {
    ...{ perFile: 0, queries: 0 },
  });
  const storeId = await createStore(app, project.key);
  const texts = (file: number) => Array.from({ length: perFile }, (_, index) => `lighthouse ${index} of file ${file}`);
  const put = async (file: number) => {
    const staged = await stage(storeId, `file-${file}`, texts(file));
    await transaction((tx) => collections.publish(staged, {}, tx));
  };
  for (let file = 0; file < files; file += 1) await put(file);
  const foundAll = async () => {
    for (const file of [0, 3, files - 1]) {
      const [hit] = await search(storeId, `lighthouse 7 of file ${file}`, { ranker: 'vector' });
      t.match(hit, { fileId: `file-${file}`, chunkIndex: 7 });
    }
  };
  await foundAll();
  const body = { vector_store_id: storeId, to: 'two' };
  const order = () => app.request('POST', '/admin/collections/moves', { token: admin.token, body });
  t.equal((await order()).status, 200);
  t.match(await order(), { status: 409, body: { error: { code: 'move_in_progress', param: 'vector_store_id' } } });

  const { dataDir, url } = app.database;
  const start = () => startServer({ ...settings, SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: url });
  const first = await start();
  const chunks = files * perFile;
  await until(async () => ((await moves())[0]?.copied ?? 0) > 0 || undefined);
  await first.end('SIGKILL');
  const [left] = await moves();
  t.match(left, { vector_store_id: storeId, from: 'one', to: 'two', chunks });
  t.ok((left?.copied ?? 0) > 0 && (left?.copied ?? 0) < chunks, `${left?.copied} of ${chunks} chunks were copied`);
  t.equal((await Collection.find(storeId))?.engine, 'one');
  await foundAll();
  // A file that is published meanwhile, and one that is replaced.
  await put(files);
  await put(3);

  // Its lease would last for a minute.
  await endLeases();
  const second = await start();
  t.teardown(() => second.end());
  await until(async () => (await moves()).length === 0 || undefined);
  t.equal((await Collection.find(storeId))?.engine, 'two');
  await foundAll();
  const [hit] = await search(storeId, `lighthouse 9 of file ${files}`, { ranker: 'vector' });
  t.match(hit, { fileId: `file-${files}`, chunkIndex: 9 });
  const stored = await two.query('SELECT 1 FROM svc2_chunks');
  t.equal(stored.length, chunks + perFile, 'no chunk is missing or there twice');
  await until(async () => {
    await makeDue('store-leave');
    return (await one.query('SELECT 1 FROM svc2_chunks')).length <= perFile || undefined;
  });
  await foundAll();
});
