// Tests searches whose queries are rewritten by the operator's model.

import t from 'tap';
import { startInference, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { storeWith } from '../harness/stores.ts';
import { type Answering, json, startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['rewriter', 'other'] });
const prices = { rewriter: { input: 1000, output: 0 } };
const { app, project, admin, post } = await startInference(t, [upstream.settings({ prices })]);
const texts = { 'keys.md': 'The key to the engine room hangs behind the clock.', 'tea.md': 'Tea is served at four.' };
const store = await storeWith(app, project.key, texts);

const given = 'hello, wher is teh kee??';
const rewritesTo =
  (content: unknown) =>
  ({ response }: Answering): void =>
    json(response, 200, {
      choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 30, completion_tokens: 4 },
    });
const search = (more: object = {}, send = post, id = store.id) =>
  send(`/v1/vector_stores/${id}/search`, { query: given, rewrite_query: true, ...more });
const configure = async (settings: object) => {
  const body = { search: settings };
  const { status, text } = await app.request('PATCH', '/admin/config', { token: admin.token, body });
  if (status !== 200) throw new Error(text);
};

t.afterEach(() => configure({ rewrite_model: 'rewriter', rewrite_timeout_seconds: 10 }));

t.test('without a model the query is searched for as it is, and the answer says so', async (t) => {
  const { status, body, headers } = await search({ colour: 'red' });
  t.equal(status, 200);
  t.strictSame(body.search_query, [given]);
  t.equal(headers.get('svc-ignored-fields'), 'rewrite_query, colour');
  t.equal((await search({ rewrite_query: false })).headers.get('svc-ignored-fields'), null);
  t.equal(upstream.seen.length, 0);
});

t.test('each query is rewritten by the model, and search_query says what was searched for', async (t) => {
  upstream.next(rewritesTo(' key engine room\n'));
  const answer = await search({ ranking_options: { ranker: 'keyword' } });
  t.strictSame(answer.body.search_query, ['key engine room']);
  t.strictSame(
    answer.body.data.map(({ filename }: Loose) => filename),
    ['keys.md'],
  );
  t.match(answer.headers.get('server-timing'), /^rewrite;dur=[\d.]+, search;dur=[\d.]+$/);
  const { path, body } = upstream.seen.at(-1) as Loose;
  t.equal(path, '/v1/chat/completions');
  t.match(body, { model: 'rewriter', messages: [{ role: 'system' }, { role: 'user', content: given }] });
  upstream.always(({ seen, response, ...rest }) =>
    rewritesTo(`new ${(seen.body as Loose).messages[1].content}`)({ seen, response, ...rest }),
  );
  t.teardown(() => upstream.always(undefined));
  t.strictSame((await search({ query: ['key', 'tea'] })).body.search_query, ['new key', 'new tea']);
});

t.test('a search that cannot succeed does not ask the model', async (t) => {
  const before = upstream.seen.length;
  t.equal((await search({}, post, 'vs_01M7XY3JZR2E7JP3HNP3VFFZ2W')).status, 404);
  t.equal((await search({ ranking_options: { ranker: 'unknown' } })).status, 422);
  t.equal(upstream.seen.length, before);
});

t.test('a query stays as it is while the model fails, is too slow, or is offered by no upstream', async (t) => {
  const stays = async (what: string) => {
    const { status, body } = await search();
    t.strictSame([status, body.search_query, body.data.length], [200, [given], 2], what);
  };
  upstream.next(({ response }) => json(response, 400, { error: { message: 'no such parameter' } }));
  await stays('refused');
  upstream.next(rewritesTo(null));
  await stays('without a text');
  await configure({ rewrite_timeout_seconds: 1 });
  const cut = new Promise((resolve) => upstream.next(({ seen }) => resolve(seen.aborted)));
  await stays('too slow');
  t.ok(await cut, 'the call is ended');
  await configure({ rewrite_model: 'missing' });
  await stays('not offered');
});

t.test('the calls are paid by the project, and the limits of project and key refuse them', async (t) => {
  const tenant = await tenantOf(app, admin);
  const own = await storeWith(app, tenant.project.key, texts);
  // The operator chose the model, so it needs no place in the list of the project.
  await tenant.allow({ models: ['other', 'svc-embedding-384'] });
  upstream.next(rewritesTo('key'));
  t.strictSame((await search({}, tenant.post, own.id)).body.search_query, ['key']);
  const query = { start_time: Math.floor(Date.now() / 1000) - 86_400, bucket_width: '1d' };
  const token = tenant.organizationKey;
  await until(async () => {
    const { body } = await app.request('GET', '/v1/organization/costs', { token, query });
    return body.data.at(-1).results[0]?.amount.value === 0.03;
  });
  const keys = `/v1/organization/projects/${tenant.project.id}/api_keys`;
  const limits = { tokens_per_day: 10 };
  const limited = await app.request('POST', keys, { token, body: { name: 'limited', limits } });
  const withKey = (path: string, body: unknown) => app.request('POST', path, { token: limited.body.value, body });
  // Its first call reaches the limit.
  t.equal((await search({}, withKey, own.id)).status, 200);
  await until(async () => (await search({}, withKey, own.id)).status === 429);
  t.equal((await search({}, tenant.post, own.id)).status, 200, 'the limit is that of the key');
  await tenant.allow({ limits });
  await until(async () => (await search({}, tenant.post, own.id)).status === 429);
  const before = upstream.seen.length;
  t.equal((await search({}, tenant.post, own.id)).status, 429);
  t.equal(upstream.seen.length, before, 'the model is not asked');
});
