// Tests searches that a reranking model orders.

import OpenAI from 'openai';
import t from 'tap';
import { script } from '../../scripts/fixtures/scripted-model.ts';
import { startInference, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { storeWith } from '../harness/stores.ts';
import { type Answering, json, startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['reranker', 'responder'] });
const world = await startInference(t, [
  upstream.settings({ prices: { reranker: { input: 1000, output: 0 } } }),
  upstream.settings({ name: 'slow', models: ['slow-reranker'], timeout_seconds: 1 }),
]);
const { app, project, admin } = world;
const files = {
  'keys.md': 'The key to the engine room hangs behind the clock.',
  'tea.md': 'Tea is served at four in the engine room.',
  'oil.md': 'The oil of the engine room is changed in May.',
};
const store = await storeWith(app, project.key, files);

/** Answers like a reranking model: the score of a document is that of the first word of `scores` in it. */
const scoring =
  (scores: Record<string, number>) =>
  ({ seen, response }: Answering): void => {
    const documents = (seen.body as Loose).documents as string[];
    const results = documents.flatMap((text, index) => {
      const found = Object.entries(scores).find(([word]) => text.includes(word));
      return found === undefined ? [] : [{ index, relevance_score: found[1] }];
    });
    json(response, 200, { results: results.reverse(), usage: { total_tokens: 30 } });
  };

const search = (more: object = {}, post = world.post, id = store.id) =>
  post(`/v1/vector_stores/${id}/search`, {
    query: 'engine room',
    ranking_options: { ranker: 'reranker' },
    ...more,
  });
const found = ({ body }: { body: Loose }) => body.data.map(({ filename, score }: Loose) => [filename, score]);

t.test('a reranking model orders the candidates of the search, and its scores are those of the results', async (t) => {
  const before = upstream.seen.length;
  upstream.next(scoring({ Tea: 0.2, key: 0.1, oil: 0.9 }));
  const answer = await search({ max_num_results: 2 });
  t.equal(answer.status, 200);
  t.strictSame(found(answer), [
    ['oil.md', 0.9],
    ['tea.md', 0.2],
  ]);
  t.match(answer.headers.get('server-timing'), /^embed;dur=[\d.]+, search;dur=[\d.]+, rerank;dur=[\d.]+$/);
  t.equal(upstream.seen.length, before + 1);
  const { path, body } = upstream.seen.at(-1) as Loose;
  t.equal(path, '/v1/rerank');
  t.match(body, { model: 'reranker', query: 'engine room', return_documents: false });
  t.strictSame([...body.documents].sort(), Object.values(files).sort(), 'more candidates than results');
});

t.test('a reranking model that does not answer in time ends the search with an error', async (t) => {
  upstream.always(() => undefined);
  const { status, body } = await search({ ranking_options: { ranker: 'slow-reranker' } });
  upstream.always(undefined);
  t.match({ status, body }, { status: 504, body: { error: { code: 'upstream_timeout' } } });
});

t.test('the threshold applies to the scores of the model, and logits become scores from 0 to 1', async (t) => {
  const options = { ranking_options: { ranker: 'reranker', score_threshold: 0.5 } };
  upstream.next(scoring({ Tea: 0.2, key: 0.6, oil: 0.5 }));
  t.strictSame(found(await search(options)), [
    ['keys.md', 0.6],
    ['oil.md', 0.5],
  ]);
  upstream.next(scoring({ Tea: -4, key: 0, oil: 3 }));
  const scores = found(await search(options));
  t.match(scores, [
    ['oil.md', Number],
    ['keys.md', 0.5],
  ]);
  t.ok(scores[0][1] > 0.95 && scores[0][1] < 0.96);
});

t.test('each query is scored by the model, and a result has its best score', async (t) => {
  upstream.next(scoring({ Tea: 0.1, key: 0.9 }), scoring({ Tea: 0.8, key: 0.2 }));
  const answer = await search({ query: ['key', 'tea'] });
  t.strictSame(found(answer), [
    ['keys.md', 0.9],
    ['tea.md', 0.8],
  ]);
});

t.test('without candidates the model is not asked', async (t) => {
  const before = upstream.seen.length;
  const filters = { type: 'eq', key: 'none', value: 1 };
  t.strictSame((await search({ filters })).body.data, []);
  t.equal(upstream.seen.length, before);
});

t.test('failures of the model are errors that name it', async (t) => {
  for (const [answer, message] of [
    [{ results: [{ index: 9, relevance_score: 1 }] }, "The ranker 'reranker' answered with an invalid result."],
    [{ data: [] }, "The ranker 'reranker' answered without results."],
  ] as const) {
    upstream.next(({ response }) => json(response, 200, answer));
    const { status, body } = await search();
    t.equal(status, 502);
    t.match(body.error, { code: 'upstream_failed', message: `${message} Choose another ranker.` });
  }
  upstream.next(({ response }) => json(response, 404, { error: { message: 'no such path' } }));
  t.match(await search(), {
    status: 502,
    body: { error: { message: /'reranker' refused the request: no such path/ } },
  });
});

