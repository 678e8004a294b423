// Tests the discovery of models that the configuration does not name: upstreams list them.

import t from 'tap';
import { holdBound, shiftClock } from '../harness/clock.ts';
import { question, startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const listing = await startUpstream(t);
const named = await startUpstream(t);
const away = await startUpstream(t);
const mute = await startUpstream(t);
const ollama = await startUpstream(t);
const discovered = (settings: Record<string, unknown>) => ({ ...settings, models: undefined });
let data: unknown[] = [
  { id: 'shared', object: 'model', created: 1_700_000_000, owned_by: 'somebody', max_model_len: 4096 },
  { id: 'found', created: 'yesterday' },
  { id: 7 },
  null,
  'text',
];
listing.always(({ seen, response }) =>
  seen.method === 'GET' ? json(response, 200, { object: 'list', data }) : json(response, 404, {}),
);
mute.always(() => undefined);
// Ollama answers null if it has no model.
ollama.next(({ response }) => json(response, 200, { object: 'list', data: null }));
await away.stop();
const { app, admin, post, project, allow } = await startInference(t, [
  discovered(listing.settings({ name: 'listing' })),
  named.settings({
    name: 'named',
    models: ['shared', { id: 'embedder', kind: 'embedding', dimensions: 1024, context_length: 512 }],
  }),
  discovered(away.settings({ name: 'away' })),
  discovered(mute.settings({ name: 'mute' })),
  discovered(ollama.settings({ name: 'ollama' })),
]);
const list = async (query = {}) => (await app.request('GET', '/v1/models', { token: project.key, query })).body.data;
const idsOf = (models: { id: string }[]) => models.map(({ id }) => id);

t.test('the list contains the models of all upstreams, also of unavailable ones', async (t) => {
  const began = performance.now();
  const models = await list({ additional_data: true });
  holdBound(t, 'a list with unavailable upstreams, in ms', performance.now() - began, 9000);
  t.strictSame(idsOf(models), ['svc-embedding-384', 'shared', 'found', 'embedder']);
  t.match(models[1], {
    owned_by: 'somebody',
    created: 1_700_000_000,
    additional_data: { kind: 'unknown', upstream: 'listing', context_length: 4096, dimensions: null, price: null },
  });
  t.match(models[2], { owned_by: 'listing', created: 0 });
  t.match(models[3], {
    additional_data: { kind: 'embedding', upstream: 'named', context_length: 512, dimensions: 1024, price: null },
  });
});

t.test('a cached list is not requested again', async (t) => {
  const before = listing.seen.length;
  const began = performance.now();
  for (let call = 0; call < 20; call += 1) await list();
  t.equal(listing.seen.length, before);
  holdBound(t, 'twenty lists without another wait, in ms', performance.now() - began, 9000);
});

t.test('a new model is found when it is requested', async (t) => {
  data = [...data, { id: 'new' }];
  // The upstream was asked recently. It is asked again after a minimum interval.
  const found = await until(async () => {
    const { status } = await post('/v1/chat/completions', question({ model: 'new' }));
    return status === 404 ? true : undefined;
  });
  t.ok(found, 'this 404 comes from the upstream itself');
  t.ok(idsOf(await list()).includes('new'));
});

t.test('a model that a never reached upstream may have is not reported as unknown', async (t) => {
  const { status, body } = await post('/v1/chat/completions', question({ model: 'nobody-knows' }));
  t.equal(status, 502);
  t.equal(body.error.code, 'upstream_failed');
});

t.test('Ollama is known by its list, which is null without models, and is asked for chat completions', async (t) => {
  const state = async () => {
    const { body } = await app.request('GET', '/admin/upstreams', { token: admin.token });
    return body.upstreams.find(({ name }: { name: string }) => name === 'ollama');
  };
  t.match(await state(), { models: [], responses: 'native', last_failure: null });
  ollama.always(({ seen, response }) => {
    if (seen.method === 'GET') json(response, 200, { data: [{ id: 'qwen3:latest', owned_by: 'library' }] });
    else json(response, 200, { choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'stop' }] });
  });
  const ask = (more = {}) => post('/v1/responses', { model: 'qwen3:latest', input: 'x', ...more });
  const first = await until(async () => {
    const response = await ask();
    return response.status === 200 ? response : undefined;
  });
  // The list may be older than the memory of paths that an upstream lacks: SVC_UPSTREAM_DISCOVERY_SECONDS.
  shiftClock(601_000);
  t.match(await state(), { models: ['qwen3:latest'], responses: 'translated' });
  t.equal((await ask({ previous_response_id: first.body.id })).status, 200);
  const { path, body } = ollama.seen.at(-1) ?? {};
  t.match([path, body?.messages], ['/v1/chat/completions', [{}, { content: 'Yes.' }, {}]]);
});

t.test('a project sees only its allowed models', async (t) => {
  await allow({ models: ['found', 'nobody-knows'] });
  t.strictSame(idsOf(await list()), ['found']);
  const at = (id: string) => app.request('GET', `/v1/models/${id}`, { token: project.key });
  t.equal((await at('found')).body.id, 'found');
  t.equal((await at('shared')).status, 403);
  t.equal((await at('nobody-knows')).status, 404);
});
