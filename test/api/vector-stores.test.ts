import t from 'tap';
import { VectorStore } from '../../models/vector-store.ts';
import { createLog } from '../../services/platform/log.ts';
import { recordUsesOfStores } from '../../services/stores/store-files/activity.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const path = '/v1/vector_stores';

async function project() {
  const { project } = await createTenant(app, admin);
  const call = (method: string, id = '', body?: unknown) =>
    app.request(method, path + (id && `/${id}`), { token: project.key, body });
  return { project, call };
}

t.test('of twenty concurrent creations with one name, one succeeds', async (t) => {
  const { call } = await project();
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', '', { name: 'Handbook' })));
  t.strictSame(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 409)]);
  for (const { body, headers } of answers.filter(({ status }) => status === 409)) {
    t.match(body.error, { type: 'invalid_request_error', code: 'name_already_exists', param: 'name' });
    t.equal(headers.get('x-should-retry'), 'false');
  }
  t.equal((await call('GET')).body.data.length, 1);
});

t.test('a store without options gets the defaults, and is in progress first and completed later', async (t) => {
  const {
    call,
    project: { id: projectId },
  } = await project();
  const { body } = await call('POST', '', {});
  const { id, created_at: createdAt, ...rest } = body;
  t.match(id, /^vs_/);
  t.strictSame(rest, {
    object: 'vector_store',
    project_id: projectId,
    name: '',
    status: 'in_progress',
    file_counts: { cancelled: 0, completed: 0, failed: 0, in_progress: 0, total: 0 },
    bytes: 0,
    usage_bytes: 0,
    expires_after: { anchor: 'last_active_at', days: 36_500 },
    expires_at: createdAt + 36_500 * 86_400,
    last_active_at: createdAt,
    metadata: {},
    chunking_strategy: { type: 'auto', static: { chunk_overlap_tokens: 400, max_chunk_size_tokens: 800 } },
  });
  t.same((await call('GET', id)).body, { ...body, status: 'completed' });
});

t.test('null selects the default, and the default is shown', async (t) => {
  const { call } = await project();
  const { body } = await call('POST', '', { expires_after: null, metadata: null });
  t.match(body, { expires_after: { anchor: 'last_active_at', days: 36_500 }, metadata: {} });
  const full = (
    await call('POST', '', { name: 'n', expires_after: { days: 3 }, metadata: { a: 'b', c: 1.5, d: true } })
  ).body;
  t.match(full, { expires_after: { anchor: 'last_active_at', days: 3 }, metadata: { a: 'b', c: 1.5, d: true } });
  t.equal(full.expires_at, full.created_at + 3 * 86_400);
  const reset = (await call('POST', full.id, { name: null, expires_after: null, metadata: null })).body;
  t.match(reset, { name: '', metadata: {}, expires_after: { days: 36_500 } });
});

t.test('the chunk overlap is at most half of the chunk size', async (t) => {
  const { call } = await project();
  const create = (strategy: unknown) => call('POST', '', { chunking_strategy: strategy });
  const tooMuch = await create({ type: 'static', static: { max_chunk_size_tokens: 101, chunk_overlap_tokens: 51 } });
  t.equal(tooMuch.status, 422);
  t.match(tooMuch.body.detail, [
    { loc: ['body', 'chunking_strategy', 'static', 'chunk_overlap_tokens'], type: 'value_error', input: 51 },
  ]);
  const half = await create({ type: 'static', static: { max_chunk_size_tokens: 101, chunk_overlap_tokens: 50 } });
  t.strictSame(half.body.chunking_strategy, {
    type: 'static',
    static: { max_chunk_size_tokens: 101, chunk_overlap_tokens: 50 },
  });
  const derived = await create({ type: 'static', static: { max_chunk_size_tokens: 200 } });
  t.equal(derived.body.chunking_strategy.static.chunk_overlap_tokens, 100, 'by default, the overlap fits');
  t.equal((await create({ type: 'auto' })).status, 200);
  t.equal((await create({ type: 'static' })).body.chunking_strategy.static.max_chunk_size_tokens, 800);
});

t.test('a store after its expiry has the status expired', async (t) => {
  const { call } = await project();
  const { id } = (await call('POST', '', { expires_after: { days: 1 } })).body;
  await VectorStore.update({ expiresAt: Math.floor(Date.now() / 1000) }, { where: { id } });
  t.equal((await call('GET', id)).body.status, 'expired');
  t.equal((await call('GET')).body.data[0].status, 'expired');
});

t.test('use extends the life of a store, but does not revive one that had already expired', async (t) => {
  const { call } = await project();
  const [kept, late] = [(await call('POST', '', {})).body.id, (await call('POST', '', {})).body.id];
  const now = Math.floor(Date.now() / 1000);
  const activity = recordUsesOfStores(await createLog('silent'));
  for (const id of [kept, late]) activity.touch('vector_store', id);
  await VectorStore.update({ expiresAt: now + 60, expiresAfterDays: 1 }, { where: { id: kept } });
  await VectorStore.update({ expiresAt: now }, { where: { id: late } });
  await activity.close();
  t.ok((await call('GET', kept)).body.expires_at >= now + 86_400);
  t.equal((await call('GET', late)).body.status, 'expired');
});

t.test('a response names at most five ignored members of the body', async (t) => {
  const { project } = await createTenant(app, admin);
  const create = async (body: Record<string, unknown>) =>
    (await app.request('POST', '/v1/vector_stores', { token: project.key, body })).headers.get('svc-ignored-fields');
  t.equal(await create({ name: 'plain', metadata: { any: 'thing' }, expires_after: null }), null);
  t.equal(
    await create({ other: 'typo', expires_after: { anchor: 'last_active_at', days: 1, hours: 2 } }),
    'other, expires_after.hours',
  );
  t.equal(
    await create({ 'a, b': 1, 'c\r\nd': 1, '\ud800': 1, é: 1, e: 1, f: 1 }),
    'a%2C%20b, c%0D%0Ad, %EF%BF%BD, %C3%A9, e',
  );
  const refused = await app.request('POST', '/v1/vector_stores', { token: project.key, body: { other: 1, name: 5 } });
  t.equal(refused.headers.get('svc-ignored-fields'), null);
});
