// Tests the Messages API with Anthropic's official SDK, unmodified, on a model with chat completions.

import Anthropic from '@anthropic-ai/sdk';
import t from 'tap';
import { randomFrom } from '../../scripts/fixtures/scripted-model.ts';
import { startInference } from '../harness/inference.ts';
import { chunksOf, completionOf } from '../harness/scripted-chat.ts';
import { type Answering, chunks, json, startUpstream, streamSlowly } from '../harness/upstream.ts';

type Parts = Parameters<typeof chunksOf>[0]['parts'];

const upstream = await startUpstream(t);
const { app, project } = await startInference(t, [upstream]);
const client = new Anthropic({ baseURL: app.url, apiKey: project.key, authToken: null, maxRetries: 0 });
const model = 'chat-model';
const request = { model, max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello?' }] };
const random = randomFrom(3);

function answers(...parts: Parts) {
  return ({ seen, response }: Answering): unknown => {
    if (seen.body.stream !== true) return json(response, 200, completionOf({ parts }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of chunksOf({ parts }, random)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    return response.end('data: [DONE]\n\n');
  };
}

t.test('a message is created, with a key or a token', async (t) => {
  const message = await client.messages.create(request);
  t.strictSame(message.content, [{ type: 'text', text: 'Hello there' }]);
  t.match(message.usage, { input_tokens: 9, output_tokens: 3 });
  t.equal(message.stop_reason, 'end_turn');
  t.match(message._request_id, /^req_/);
  const byToken = new Anthropic({ baseURL: app.url, apiKey: null, authToken: project.key, maxRetries: 0 });
  t.equal((await byToken.messages.create(request)).type, 'message');
  t.equal((await client.beta.messages.create({ ...request, betas: ['a-2026-01-01'] })).type, 'message');
});

t.test('the stream helper collects the message', async (t) => {
  upstream.next(answers({ reasoning: 'Hm' }, { text: 'I ask.' }, { call: 'weather', arguments: '{"city":"Paris"}' }));
  const said: string[] = [];
  const thinking = { type: 'enabled' as const, budget_tokens: 1024 };
  const stream = client.messages
    .stream({ ...request, max_tokens: 2000, thinking })
    .on('text', (text) => said.push(text));
  const message = await stream.finalMessage();
  t.strictSame(message.content, [
    { type: 'thinking', thinking: 'Hm', signature: '' },
    { type: 'text', text: 'I ask.' },
    { type: 'tool_use', id: 'call_0', name: 'weather', input: { city: 'Paris' } },
  ]);
  t.equal(said.join(''), 'I ask.');
  t.equal(message.stop_reason, 'tool_use');
  t.match(message.usage, { input_tokens: 10, output_tokens: 5 });
});

t.test('the tool runner calls tools until the model answers', async (t) => {
  upstream.next(
    answers({ call: 'weather', arguments: '{"city":"Paris"}' }, { call: 'weather', arguments: '{"city":"Rome"}' }),
    answers({ text: '20 and 30 °C' }),
  );
  const cities: unknown[] = [];
  const runner = client.beta.messages.toolRunner({
    ...request,
    tools: [
      {
        type: 'custom',
        name: 'weather',
        description: 'Tells the weather.',
        input_schema: { type: 'object', properties: { city: { type: 'string' } } },
        parse: (input) => input as { city: string },
        run: ({ city }) => {
          cities.push(city);
          return `warm in ${city}`;
        },
      },
    ],
  });
  const message = await runner;
  t.strictSame(cities, ['Paris', 'Rome']);
  t.match(message.content, [{ type: 'text', text: '20 and 30 °C' }]);
  t.match(upstream.seen.at(-1)?.body.messages, [
    { role: 'user' },
    { role: 'assistant', tool_calls: [{ id: 'call_0' }, { id: 'call_1' }] },
    { role: 'tool', tool_call_id: 'call_0', content: 'warm in Paris' },
    { role: 'tool', tool_call_id: 'call_1', content: 'warm in Rome' },
  ]);
});

t.test('images reach the model', async (t) => {
  const source = { type: 'base64' as const, media_type: 'image/png' as const, data: 'iVBORw0KGgo=' };
  const content = [{ type: 'image' as const, source }];
  await client.messages.create({ ...request, messages: [{ role: 'user', content }] });
  const url = 'data:image/png;base64,iVBORw0KGgo=';
  t.match(upstream.seen.at(-1)?.body.messages, [{ content: [{ type: 'image_url', image_url: { url } }] }]);
});

t.test('tokens are counted', async (t) => {
  const { max_tokens: _, ...rest } = request;
  const { input_tokens: tokens } = await client.messages.countTokens(rest);
  t.ok(tokens > 0 && tokens < 20);
});

t.test('errors have their classes, with a message, a type and the id of the request', async (t) => {
  const thrown = (one: Promise<unknown>) =>
    one.then(
      () => undefined,
      (error: unknown) => error,
    );
  const stranger = new Anthropic({ baseURL: app.url, apiKey: 'svcproj_nonsense', authToken: null, maxRetries: 0 });
  const cases: [error: unknown, of: unknown, type: string][] = [
    [
      await thrown(client.messages.create({ ...request, max_tokens: 0 })),
      Anthropic.BadRequestError,
      'invalid_request_error',
    ],
    [await thrown(stranger.messages.create(request)), Anthropic.AuthenticationError, 'authentication_error'],
    [await thrown(client.messages.create({ ...request, model: 'none' })), Anthropic.NotFoundError, 'not_found_error'],
  ];
  upstream.next(({ response }) => json(response, 429, { error: { message: 'Slower' } }));
  cases.push([await thrown(client.messages.create(request)), Anthropic.RateLimitError, 'rate_limit_error']);
  upstream.next(({ response }) => json(response, 500, {}, { 'x-should-retry': 'false' }));
  cases.push([await thrown(client.messages.create(request)), Anthropic.InternalServerError, 'api_error']);
  for (const [error, of, type] of cases) {
    t.ok(error instanceof (of as typeof Anthropic.APIError), type);
    t.match(error, { type, requestID: /^req_/, error: { type: 'error', error: { message: /\w/ } } });
  }
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunks(['a']).slice(0, 2).join(''), () => response.destroy());
  });
  const broken = await thrown(client.messages.stream(request).finalMessage());
  t.ok(broken instanceof Anthropic.APIError, 'a stream that breaks');
});

t.test('a call that was refused for its rate is sent again', async (t) => {
  upstream.next(({ response }) => json(response, 429, {}, { 'retry-after': '1' }));
  const before = upstream.seen.length;
  const message = await client.messages.create(request, { maxRetries: 1 });
  t.equal(message.type, 'message');
  t.equal(upstream.seen.length, before + 2);
});

t.test('a stream that is left ends the call of the upstream', async (t) => {
  const count = upstream.seen.length;
  const texts = Array.from({ length: 10_000 }, () => chunks(['x'])[1] as string);
  upstream.next(({ response }) => streamSlowly(response, texts, 5));
  for await (const { type } of await client.messages.create({ ...request, stream: true })) {
    if (type === 'content_block_delta') break;
  }
  t.ok(await upstream.seen[count]?.aborted);
});
