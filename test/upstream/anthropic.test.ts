// Tests upstreams with Anthropic's API.

import t from 'tap';
import { sseOf } from '../../scripts/fixtures/scripted-model.ts';
import { eventsIn } from '../harness/event-grammar.ts';
import { question, startInference, tenantOf } from '../harness/inference.ts';
import { messageFaults } from '../harness/message-grammar.ts';
import { until } from '../harness/process.ts';
import { type Answering, json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const spare = await startUpstream(t, { models: ['shared'] });
upstream.always(answer);
const world = await startInference(t, [
  upstream.settings({ api: 'anthropic', models: undefined }),
  spare.settings({ name: 'spare' }),
  upstream.settings({ name: 'renamed', api: 'anthropic', models: [{ id: 'large', upstream_id: 'claude' }] }),
]);
const { app, admin, post, project } = world;
const path = '/v1/messages';
const usage = { input_tokens: 20, cache_read_input_tokens: 70, cache_creation_input_tokens: 10, output_tokens: 1 };

function answer({ seen, response }: Answering): unknown {
  if (seen.method === 'GET') return json(response, 200, { data: ['claude', 'shared'].map((id) => ({ id })) });
  if (seen.path === '/v1/messages/count_tokens') return json(response, 200, { input_tokens: 42 });
  if (seen.body.stream !== true) return json(response, 200, message({ usage: { ...usage, output_tokens: 7 } }));
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  return response.end(events());
}

function message(more: object): object {
  const content = [{ type: 'text', text: 'Hello there' }];
  const end = { stop_reason: 'end_turn', stop_sequence: null };
  return { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content, ...end, ...more };
}

function events(): string {
  const block = { type: 'text', text: '' };
  return sseOf([
    { type: 'message_start', message: message({ content: [], stop_reason: null, usage }) },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'ping' },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello there' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ]);
}

function request(more: object = {}): Record<string, unknown> {
  return { model: 'claude', max_tokens: 100, messages: [{ role: 'user', content: 'Hello?' }], ...more };
}

t.test('its models are listed with its own credential and version', async (t) => {
  const { body } = await app.request('GET', '/v1/models', { token: project.key });
  t.strictSame(
    body.data.map(({ id }: { id: string }) => id),
    ['svc-embedding-384', 'claude', 'shared', 'large'],
  );
  const { path, headers } = upstream.seen[0] ?? {};
  t.equal(path, '/v1/models?limit=1000');
  t.match(headers, { 'x-api-key': upstream.key, 'anthropic-version': '2023-06-01' });
  t.equal(headers?.authorization, undefined);
});

t.test('its models answer no other operation, and another upstream of the model does', async (t) => {
  const refused = await post('/v1/chat/completions', question({ model: 'claude' }));
  t.equal(refused.status, 404);
  t.match(refused.body.error, { code: 'model_not_found', message: /Call POST \/v1\/messages/ });
  const answered = await post('/v1/chat/completions', question({ model: 'shared' }));
  t.equal(answered.status, 200);
  t.equal(spare.seen.length, 1);
});

t.test('a message is passed on byte for byte, with beta features and without credentials of the caller', async (t) => {
  const thinking = { type: 'enabled', budget_tokens: 1024 };
  const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
  const sent = request({ thinking, tools, container: { skills: [] } });
  const { status, body } = await app.request('POST', `${path}?beta=true`, {
    body: sent,
    headers: { 'x-api-key': project.key, 'anthropic-version': '2023-01-01', 'anthropic-beta': 'a-1,b-2' },
  });
  t.equal(status, 200);
  t.strictSame(body, message({ usage: { ...usage, output_tokens: 7 } }));
  const seen = upstream.seen.at(-1);
  t.equal(seen?.path, path);
  t.equal(String(seen?.bytes), JSON.stringify(sent));
  t.match(seen?.headers, { 'x-api-key': upstream.key, 'anthropic-version': '2023-01-01', 'anthropic-beta': 'a-1,b-2' });
  t.equal(seen?.headers.authorization, undefined);
  t.equal((await post(path, request({ model: 'large' }))).status, 200);
  t.equal(upstream.seen.at(-1)?.body.model, 'claude', 'the model has its own name there');
});

t.test('a stream is passed on, and its usage is counted with the parts of the cache', async (t) => {
  const tenant = await tenantOf(app, admin);
  const { status, text } = await tenant.post(path, request({ stream: true }));
  t.equal(status, 200);
  t.equal(text, events());
  t.strictSame(messageFaults(eventsIn(text)), []);
  t.equal((await tenant.post(path, request())).status, 200);
  const query = { start_time: Math.floor(Date.now() / 1000) - 86_400, bucket_width: '1d' };
  const counted = await until(async () => {
    const { body } = await app.request('GET', '/v1/organization/usage/completions', {
      token: tenant.organizationKey,
      query,
    });
    const [sum] = body.data.flatMap(({ results }: { results: { num_model_requests: number }[] }) => results);
    return sum?.num_model_requests === 2 ? sum : undefined;
  });
  t.match(counted, { input_tokens: 200, output_tokens: 14, input_cached_tokens: 140 });
});

t.test('what the upstream keeps cannot be referred to, because it may be of another project', async (t) => {
  const before = upstream.seen.length;
  for (const [param, more] of [
    ['thread', { thread: { type: 'continue', previous_message_id: 'msg_1' } }],
    ['container', { container: 'container_1' }],
    ['container', { container: { id: 'container_1' } }],
  ] as const) {
    const { status, body } = await post(path, request(more));
    t.equal(status, 400);
    t.match(body.error, { type: 'invalid_request_error', param });
  }
  t.equal(upstream.seen.length, before);
});

t.test('the upstream counts tokens itself', async (t) => {
  const { max_tokens: _, ...rest } = request();
  const { status, body } = await post(`${path}/count_tokens`, rest);
  t.equal(status, 200);
  t.strictSame(body, { input_tokens: 42 });
});

t.test('refusals keep their message, and failures reveal nothing', async (t) => {
  const error = { type: 'invalid_request_error', message: 'max_tokens: too many' };
  upstream.next(({ response }) => json(response, 400, { type: 'error', error }));
  const refused = await post(path, request());
  t.equal(refused.status, 400);
  t.match(refused.body, { type: 'error', error, request_id: /^req_/ });
  upstream.next(({ response }) => json(response, 401, { type: 'error', error: { message: `bad ${upstream.key}` } }));
  const failed = await post(path, request());
  t.equal(failed.status, 502);
  t.match(failed.body, { type: 'error', error: { type: 'api_error', code: 'upstream_failed' } });
  t.notMatch(failed.text, upstream.key);
  const said = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  upstream.next(({ response }) => {
    // Without the header it is asked once more.
    response.writeHead(529, { 'content-type': 'application/json', 'x-should-retry': 'false' });
    response.end(JSON.stringify(said));
  });
  const overloaded = await post(path, request());
  t.equal(overloaded.status, 503);
  t.match(overloaded.body, { type: 'error', error: { type: 'overloaded_error', code: 'unavailable' } });
});

t.test('an error in a stream reaches the caller as an event, without internals', async (t) => {
  for (const [said, told] of [
    ['Overloaded', 'Overloaded'],
    [`Overloaded: ${upstream.origin}`, 'The response broke off: the upstream server failed. Try again.'],
  ]) {
    upstream.next(({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const begin = events().split('event: content_block_stop')[0] ?? '';
      response.end(begin + sseOf([{ type: 'error', error: { type: 'overloaded_error', message: said } }]));
    });
    const { text } = await post(path, request({ stream: true }));
    t.strictSame(messageFaults(eventsIn(text)), []);
    const type = told === 'Overloaded' ? 'overloaded_error' : 'api_error';
    t.match(eventsIn(text).at(-1), { type: 'error', error: { type, message: told } });
  }
});

t.test('a message fails over between upstreams with different APIs', async (t) => {
  upstream.next(({ response }) => json(response, 503, {}));
  const count = spare.seen.length;
  const translated = await post(path, request({ model: 'shared', stream: true }));
  t.equal(translated.status, 200);
  t.strictSame(messageFaults(eventsIn(translated.text)), []);
  t.equal(spare.seen.at(count)?.path, '/v1/chat/completions');
  upstream.next(({ response }) => json(response, 503, {}));
  const only = await post(path, request({ model: 'shared', container: { skills: [] } }));
  t.equal(only.status, 200, 'a request that cannot be translated is tried again at the upstream that can take it');
  t.equal(spare.seen.length, count + 1);
});
