// Tests a server with collections in PostgreSQL and an upstream's embedding model, from the upload to the hit, and its backup.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { VectorStore } from '../../../models/vector-store.ts';
import { removeFolder } from '../../../scripts/fixtures/folders.ts';
import { client } from '../../harness/app.ts';
import { createCli } from '../../harness/cli.ts';
import { createDatabase } from '../../harness/database.ts';
import { type Embedding, embed } from '../../harness/embedding.ts';
import { upload } from '../../harness/forms.ts';
import { poolSize, startPostgres } from '../../harness/postgres.ts';
import { startServer } from '../../harness/process.ts';
import { createStore, finished, miscounts, strayChunks, textsOf } from '../../harness/stores.ts';
import { startUpstream } from '../../harness/upstream.ts';
import { createTenant, startWithAdmin } from '../../harness/world.ts';

const postgres = await startPostgres();
t.teardown(() => postgres.stop());
const upstream = await startUpstream(t);
const model = { id: 'embedder', kind: 'embedding', dimensions: 3 };
const { app, admin } = await startWithAdmin(t, {
  SVC_COLLECTIONS_URL: postgres.url,
  SVC_COLLECTIONS_POOL: String(poolSize),
  SVC_UPSTREAMS: JSON.stringify([upstream.settings({ models: [model] })]),
  SVC_EMBEDDING_MODEL: 'embedder',
});
const embedding = (how: Embedding = {}) => upstream.always((answering) => embed(answering, how));

async function createWorld() {
  const { project } = await createTenant(app, admin);
  const token = project.key;
  const storeId = await createStore(app, token);
  const path = `/v1/vector_stores/${storeId}`;
  const attach = async (content: string) => {
    const fileId = await upload(app, token, { content });
    await app.request('POST', `${path}/files`, { token, body: { file_id: fileId } });
    return finished(app, token, `${path}/files/${fileId}`);
  };
  const search = (query: string, more = {}) =>
    app.request('POST', `${path}/search`, { token, body: { query, ...more } });
  return { storeId, token, path, attach, search };
}

t.test("files are found by the vectors of the upstream's model", async (t) => {
  embedding();
  const { storeId, path, token, attach, search } = await createWorld();
  const [light, pump] = [await attach('The lighthouse, a lighthouse'), await attach('A pump and a pump')];
  t.match([light, pump], [{ status: 'completed' }, { status: 'completed' }]);
  t.match(upstream.seen.at(-1)?.body, { model: 'embedder', dimensions: 3 });
  t.match(await VectorStore.findByPk(storeId), { embeddingModel: 'embedder', embeddingDimensions: 3 });
  const stored = await postgres.query<{ dims: number }>('SELECT DISTINCT vector_dims(vector) AS dims FROM svc2_chunks');
  t.strictSame(stored, [{ dims: 3 }]);
  for (const ranker of ['vector', 'hybrid', 'keyword']) {
    const { body } = await search('which lighthouse?', { ranking_options: { ranker } });
    t.equal(body.data[0].file_id, light.id, ranker);
  }
  for (const [embedding_weight, text_weight, first] of [
    [1, 0, light.id],
    [0, 1, pump.id],
  ]) {
    const hybrid_search = { embedding_weight, text_weight };
    const { body } = await search('lighthousekeeper, lighthousekeeper, pump', { ranking_options: { hybrid_search } });
    t.equal(body.data[0].file_id, first, `weights ${embedding_weight} and ${text_weight}`);
  }
  const removed = await app.request('DELETE', `${path}/files/${light.id}`, { token });
  t.equal(removed.status, 200);
  const left = (await search('which lighthouse?')).body.data.map(({ file_id: id }: { file_id: string }) => id);
  t.strictSame(left, [pump.id]);
  t.strictSame([await miscounts(), await strayChunks(app.app.services.collections)], [[], []]);
});

