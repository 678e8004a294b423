// Tests models for which callers and the upstream have different names: `upstream_id`.

import t from 'tap';
import { nowSeconds } from '../../models/clock.ts';
import { loadConfig } from '../../services/settings/config.ts';
import { upload } from '../harness/forms.ts';
import { question, startInference } from '../harness/inference.ts';
import { createStore, finished } from '../harness/stores.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const near = await startUpstream(t);
const far = await startUpstream(t);
const there = 'org/"large" é:v2';
const world = await startInference(
  t,
  [
    near.settings({ name: 'near', models: [{ id: 'large', upstream_id: there }, 'small'] }),
    far.settings({ name: 'far', models: [{ id: 'large', upstream_id: 'large-elsewhere' }] }),
  ],
  { SVC_EMBEDDING_MODEL: 'large' },
);
const { app, post, project, allow } = world;
const chat = '/v1/chat/completions';
const send = (path: string, raw: string) => app.request('POST', path, { token: project.key, raw });

t.test("every model operation sends the upstream's name of the model", async (t) => {
  const messages = [{ role: 'user', content: 'Hello?' }];
  for (const [path, body] of [
    [chat, { messages }],
    ['/v1/completions', { prompt: 'Hello?' }],
    ['/v1/embeddings', { input: 'Hello?' }],
    ['/v1/responses', { input: 'Hello?' }],
  ] as const) {
    t.equal((await post(path, { model: 'large', ...body })).status, 200, path);
    t.equal(near.seen.at(-1)?.body.model, there, path);
    t.equal((await post(path, { ...body, model: 'small' })).status, 200, path);
    t.equal(near.seen.at(-1)?.body.model, 'small', path);
  }
});

t.test('nothing else of the body changes, however it is formatted', async (t) => {
  const sent = JSON.stringify(there);
  for (const [given, expected] of [
    [
      '{"model":"large","messages":[{"role":"user","content":"x"}],"extra":12345678901234567890}',
      `{"model":${sent},"messages":[{"role":"user","content":"x"}],"extra":12345678901234567890}`,
    ],
    [
      '{ "messages" : [{"role":"user","content":"x"}], "user":"é \\"model", "model" \n:\t"large" , "n":1.0 }',
      `{ "messages" : [{"role":"user","content":"x"}], "user":"é \\"model", "model" \n:\t${sent} , "n":1.0 }`,
    ],
    ['{"messages":[{"role":"user","content":"say \\"model\\""}],"model":"lar\\u0067e"}', undefined],
    ['{"messages":[{"role":"user","content":"x"}],"metadata":{"model":"large"},"model":"large"}', undefined],
    ['{"model":"small","messages":[{"role":"user","content":"x"}],"model":"large"}', undefined],
  ] as const) {
    const { status } = await send(chat, given);
    t.equal(status, 200, given);
    const seen = near.seen.at(-1);
    if (expected !== undefined) t.equal(seen?.bytes.toString(), expected);
    t.strictSame(seen?.body, { ...JSON.parse(given), model: there }, given);
  }
  const stream = await send(chat, '{"stream":true,"model":"large","messages":[{"role":"user","content":"x"}]}');
  t.equal(stream.status, 200);
  t.strictSame(near.seen.at(-1)?.body, {
    stream_options: { include_usage: true },
    stream: true,
    model: there,
    messages: [{ role: 'user', content: 'x' }],
  });
});

t.test('the next upstream gets its own name of the model', async (t) => {
  near.always(({ response }) => json(response, 429, { error: { message: 'later' } }));
  t.equal((await post(chat, question({ model: 'large' }))).status, 200);
  near.always(undefined);
  t.equal(near.seen.at(-1)?.body.model, there);
  t.equal(far.seen.at(-1)?.body.model, 'large-elsewhere');
});

t.test("the list, the project's rules and the usage have one name for callers", async (t) => {
  const { body } = await app.request('GET', '/v1/models', { token: project.key });
  const ids = body.data.map(({ id }: { id: string }) => id);
  t.ok(ids.includes('large'));
  t.notOk(ids.includes(there) || ids.includes('large-elsewhere'));
  t.equal((await post(chat, question({ model: there }))).status, 404);
  await allow({ models: ['small', there] });
  t.equal((await post(chat, question({ model: 'large' }))).body.error.code, 'model_not_found');
  await allow({ models: [] });
  await app.app.services.usage.flush();
  const usage = await app.request('GET', '/v1/organization/usage/completions', {
    token: world.organizationKey,
    query: { start_time: nowSeconds() - 3600, group_by: 'model' },
  });
  t.ok(usage.text.includes('"large"'));
  t.notOk(usage.text.includes('elsewhere'));
});

t.test("vector stores embed and search with the callers' name", async (t) => {
  const store = await createStore(app, project.key);
  const file = await upload(app, project.key, { content: 'The key hangs behind the clock.' });
  const before = near.seen.length;
  const path = `/v1/vector_stores/${store}/files`;
  await app.request('POST', path, { token: project.key, body: { file_id: file } });
  t.match(await finished(app, project.key, `${path}/${file}`), { status: 'completed' });
  const query = { query: 'Where is the key?' };
  const found = await app.request('POST', `/v1/vector_stores/${store}/search`, { token: project.key, body: query });
  t.equal(found.body.data.length, 1);
  const asked = near.seen.slice(before).concat(far.seen);
  const names = asked.filter((seen) => seen.path === '/v1/embeddings').map(({ body }) => body.model);
  t.ok(names.length >= 2);
  t.notOk(names.includes('large'));
});

t.test('an invalid name is refused', async (t) => {
  const settings = (models: unknown) => ({ SVC_UPSTREAMS: JSON.stringify([near.settings({ models })]) });
  for (const upstream_id of ['', 5, 'x'.repeat(256)]) {
    t.throws(() => loadConfig(settings([{ id: 'm', upstream_id }])), { message: /upstream_id/ });
  }
});
