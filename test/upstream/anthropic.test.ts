// Tests upstreams with Anthropic's API.

import t from 'tap';
import { question, startInference } from '../harness/inference.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const spare = await startUpstream(t, { models: ['shared'] });
upstream.always(({ response }) => json(response, 200, { data: ['claude', 'shared'].map((id) => ({ id })) }));
const { app, post, project } = await startInference(t, [
  upstream.settings({ api: 'anthropic', models: undefined }),
  spare.settings({ name: 'spare' }),
]);

t.test('its models are listed with its own credential and version', async (t) => {
  const { body } = await app.request('GET', '/v1/models', { token: project.key });
  t.strictSame(
    body.data.map(({ id }: { id: string }) => id),
    ['svc-embedding-384', 'claude', 'shared'],
  );
  const { path, headers } = upstream.seen[0] ?? {};
  t.equal(path, '/v1/models?limit=1000');
  t.match(headers, { 'x-api-key': upstream.key, 'anthropic-version': '2023-06-01' });
  t.equal(headers?.authorization, undefined);
});

t.test('its models answer no other operation, and another upstream of the model does', async (t) => {
  const refused = await post('/v1/chat/completions', question({ model: 'claude' }));
  t.equal(refused.status, 404);
  t.match(refused.body.error, { code: 'model_not_found', message: /only POST \/v1\/messages/ });
  const answered = await post('/v1/chat/completions', question({ model: 'shared' }));
  t.equal(answered.status, 200);
  t.equal(spare.seen.length, 1);
});