t.test('vectors of another length fail the file, and leave the stored ones unchanged', async (t) => {
  embedding();
  const { attach, search } = await createWorld();
  const cat = await attach('The cat sleeps.');
  embedding({ dimensions: 4 });
  t.match(await attach('The pump runs.'), {
    status: 'failed',
    last_error: { code: 'server_error', message: /vectors of 4 dimensions, where 3 are expected/ },
  });
  t.match(await search('cat'), { status: 502, body: { error: { code: 'upstream_failed' } } });
  const words = await search('cat', { ranking_options: { ranker: 'keyword' } });
  t.match(words.body.data, [{ file_id: cat.id }]);
  embedding();
  t.match((await search('cat')).body.data, [{ file_id: cat.id }]);
  t.strictSame(await miscounts(), []);
});

t.test('a backup has the chunks in PostgreSQL, and is restored without PostgreSQL and with it', async (t) => {
  embedding();
  const { storeId, token, attach } = await createWorld();
  const lines = Array.from({ length: 600 }, (_, line) => `Line ${line} of the logbook is about cargo ${line * 7}.`);
  const file = await attach(lines.join('\n\n'));
  const folder = await mkdtemp(join(tmpdir(), 'svc-backups-'));
  t.teardown(() => removeFolder(folder));
  const backup = join(folder, 'backup.tar.gz');
  const env = { SVC_BACKUP_PASSPHRASE: 'a passphrase of a test' };
  const withPostgres = { ...env, SVC_COLLECTIONS_URL: postgres.url };
  const cli = await createCli(t, app);
  const made = await cli.run(['backup', backup], { env: withPostgres });
  t.equal(made.code, 0, made.stderr);
  t.match(await cli.run(['verify', backup], { env }), { code: 0, stdout: 'no problems found\n' });
  const texts = await textsOf(app.app.services.collections, storeId, file.id);
  t.ok(texts.length > 20, `${texts.length} chunks`);

  const restore = async (settings: Record<string, string>, more: string[] = []): Promise<void> => {
    const place = await createDatabase(app.database.kind);
    t.teardown(() => place.drop());
    const there = await createCli(t, { url: '', database: place });
    const restored = await there.run(['restore', backup, ...more], { env: settings });
    t.equal(restored.code, 0, restored.stderr);
    t.match(await there.run(['verify'], { env: settings }), { code: 0, stdout: 'no problems found\n' });
    const server = await startServer({
      ...settings,
      ...place.settings,
      SVC_UPSTREAMS: JSON.stringify([upstream.settings({ models: [model] })]),
    });
    const found = await client(t, server.url)('POST', `/v1/vector_stores/${storeId}/search`, {
      token,
      body: { query: 'cargo 4193', ranking_options: { ranker: 'hybrid' }, max_num_results: 1 },
    });
    t.match(found.body.data, [{ file_id: file.id, content: [{ text: /cargo 4193/ }] }]);
    await server.end();
  };
  await restore(env);
  const place = await createDatabase('sqlite');
  t.teardown(() => place.drop());
  const there = await createCli(t, { url: '', database: place });
  t.match(await there.run(['restore', backup], { env: withPostgres }), {
    code: 1,
    stderr: /^svc: A PostgreSQL of the settings is not empty\. .* Nothing was changed\.\n$/,
  });
  const clear = async (): Promise<void> => {
    for (const table of ['svc2_chunks', 'svc2_terms', 'svc2_files', 'svc2_collections'])
      await postgres.query(`DELETE FROM ${table}`);
  };
  await clear();
  t.match(await cli.run(['verify'], { env: withPostgres }), {
    code: 1,
    stdout: new RegExp(`^${file.id} has 0 of its ${texts.length} chunks in a vector store`, 'm'),
  });
  await restore(withPostgres);
  await clear();
  const engines = JSON.stringify([{ name: 'pg2', url: postgres.url, pool: poolSize }]);
  const withNamed = { ...env, SVC_COLLECTIONS_ENGINES: engines };
  await restore(withNamed, ['--engine', 'pg2']);
  t.match(await there.run(['restore', backup, '--engine', 'pg3'], { env: withNamed }), {
    code: 1,
    stderr: 'svc: The settings do not name the search engine pg3, but relational, pg2.\n',
  });
});