t.test(
  'a model gets the beginnings of texts that are too long for it, and the results have the whole texts',
  async (t) => {
    const long = await storeWith(app, project.key, { ...files, 'log.md': 'The engine room 🛢 is dry. '.repeat(100) });
    const ask = () => search({}, world.post, long.id);
    const score = scoring({ Tea: 0.2, key: 0.1, oil: 0.9, dry: 0.5 });
    let most = 600;
    // llama.cpp answers so, with the length of its batches.
    const message =
      'input (700 tokens) is too large to process. increase the physical batch size (current batch size: 512)';
    upstream.always((answering) => {
      const { documents } = answering.seen.body as { documents: string[] };
      if (documents.every((text) => text.length <= most && text.isWellFormed())) score(answering);
      else json(answering.response, 500, { error: { message } }, { 'x-should-retry': 'false' });
    });
    const answer = await ask();
    t.strictSame(found(answer)[1], ['log.md', 0.5]);
    t.ok(answer.body.data[1].content[0].text.length > 1000);
    most = 10;
    t.match(await ask(), { status: 502, body: { error: { message: /refused the request: input .* Choose another/ } } });
    upstream.always(undefined);
  },
);

t.test('an unknown ranker stays a validation error, and a model that the project may not use is refused', async (t) => {
  const before = upstream.seen.length;
  const unknown = await search({ ranking_options: { ranker: 'unknown' } });
  t.equal(unknown.status, 422);
  t.match(unknown.body.detail, [{ loc: ['body', 'ranking_options', 'ranker'], type: 'literal_error' }]);
  const tools = [{ type: 'file_search', vector_store_ids: [store.id], ranking_options: { ranker: 'unknown' } }];
  const inTool = await world.post('/v1/responses', { model: 'responder', input: 'Where?', tools });
  t.match(inTool.body.detail, [
    { loc: ['body', 'tools', '0', 'ranking_options', 'ranker'], type: 'literal_error', input: 'unknown' },
  ]);
  const tenant = await tenantOf(app, admin);
  const own = await storeWith(app, tenant.project.key, { 'a.md': 'The engine room.' });
  await tenant.allow({ models: ['responder', 'svc-embedding-384'] });
  await until(async () => {
    const { status, body } = await search({}, tenant.post, own.id);
    return status === 403 && body.error.code === 'model_not_found';
  });
  t.equal(upstream.seen.length, before);
});

t.test('tokens and costs count for the project, and its limits refuse', async (t) => {
  const tenant = await tenantOf(app, admin);
  const own = await storeWith(app, tenant.project.key, { 'a.md': 'The engine room.' });
  upstream.next(scoring({ engine: 0.7 }));
  t.equal((await search({}, tenant.post, own.id)).status, 200);
  const query = { start_time: Math.floor(Date.now() / 1000) - 86_400, bucket_width: '1d' };
  const read = async (what: string): Promise<Loose[]> => {
    const { body } = await app.request('GET', `/v1/organization/${what}`, { token: tenant.organizationKey, query });
    return body.data.flatMap(({ results }: Loose) => results);
  };
  await until(async () => (await read('costs'))[0]?.amount?.value === 0.03);
  const keys = `/v1/organization/projects/${tenant.project.id}/api_keys`;
  for (const limits of [{ tokens_per_day: 10 }, { spend_per_month: 1 }, { requests_per_minute: 1 }]) {
    const token = tenant.organizationKey;
    const { body: key } = await app.request('POST', keys, { token, body: { name: 'limited', limits } });
    const post = (path: string, body: unknown) => app.request('POST', path, { token: key.value, body });
    upstream.next(scoring({ engine: 0.7 }));
    t.equal((await search({}, post, own.id)).status, 200, 'the first call reaches the limit');
    await until(async () => (await search({}, post, own.id)).status === 429);
  }
  await tenant.allow({ limits: { tokens_per_day: 10 } });
  await until(async () => (await search({}, tenant.post, own.id)).status === 429);
  const before = upstream.seen.length;
  t.equal((await search({}, tenant.post, own.id)).status, 429);
  t.equal(upstream.seen.length, before, 'the limit refuses before the model is asked');
});

t.test('file_search asks the model once for all stores, and a failed model is a failed search', async (t) => {
  const other = await storeWith(app, project.key, { 'bell.md': 'The bell of the engine room rings at noon.' });
  const client = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: project.key, maxRetries: 0 });
  const tools = [
    { type: 'file_search', vector_store_ids: [store.id, other.id], ranking_options: { ranker: 'reranker' } },
  ];
  const request = { model: 'responder', input: 'When?', tools, include: ['file_search_call.results'] } as Loose;
  const [first, second] = script([[{ search: ['engine room'] }], [{ text: 'At noon.' }]]) as [Loose, Loose];
  upstream.next(first, scoring({ bell: 0.9, key: 0.3, Tea: 0.2, oil: 0.1 }), second);
  const { output } = (await client.responses.create(request)) as Loose;
  t.match(output[0], { status: 'completed' });
  t.strictSame(
    output[0].results.map(({ filename, score }: Loose) => [filename, score]),
    [
      ['bell.md', 0.9],
      ['keys.md', 0.3],
      ['tea.md', 0.2],
      ['oil.md', 0.1],
    ],
  );
  const failing = ({ response }: Answering) => json(response, 200, {});
  upstream.next(...script([[{ search: ['engine room'] }]]), failing, ...script([[{ text: 'I do not know.' }]]));
  const failed = (await client.responses.create(request)) as Loose;
  t.match(failed, { status: 'completed', output: [{ type: 'file_search_call', status: 'failed' }, {}] });
  const { body } = upstream.seen.at(-1) as Loose;
  const told = body.input.at(-1).output;
  t.match(told, /The ranker 'reranker' answered without results/);
});
