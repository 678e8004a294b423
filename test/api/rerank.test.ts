// Tests calls of reranking models.

import t from 'tap';
import { startInference, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t, { models: ['reranker', 'other'] });
const world = await startInference(t, [upstream.settings({ prices: { reranker: { input: 1000, output: 1000 } } })]);
const { app, admin, post } = world;
const path = '/v1/rerank';
const documents = ['The engine has 25,000 parts.', { text: 'The key hangs behind the clock.' }];
const request = { model: 'reranker', query: 'Where is the key?', documents };

t.test('documents are ranked by the upstream, and the answer is passed on', async (t) => {
  const answer = {
    id: 'rerank-1',
    results: [{ index: 1, relevance_score: 0.98, document: { text: 'The key hangs behind the clock.' } }],
    usage: { total_tokens: 40 },
  };
  upstream.next(({ response }) => json(response, 200, answer));
  const sent = { ...request, top_n: 1, return_documents: true, max_tokens_per_doc: 100 };
  const { status, body } = await post(path, sent);
  t.equal(status, 200);
  t.strictSame(body, answer);
  t.equal(upstream.seen.at(-1)?.path, path);
  t.strictSame(upstream.seen.at(-1)?.body, sent);
});

t.test("Cohere's clients rank under their own path", async (t) => {
  upstream.next(({ response }) => json(response, 200, { results: [] }));
  t.equal((await post('/v2/rerank', request)).status, 200);
  t.equal(upstream.seen.at(-1)?.path, path);
  t.match(await post('/v2/rerank', { ...request, documents: [] }), {
    status: 422,
    body: { error: { param: 'documents' } },
  });
  t.equal((await app.request('GET', '/v2/rerank')).status, 405);
  t.equal((await post('/v2/rerank/x', request)).status, 404);
});

t.test('a request that breaks its schema does not reach the upstream', async (t) => {
  const before = upstream.seen.length;
  for (const more of [{ documents: [] }, { documents: [7] }, { documents: [{}] }, { query: undefined }, { top_n: 0 }]) {
    t.equal((await post(path, { ...request, ...more })).status, 422, JSON.stringify(more));
  }
  t.equal((await post(path, { ...request, model: 'none' })).status, 404);
  t.equal(upstream.seen.length, before);
});

t.test('tokens and costs count for the calling project, and limits refuse before the upstream is asked', async (t) => {
  const tenant = await tenantOf(app, admin);
  upstream.next(({ response }) => json(response, 200, { results: [], usage: { total_tokens: 40 } }));
  t.equal((await tenant.post(path, request)).status, 200);
  const read = async (what: string) => {
    const query = { start_time: Math.floor(Date.now() / 1000) - 86_400, bucket_width: '1d' };
    const { body } = await app.request('GET', `/v1/organization/${what}`, { token: tenant.organizationKey, query });
    return body.data.flatMap(({ results }: { results: Record<string, unknown>[] }) => results);
  };
  const [sum] = await until(async () => {
    const found = await read('usage/embeddings');
    return found.length > 0 ? found : undefined;
  });
  t.match(sum, { num_model_requests: 1, input_tokens: 40 });
  t.equal((await read('costs'))[0].amount.value, 0.04);
  await tenant.allow({ models: ['other'], limits: { tokens_per_day: 10 } });
  await until(async () => ((await tenant.post(path, request)).status === 403 ? true : undefined));
  const before = upstream.seen.length;
  await until(async () =>
    (await tenant.post(path, { ...request, model: 'other' })).status === 429 ? true : undefined,
  );
  const count = upstream.seen.length;
  const refused = await tenant.post(path, { ...request, model: 'other' });
  t.match(refused, { status: 429, body: { error: { code: 'tokens_per_day' } } });
  t.equal(upstream.seen.length, count);
  t.ok(count - before <= 2);
});
