// Tests that the stores in the tables of version 0.2.0 are searched there, and are moved to the current tables.

import t, { type Test } from 'tap';
import { ChunkSet } from '../../../models/chunk-set.ts';
import { Collection } from '../../../models/collection.ts';
import { database, transaction } from '../../../models/connection.ts';
import { createLog } from '../../../services/platform/log.ts';
import { collectionsOver } from '../../../services/vectors/open.ts';
import { postgresEngines, sizeOfOldTables } from '../../../services/vectors/postgres.ts';
import { engineOver, sameAsPlain } from '../../harness/collections.ts';
import { poolSize, startPostgres } from '../../harness/postgres.ts';
import { createStore } from '../../harness/stores.ts';
import { createTenant, startWithAdmin } from '../../harness/world.ts';

/** The tables as 0.2.0 creates them. */
const tablesOf020 = `
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE svc_collections (id text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL);
CREATE TABLE svc_files (
  collection_id text COLLATE "C" NOT NULL, file_id text COLLATE "C" NOT NULL, set_id text COLLATE "C" NOT NULL UNIQUE,
  attributes jsonb NOT NULL, chunks bigint NOT NULL, words bigint NOT NULL, PRIMARY KEY (collection_id, file_id)
);
CREATE TABLE svc_chunks (
  set_id text COLLATE "C" NOT NULL, position bigint NOT NULL, collection_id text COLLATE "C" NOT NULL, text text NOT NULL,
  vector vector NOT NULL, words bigint NOT NULL, terms bytea NOT NULL, lexemes tsvector NOT NULL,
  PRIMARY KEY (set_id, position)
);
CREATE INDEX svc_chunks_lexemes ON svc_chunks USING gin (lexemes);
ALTER TABLE svc_files ADD COLUMN terms_version bigint NOT NULL DEFAULT 0;
CREATE INDEX svc_files_terms_version ON svc_files (collection_id, terms_version);
`;

const postgres = await startPostgres();
t.teardown(() => postgres.stop());
await postgres.query(tablesOf020);
const { app, admin } = await startWithAdmin(t, { SVC_RUN_WORKERS: 'false' });
const { project } = await createTenant(app, admin);
const log = await createLog('silent');
const engineOf = async (storeId: string) => (await Collection.find(storeId))?.engine;

function open() {
  const settings = { url: postgres.url, poolSize, indexChunks: 0 };
  const [old, current] = postgresEngines(settings, database().reader, log);
  const ages = { garbageMs: 0, stagedMs: 0, keptTraces: 0 };
  const samples = { perFile: 40, queries: 8, error: 4e-4 };
  const upgraded = engineOver(t, collectionsOver([old, current], log, ages), async () => [], samples);
  // Closes nothing, because `upgraded` has the same engines.
  const notClosed = { teardown: () => undefined } as unknown as Test;
  const before = engineOver(notClosed, collectionsOver([current, old], log, ages), async () => [], samples);
  return { old, current, upgraded, before };
}

const { old, current, before, upgraded } = open();
const stores = [await createStore(app, project.key), await createStore(app, project.key)] as const;
const [store, empty] = stores;

t.test('a store is searched in the old tables until it is moved', async (t) => {
  await sameAsPlain(t, before, store);
  await before.put(empty, 'file-a', ['a lighthouse']);
  await transaction((tx) => before.collections.removeFile(empty, 'file-a', tx));
  t.strictSame(await Promise.all(stores.map(engineOf)), ['postgres-0.2', 'postgres-0.2']);
  await postgres.query('ANALYZE svc_chunks');
  t.match(await sizeOfOldTables(postgres.url, log), { chunks: 401 });
  await sameAsPlain(t, upgraded, store);
  await upgraded.put(store, 'file-x', ['an upgraded lighthouse'], { x: 1 });
  t.equal(await engineOf(store), 'postgres-0.2', 'new files go where the old ones are');
  t.equal((await before.search(store, 'upgraded'))[0]?.fileId, 'file-x');
});

t.test('nothing is moved while a server of 0.2.0 is connected', async (t) => {
  t.equal(await old.isUsedByOlder?.(), false);
  const moving = collectionsOver([{ ...old, isUsedByOlder: async () => true }, current], log);
  await moving.move();
  t.equal(await engineOf(store), 'postgres-0.2');
});

t.test('a move that died goes on, and takes what was published meanwhile', async (t) => {
  let copied = 0;
  const dying = {
    ...current,
    async add(...args: Parameters<typeof current.add>) {
      copied += 1;
      if (copied === 5) throw new Error('died');
      await current.add(...args);
    },
  };
  await collectionsOver([old, dying], log).move();
  t.equal(copied, 5);
  t.equal(await engineOf(store), 'postgres-0.2');
  t.equal((await upgraded.search(store, 'upgraded'))[0]?.fileId, 'file-x', 'searches go on in the old tables');
  await transaction((tx) => upgraded.collections.removeFile(store, 'file-x', tx));
  let isFirst = true;
  const late = {
    ...current,
    async counts(...args: Parameters<typeof current.counts>) {
      if (isFirst) {
        isFirst = false;
        await upgraded.put(store, 'file-y', ['a late lighthouse'], { y: 1 });
      }
      return current.counts(...args);
    },
  };
  await collectionsOver([old, late], log).move();
  t.strictSame(await Promise.all(stores.map(engineOf)), ['postgres', 'postgres']);
  t.equal((await upgraded.search(store, 'late lighthouse'))[0]?.fileId, 'file-y');
  t.strictSame(
    (await upgraded.search(store, 'upgraded')).filter(({ fileId }) => fileId === 'file-x'),
    [],
  );
  await transaction((tx) => upgraded.collections.removeFile(store, 'file-y', tx));
  await sameAsPlain(t, upgraded, store);
  const [row] = await postgres.query<{ n: string }>('SELECT count(*) AS n FROM svc2_chunks');
  t.ok(Number(row?.n) <= 401, `${row?.n} chunks: nothing is left of removed files but what the sweep takes`);
});

t.test('a search that began in the old tables is repeated in the others', async (t) => {
  const query = {
    queries: [{ text: 'word1x', vector: new Float32Array(384).fill(0.05) }],
    maxResults: 1,
    scoreThreshold: 0,
  };
  await t.rejects(old.search(store, { ...query, ranker: 'keyword', vectorWeight: 0 }), /are in postgres/);
});

t.test('the old tables are dropped when no store is in them', async (t) => {
  const isThere = async () =>
    (await postgres.query<{ name: string | null }>("SELECT to_regclass('svc_chunks') AS name"))[0]?.name !== null;
  const published = { state: 'published', collectionId: (await Collection.find(store))?.id } as const;
  const late = await ChunkSet.findOne({ where: published, rejectOnEmpty: true });
  await late.update({ engine: null });
  for (let sweeps = 0; sweeps < 3; sweeps += 1) await upgraded.collections.sweep();
  t.ok(await isThere(), 'a server of 0.2.0 has published in them after the move');
  await late.update({ engine: current.name });
  await upgraded.collections.sweep();
  t.ok(await isThere(), 'a running search may still read them');
  await upgraded.collections.sweep();
  t.notOk(await isThere());
  t.equal(await sizeOfOldTables(postgres.url, log), undefined);
  await upgraded.collections.sweep();
  await sameAsPlain(t, upgraded, store);
});
