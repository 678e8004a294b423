import type { ServerResponse } from 'node:http';
import t from 'tap';
import { question, startInference, tenantOf } from '../harness/inference.ts';
import { chunks, json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const world = await startInference(t, [upstream]);
const { app, post, open } = world;
const path = '/v1/chat/completions';
const last = () => upstream.seen.at(-1);

t.test('request and response bodies are forwarded byte for byte', async (t) => {
  const raw =
    '{ "model":"chat-model",\n "messages" : [{"role":"user","content":"h\\u00e9 \\ud83d\\ude00"}], "seed":1e2 }';
  const { status, body, headers, text } = await app.request('POST', path, { token: world.project.key, raw });
  t.equal(status, 200);
  t.equal(last()?.bytes.toString(), raw);
  t.equal(body.choices[0].message.content, 'Hello there');
  t.equal(text, JSON.stringify(body));
  t.equal(headers.get('content-length'), String(Buffer.byteLength(text)));
});

t.test('members that are declared for clients only are forwarded whatever they hold', async (t) => {
  const odd = {
    messages: [{ role: 'user', content: { parts: [1] }, tool_calls: 'none', tool_call_id: 7 }],
    tools: { all: true },
    tool_choice: 3,
    temperature: 'hot',
    top_p: -1,
    response_format: 'xml',
    max_tokens: '12',
    n: 1.5,
    stop: 0,
    seed: 'x',
  };
  const { status, text } = await post(path, question(odd));
  t.equal(status, 200, text);
  t.match(last()?.body, odd);
});

t.test('a stream is forwarded event by event', async (t) => {
  const begun = Promise.withResolvers<ServerResponse>();
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    begun.resolve(response);
  });
  const response = await open(path, question({ stream: true }));
  t.equal(response.headers.get('content-type'), 'text/event-stream');
  const sender = await begun.promise;
  const reader = (response.body as NonNullable<typeof response.body>).pipeThrough(new TextDecoderStream()).getReader();
  // Sends each event after the one before has arrived. With timers, a busy machine might read two at once.
  for (const event of chunks(['a', 'b', 'c'])) {
    sender.write(event);
    let read = '';
    while (read.length < event.length) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream has ended, after ${read}`);
      read += value;
    }
    t.equal(read, event, 'each event arrives before the next one is sent');
  }
  sender.end();
  t.equal((await reader.read()).done, true);
});

t.test('the response head of a stream is sent before its first event', async (t) => {
  let begin = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    begin = resolve;
  });
  upstream.next(async ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    await held;
    response.end(chunks(['late']).join(''));
  });
  const response = await open(path, question({ stream: true }));
  t.equal(response.status, 200);
  begin();
  t.match(await response.text(), /late/);
});

t.test('the usage of a stream is requested and counted, and only shown to callers who asked for it', async (t) => {
  const tokens = async (): Promise<number> => {
    const { text } = await app.request('GET', '/metrics');
    const line = /svc_upstream_tokens_total\{upstream="test",kind="chat",direction="input"\} (\d+)/.exec(text);
    return Number(line?.[1] ?? 0);
  };
  const before = await tokens();
  const plain = await (await open(path, question({ stream: true }))).text();
  t.strictSame(last()?.body.stream_options, { include_usage: true });
  t.notMatch(plain, /"usage":\{/);
  t.match(plain, /data: \[DONE\]\n\n$/);
  const other = await (
    await open(path, question({ stream: true, stream_options: { include_usage: false, x: 1 } }))
  ).text();
  t.strictSame(last()?.body.stream_options, { include_usage: true, x: 1 });
  t.notMatch(other, /"usage":\{/);
  const asked = await (await open(path, question({ stream: true, stream_options: { include_usage: true } }))).text();
  t.match(asked, /"choices":\[\],"usage":\{"prompt_tokens":9/);
  await post(path, question());
  t.equal((await tokens()) - before, 4 * 9);
});

t.test('the usage that LiteLLM puts beside a choice without a word is not shown either', async (t) => {
  const rest = ',"usage":{"prompt_tokens":9,"completion_tokens":2,"total_tokens":11}}\n\n';
  const [first = '', ...others] = chunks(['Hello']);
  const alone = ['{"index":0,"delta":{}}', '{"index":0}'].map((choice) => `data: {"choices":[${choice}]${rest}`);
  const beside = `data: {"choices":[{"index":0,"delta":{"content":"!"}}]${rest}`;
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end([first, beside, ...others.slice(0, -1), ...alone, others.at(-1)].join(''));
  });
  const shown = await (await open(path, question({ stream: true }))).text();
  t.equal(shown, [first, beside, ...others].join(''));
});

t.test('the time to the first token is measured from the call to the first text, for streams only', async (t) => {
  const metric = async (part: 'count' | 'sum'): Promise<number> => {
    const { text } = await app.request('GET', '/metrics');
    const name = `svc_upstream_time_to_first_token_seconds_${part}`;
    return Number(new RegExp(`${name}\\{upstream="test",kind="chat"\\} ([\\d.]+)`).exec(text)?.[1] ?? 0);
  };
  const before = { count: await metric('count'), sum: await metric('sum') };
  const silentMs = 120;
  upstream.next(({ response }) => {
    const [role = '', ...rest] = chunks(['late']);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(role);
    setTimeout(() => response.end(rest.join('')), silentMs);
  });
  await (await open(path, question({ stream: true }))).text();
  await post(path, question());
  t.equal((await metric('count')) - before.count, 1);
  const seconds = (await metric('sum')) - before.sum;
  t.ok(seconds >= (silentMs - 5) / 1000 && seconds < 30, `${seconds} s`);
});

t.test("members that would change the upstream's target or account are removed", async (t) => {
  const evil = {
    api_base: 'http://evil.example',
    base_url: 'http://evil.example',
    api_key: 'sk-evil',
    headers: { authorization: 'Bearer evil' },
    extra_body: { api_base: 'http://evil.example' },
    extra_headers: { host: 'evil.example' },
    models: ['org/model:v1'],
    route: 'fallback',
    fallbacks: [{ 'chat-model': ['org/model:v1'] }],
    context_window_fallbacks: [{ 'chat-model': ['org/model:v1'] }],
    content_policy_fallbacks: [{ 'chat-model': ['org/model:v1'] }],
    mock_testing_fallbacks: true,
    mock_testing_context_fallbacks: true,
    mock_testing_content_policy_fallbacks: true,
    model_list: [{ model_name: 'chat-model', litellm_params: { model: 'org/model:v1' } }],
    user_config: { model_list: [] },
    router_settings_override: { fallbacks: [] },
    deployment_id: 'org/model:v1',
    azure_endpoint: 'http://evil.example',
    API_Base: 'http://evil.example',
    fallbac\u212as: ['org/model:v1'],
  };
  t.equal((await post(path, question({ temperature: 0.5, ...evil }))).status, 200);
  t.strictSame(last()?.body, question({ temperature: 0.5 }));
  for (const [name, value] of Object.entries(evil)) {
    t.equal((await post(path, question({ temperature: 0.5, [name]: value }))).status, 200);
    t.strictSame(last()?.body, question({ temperature: 0.5 }), name);
  }
});

t.test('the same member names in nested objects are forwarded byte for byte', async (t) => {
  const properties = { headers: { type: 'string' }, Model: { type: 'string' }, route: { type: 'string' } };
  const asked = question({ tools: [{ type: 'function', function: { name: 'f', parameters: { properties } } }] });
  const raw = JSON.stringify(asked, undefined, 1);
  t.equal((await app.request('POST', path, { token: world.project.key, raw })).status, 200);
  t.equal(last()?.bytes.toString(), raw);
});

t.test('a removed member in other letter case, which some servers treat as the same, is removed too', async (t) => {
  const restricted = await tenantOf(app, world.admin);
  await restricted.allow({ models: ['chat-model'] });
  const token = restricted.project.key;
  for (const name of [
    'Model',
    'MODEL',
    '\\u004dodel',
    'ſtore',
    '\\u017ftore',
    'STREAM',
    'Background',
    'Previouſ_response_id',
  ]) {
    const raw = `{"model":"chat-model","messages":[{"role":"user","content":"x"}],"${name}":"org/model:v1"}`;
    t.equal((await app.request('POST', path, { token, raw })).status, 200);
    t.strictSame(last()?.body, { model: 'chat-model', messages: [{ role: 'user', content: 'x' }] }, name);
  }
});

t.test("the caller's headers are not forwarded to the upstream, nor the upstream's to the caller", async (t) => {
  const { headers } = await post(path, question(), {
    cookie: 'session=1',
    'x-forwarded-for': '10.0.0.1',
    'x-forwarded-host': 'evil.example',
    'openai-organization': world.organizationId,
    'compat-project': world.project.id,
    'x-custom': '1',
    'openai-beta': 'assistants=v2',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'vendor=1',
    'idempotency-key': 'one',
    te: 'trailers',
  });
  const sent = last()?.headers ?? {};
  t.equal(sent.authorization, `Bearer ${upstream.key}`);
  t.equal(sent.host, new URL(upstream.origin).host);
  t.equal(sent['openai-beta'], 'assistants=v2');
  t.equal(sent.traceparent, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'a trace goes on');
  t.equal(sent.tracestate, 'vendor=1');
  for (const name of [
    'cookie',
    'x-forwarded-for',
    'x-forwarded-host',
    'openai-organization',
    'compat-project',
    'x-custom',
    'idempotency-key',
    'te',
  ]) {
    t.notOk(name in sent, name);
  }
  for (const name of ['server', 'set-cookie']) t.notOk(headers.has(name), name);
  t.equal(sent['x-request-id'], headers.get('x-request-id'));
});

t.test('a project may only call its allowed models, in any JSON spelling', async (t) => {
  const restricted = await tenantOf(app, world.admin);
  await restricted.allow({ models: ['chat-model'] });
  t.equal((await restricted.post(path, question())).status, 200);
  const before = upstream.seen.length;
  for (const model of [
    'org/model:v1',
    'CHAT-MODEL',
    'chat-model ',
    ' chat-model',
    'chаt-model',
    'chat-model\u0000',
    'unknown',
  ]) {
    for (const stream of [false, true]) {
      const { status, body } = await restricted.post(path, question({ model, stream }));
      t.equal(status, 403, JSON.stringify(model));
      t.equal(body.error.code, 'model_not_found');
      t.equal(body.error.param, 'model');
    }
  }
  t.equal(upstream.seen.length, before, 'nothing reaches the upstream');
});

t.test('a repeated member name in a body is always interpreted in the same way', async (t) => {
  const restricted = await tenantOf(app, world.admin);
  await restricted.allow({ models: ['chat-model'] });
  const token = restricted.project.key;
  const messages = '"messages":[{"role":"user","content":"x"}]';
  for (const raw of [
    `{"model":"org/model:v1",${messages},"model":"chat-model"}`,
    `{"mod\\u0065l":"org/model:v1",${messages},"model":"chat-model"}`,
    `{"model":"org/model:v1",${messages},"\\u006dodel":"chat-model"}`,
  ]) {
    t.equal((await app.request('POST', path, { token, raw })).status, 200);
    t.strictSame(JSON.parse(last()?.bytes.toString() ?? ''), {
      model: 'chat-model',
      messages: [{ role: 'user', content: 'x' }],
    });
    t.equal(
      last()
        ?.bytes.toString()
        .match(/"model"/g)?.length,
      1,
    );
  }
  const swapped = `{"model":"chat-model",${messages},"model":"org/model:v1"}`;
  t.equal((await app.request('POST', path, { token, raw: swapped })).status, 403);
});

t.test('a model that no upstream offers is not found', async (t) => {
  const { status, body } = await post(path, question({ model: 'no-such-model' }));
  t.equal(status, 404);
  t.match(body.error, { code: 'model_not_found', param: 'model' });
});

t.test('a chat with the embedding model is refused with an explanation, because the model is listed', async (t) => {
  const { status, body } = await post(path, question({ model: 'svc-embedding-384' }));
  t.equal(status, 404);
  t.match(body.error, {
    code: 'model_not_found',
    param: 'model',
    message: 'svc-embedding-384 is an embedding model. Call POST /v1/embeddings.',
  });
});

t.test('only the members that the server uses are validated', async (t) => {
  const before = upstream.seen.length;
  const broken: [string, unknown, string[]][] = [
    ['no model', { messages: [{ role: 'user' }] }, ['body', 'model']],
    ['no messages', { model: 'chat-model' }, ['body', 'messages']],
    ['an empty conversation', question({ messages: [] }), ['body', 'messages']],
    ['a message that is none', question({ messages: ['x'] }), ['body', 'messages', '0']],
    ['stream as a text', question({ stream: 'yes' }), ['body', 'stream']],
    ['no object', [], ['body']],
  ];
  for (const [what, body, loc] of broken) {
    const answer = await post(path, body);
    t.equal(answer.status, 422, what);
    t.strictSame(answer.body.detail[0].loc, loc, what);
  }
  t.equal(upstream.seen.length, before);
  t.equal((await post(path, question({ temperature: 'hot', made_up: { x: [1] }, stream: null }))).status, 200);
  t.equal(last()?.body.temperature, 'hot', 'the upstream validates it');
});

t.test('a conversation may have 16 MiB and no more', async (t) => {
  const long = (bytes: number) => question({ messages: [{ role: 'user', content: 'x'.repeat(bytes) }] });
  t.equal((await post(path, long(15 << 20))).status, 200);
  t.equal(last()?.bytes.length, Buffer.byteLength(JSON.stringify(long(15 << 20))));
  const { status, body } = await post(path, long(16 << 20));
  t.equal(status, 413);
  t.match(body.error, { code: 'body_too_large', message: /Send less at once, or ask the operator/ });
});

t.test("an upstream's refusal is forwarded in the error format", async (t) => {
  const refusals: [number, unknown, Record<string, unknown>][] = [
    [
      400,
      {
        error: {
          message: 'Too long',
          type: 'invalid_request_error',
          param: 'messages',
          code: 'context_length_exceeded',
        },
      },
      { message: 'Too long', code: 'context_length_exceeded', param: 'messages' },
    ],
    [404, { error: { message: 'No such model' } }, { message: 'No such model', code: null, param: null }],
    [422, { detail: [{ loc: ['body'], msg: 'no' }] }, { message: '[{"loc":["body"],"msg":"no"}]' }],
    [400, { object: 'error', message: 'vLLM of old', code: 40303 }, { message: 'vLLM of old', code: '40303' }],
    [413, { error: 'Too large' }, { message: 'Too large' }],
    [418, { error: { message: 'A teapot' } }, { message: 'A teapot' }],
  ];
  for (const [status, given, expected] of refusals) {
    upstream.next(({ response }) => json(response, status, given));
    const answer = await post(path, question());
    t.equal(answer.status, status);
    t.match(answer.body.error, expected);
    t.strictSame(Object.keys(answer.body.error).sort(), ['code', 'message', 'param', 'type']);
  }
  upstream.next(({ response }) =>
    json(
      response,
      429,
      { error: { message: 'Slow down' } },
      { 'retry-after': '600', 'x-ratelimit-limit-requests': '7' },
    ),
  );
  const limited = await post(path, question());
  t.equal(limited.status, 429);
  t.equal(limited.headers.get('retry-after'), '60');
  t.notOk(limited.headers.has('x-ratelimit-limit-requests'), "the limits of the upstream's account are not forwarded");
  upstream.next(({ response }) => {
    response.writeHead(400, { 'content-type': 'text/html' });
    response.end('<h1>Bad</h1>');
  });
  t.equal(
    (await post(path, question())).body.error.message,
    'The upstream server refused the request with status 400: Bad',
  );
});

t.test('an invalid chat request is not sent to an upstream', async (t) => {
  const before = upstream.seen.length;
  const bad = await app.request('POST', path, { token: 'svcproj_nothing', body: question() });
  t.equal(bad.status, 401);
  t.equal((await app.request('POST', path, { token: world.organizationKey, body: question() })).status, 422);
  t.equal(upstream.seen.length, before);
});
