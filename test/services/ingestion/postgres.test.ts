// Tests a server with collections in PostgreSQL and an upstream's embedding model, from the upload to the hit.

import t from 'tap';
import { VectorStore } from '../../../models/vector-store.ts';
import { startApp } from '../../harness/app.ts';
import { type Embedding, embed } from '../../harness/embedding.ts';
import { upload } from '../../harness/forms.ts';
import { startPostgres } from '../../harness/postgres.ts';
import { createStore, finished, miscounts, strayChunks } from '../../harness/stores.ts';
import { startUpstream } from '../../harness/upstream.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const postgres = await startPostgres();
t.teardown(() => postgres.stop());
const upstream = await startUpstream(t);
const model = { id: 'embedder', kind: 'embedding', dimensions: 3 };
const app = await startApp(t, {
  SVC_COLLECTIONS_URL: postgres.url,
  SVC_COLLECTIONS_POOL: '3',
  SVC_UPSTREAMS: JSON.stringify([upstream.settings({ models: [model] })]),
  SVC_EMBEDDING_MODEL: 'embedder',
});
const admin = await signUp(app, { isAdmin: true });
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
  const stored = await postgres.query<{ dims: number }>('SELECT DISTINCT vector_dims(vector) AS dims FROM svc_chunks');
  t.strictSame(stored, [{ dims: 3 }]);
  for (const ranker of ['vector', 'hybrid', 'keyword']) {
    const { body } = await search('which lighthouse?', { ranking_options: { ranker } });
    t.equal(body.data[0].file_id, light.id, ranker);
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
