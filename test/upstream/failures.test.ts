// Tests slow, broken and unavailable upstreams. Callers should notice as little as possible.

import t from 'tap';
import type { Answer } from '../harness/app.ts';
import { holdBound } from '../harness/clock.ts';
import { question, startInference } from '../harness/inference.ts';
import { type Answering, json, startUpstream, type TestUpstream } from '../harness/upstream.ts';

const path = '/v1/chat/completions';
const models = (...names: string[]) => ({ models: names });
const upstreams: Record<string, TestUpstream> = {};
for (const name of [
  ...['alone', 'first', 'second', 'gone', 'slow', 'weighed', 'weighty', 'flaky', 'keyless', 'key'],
  ...['failing', 'dying', 'spare', 'tired', 'fresh', 'parts', 'odd'],
]) {
  upstreams[name] = await startUpstream(t);
}
const at = (name: string): TestUpstream => upstreams[name] as TestUpstream;
const entry = (name: string, more: Record<string, unknown>) => at(name).settings({ name, ...more });
const { app, post, open } = await startInference(t, [
  entry('alone', { ...models('alone'), custom_endpoints: ['/v1/refusing'] }),
  entry('first', models('shared', 'first')),
  entry('gone', models('mostly-gone', 'gone')),
  entry('odd', models('odd or second', 'unreadable')),
  entry('second', models('shared', 'mostly-gone', 'odd or second')),
  entry('slow', { ...models('slow'), timeout_seconds: 1 }),
  entry('weighed', { ...models('weighted'), weight: 1 }),
  entry('weighty', { ...models('weighted'), weight: 3 }),
  entry('flaky', models('flaky')),
  entry('keyless', models('keyed')),
  entry('key', models('keyed')),
  entry('failing', models('doubled')),
  entry('dying', models('doubled too')),
  entry('spare', models('doubled', 'doubled too')),
  entry('tired', models('shared by two')),
  entry('fresh', models('shared by two')),
  entry('parts', {
    ...models('parts'),
    custom_endpoints: ['/v1/ocr'],
    mcp_servers: { dead: 'http://127.0.0.1:9/mcp' },
  }),
]);
const ask = (model: string, more = {}) => post(path, question({ model, ...more }));
const countOf = async (name: string, work: () => Promise<unknown>): Promise<number> => {
  const before = at(name).seen.length;
  await work();
  return at(name).seen.length - before;
};
const reset = ({ request }: Answering) => request.socket.destroy();
const failWith =
  (status: number) =>
  ({ response }: Answering) =>
    json(response, status, { error: { message: 'inside' } });

t.test('a failed attempt is retried, invisibly for the caller', async (t) => {
  for (const failure of [reset, failWith(500), failWith(503)]) {
    at('alone').next(failure);
    t.equal(await countOf('alone', async () => t.equal((await ask('alone')).status, 200)), 2);
  }
  at('alone').next(failWith(500), failWith(502));
  t.equal(await countOf('alone', async () => t.equal((await ask('alone', { stream: true })).status, 200)), 3);
});

t.test('after two retries the call fails with 502, without internal details', async (t) => {
  at('alone').next(failWith(500), failWith(500), failWith(500));
  const tries = await countOf('alone', async () => {
    const { status, body, text } = await ask('alone');
    t.equal(status, 502);
    t.strictSame(
      { ...body.error, message: '' },
      { message: '', type: 'server_error', param: null, code: 'upstream_failed' },
    );
    t.notMatch(text, /inside|127\.0\.0\.1|alone/);
  });
  t.equal(tries, 3);
});

t.test('a refusal is not retried, nor is a failure that the upstream marks as final', async (t) => {
  at('alone').next(failWith(400));
  t.equal(await countOf('alone', () => ask('alone')), 1);
  at('alone').next(({ response }) => json(response, 500, {}, { 'x-should-retry': 'false' }));
  t.equal(await countOf('alone', async () => t.equal((await ask('alone')).status, 502)), 1);
});

t.test('a response that has begun is not requested again', async (t) => {
  at('alone').next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[]}\n\n', () => response.destroy());
  });
  t.equal(await countOf('alone', async () => (await open(path, question({ model: 'alone', stream: true }))).text()), 1);
});

t.test('upstreams are tried in the order of the configuration', async (t) => {
  t.equal(await countOf('first', () => ask('shared')), 1);
  for (const failure of [failWith(500), failWith(429), failWith(401), failWith(403), reset]) {
    at('first').next(failure);
    const fromSecond = await countOf('second', async () => t.equal((await ask('shared')).status, 200));
    t.equal(fromSecond, 1);
  }
  at('first').next(failWith(400));
  t.equal(await countOf('second', () => ask('shared')), 0, 'an invalid request is invalid at every upstream');
});

t.test('a 429 of the only upstream is forwarded', async (t) => {
  at('first').next(failWith(429));
  const { status, headers } = await ask('first');
  t.equal(status, 429);
  t.equal(headers.get('retry-after'), '1');
});

t.test("a key that the upstream refuses is reported as the server's fault", async (t) => {
  for (const status of [401, 403, 407, 302]) {
    at('first').next(failWith(status));
    const answer = await ask('first');
    t.equal(answer.status, 502, String(status));
    t.notMatch(answer.text, /inside/);
  }
});

t.test('an upstream that does not begin to answer in time gives a 504', async (t) => {
  at('slow').next(() => undefined);
  const began = performance.now();
  const { status, body } = await ask('slow');
  const tookMs = performance.now() - began;
  t.equal(status, 504);
  t.equal(body.error.code, 'upstream_timeout');
  t.ok(tookMs > 900, `${tookMs} ms`);
  holdBound(t, 'an upstream that does not answer within its second, in ms', tookMs, 10_000);
  await at('slow').seen.at(-1)?.aborted;
});

t.test('an upstream that keeps failing is paused, and tried again from time to time', async (t) => {
  await at('gone').stop();
  for (let call = 0; call < 12; call += 1) t.equal((await ask('mostly-gone')).status, 200, 'the next upstream answers');
  const began = performance.now();
  for (let call = 0; call < 5; call += 1) t.equal((await ask('gone')).status, 502);
  holdBound(t, 'five calls to a paused upstream, in ms', performance.now() - began, 5000);
});

t.test('retries are limited to a tenth of the calls', async (t) => {
  at('flaky').always(failWith(500));
  const calls = 60;
  const tries = await countOf('flaky', async () => {
    for (let call = 0; call < calls; call += 1) t.equal((await ask('flaky')).status, 502);
  });
  t.ok(tries <= calls + 10 + calls * 0.1, `${tries} tries`);
  at('flaky').always(undefined);
  t.equal((await ask('flaky')).status, 200, 'an upstream that answers 500 is not paused: the next prompt may work');
});

t.test('one failing upstream costs no call as long as another one works', async (t) => {
  const failures = async (name: string, status: number): Promise<number> => {
    const { text } = await app.request('GET', '/metrics');
    const line = `^svc_upstream_failures_total\\{upstream="${name}",outcome="${status}"\\} (\\d+)$`;
    return Number(new RegExp(line, 'm').exec(text)?.[1]);
  };
  const askOften = (name: string, model: string, status: number): Promise<number> => {
    at(name).always(failWith(status));
    return countOf(name, async () => {
      for (let call = 0; call < 40; call += 1) t.equal((await ask(model)).status, 200, `${status}, call ${call}`);
    });
  };
  for (const status of [500, 403, 429]) {
    t.equal(await askOften('failing', 'doubled', status), 40);
    t.equal(await failures('failing', status), 40, 'the operator sees the reason');
  }
  const tries = await askOften('dying', 'doubled too', 503);
  t.ok(tries >= 5 && tries < 40, `${tries} attempts: the upstream is paused for a while`);
  t.equal(await failures('dying', 503), tries);
  t.match((await app.request('GET', '/metrics')).text, 'svc_upstream_paused{upstream="dying",part="models"} 1');
});

t.test('an upstream that sends Retry-After is tried last until then', async (t) => {
  at('tired').next(({ response }) => json(response, 429, { error: {} }, { 'retry-after': '60' }));
  const tries = await countOf('tired', async () => {
    for (let call = 0; call < 5; call += 1) t.equal((await ask('shared by two')).status, 200);
  });
  t.equal(tries, 1);
  at('fresh').next(failWith(503));
  t.equal(
    await countOf('tired', async () => t.equal((await ask('shared by two')).status, 200)),
    1,
    'but the upstream is called',
  );
});

t.test('a failure in one part of an upstream does not pause the others', async (t) => {
  for (let call = 0; call < 12; call += 1) t.equal((await post('/mcp/dead', { jsonrpc: '2.0' })).status, 502);
  t.equal((await ask('parts')).status, 200);
  at('parts').always(failWith(503));
  for (let call = 0; call < 12; call += 1) t.equal((await post('/v1/ocr', {})).status, 502);
  at('parts').always(undefined);
  t.equal((await ask('parts')).status, 200);
});

t.test('an invalid model response is a failure, and the next upstream is tried', async (t) => {
  const send =
    (status: number, type: string, text: string) =>
    ({ response }: Answering) =>
      response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(text);
  const usual = '{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[]}';
  for (const [what, behaviour, more] of [
    ['a page', send(200, 'text/html', '<html>Log in</html>'), { stream: true }],
    ['nothing at all', send(204, '', '')],
    ['another success', send(202, 'application/json', usual)],
  ] as const) {
    at('odd').next(behaviour);
    t.equal(
      await countOf('second', async () => t.equal((await ask('odd or second', more ?? {})).status, 200, what)),
      1,
      what,
    );
  }
  for (const text of ['', '<html>', '{"id":"x","choi', '[]', '"text"']) {
    at('odd').next(send(200, 'application/json', text));
    const { status, body } = await ask('unreadable');
    t.equal(status, 502, text);
    t.equal(body.error.code, 'upstream_failed');
  }
  const refused = await countOf('odd', async () => t.equal((await ask('unreadable')).status, 502));
  t.equal(refused, 0, 'a model whose answers cannot be read is not asked for a while');
  at('odd').next(send(200, 'application/json; charset=utf-8', ` \n${usual}\r\n`));
  t.equal((await ask('odd or second')).text, ` \n${usual}\r\n`, 'its upstream is, for other models');
});

t.test('of an HTML page or a text, only the first line is forwarded', async (t) => {
  const page = `<!DOCTYPE html>\n<html><head><style>a{}</style><title>413 Request Entity Too Large</title></head><body><h1>nginx</h1></body></html>`;
  for (const [media, text, line] of [
    ['text/html', page, '413 Request Entity Too Large'],
    ['text/plain', '\n  too much\r\nfor me', 'too much'],
  ] as const) {
    const refuse = ({ response }: Answering) => void response.writeHead(413, { 'content-type': media }).end(text);
    const answers: [string, () => Promise<Answer>][] = [
      ['a model', () => ask('alone')],
      ['a custom endpoint', () => post('/v1/refusing', { a: 1 })],
    ];
    for (const [name, send] of answers) {
      at('alone').next(refuse);
      const { status, body } = await send();
      t.equal(status, 413, name);
      t.strictSame(body, {
        error: {
          message: `The upstream server refused the request with status 413: ${line}`,
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
      });
    }
  }
});

t.test('an error within the message of an error, as Ollama passes on those of llama.cpp, is read', async (t) => {
  const inner = { error: { code: 400, message: 'The model has no images.', type: 'invalid_request_error' } };
  at('alone').next(({ response }) => json(response, 400, { error: { message: JSON.stringify(inner), code: null } }));
  t.strictSame((await ask('alone')).body, { error: { ...inner.error, param: null, code: '400' } });
  const outer = { message: '{"detail":"No credit is left."}', type: 'insufficient_quota', code: 'insufficient_quota' };
  at('alone').next(({ response }) => json(response, 429, { error: outer }));
  const { body, headers } = await ask('alone');
  t.match(body.error, { message: 'No credit is left.', code: outer.code }, 'the outer code, if the inner one has none');
  t.equal(headers.get('x-should-retry'), 'false');
});

t.test('the list of issues with which servers made with FastAPI refuse a request is told in sentences', async (t) => {
  const at17 = { loc: ['body', 'input', 17], msg: 'Input should be a valid string', type: 'string_type', input: 56 };
  const own = { loc: ['body', 'top_k'], msg: 'top_k must be below 100', type: 'value_error' };
  const lists = { infinity: { detail: [at17, own] }, Mistral: { object: 'error', message: { detail: [at17, own] } } };
  for (const [server, refusal] of Object.entries(lists)) {
    at('alone').next(({ response }) => json(response, 422, refusal));
    const { status, body } = await ask('alone');
    t.match({ status, body }, { status: 422, body: { error: { type: 'invalid_request_error' } } }, server);
    t.equal(body.error.message, 'input.17 must be a string, not 56. top_k must be below 100.', server);
  }
  const scheme = { loc: ['body', 'image'], msg: "URL scheme should be 'http' or 'https'", type: 'url_scheme' };
  const least = { loc: ['body', 'top_p'], msg: 'Input should be at least 0', type: 'greater_than_equal', input: -1 };
  at('alone').next(({ response }) => json(response, 422, { detail: [least, scheme, { ...own, ctx: null }] }));
  t.equal(
    (await ask('alone')).body.error.message,
    "top_p: Input should be at least 0. image: URL scheme should be 'http' or 'https'. top_k must be below 100.",
    'without the context that pydantic gives',
  );
  at('alone').next(({ response }) => json(response, 422, { detail: Array.from({ length: 2000 }, () => at17) }));
  t.ok((await ask('alone')).body.error.message.length < 1000);
});

t.test('a server that does not have an operation is said not to have it', async (t) => {
  at('alone').next(({ response }) => json(response, 404, { detail: 'Not Found' }));
  const { status, body } = await post('/v1/embeddings', { model: 'alone', input: 'x' });
  t.match(
    { status, body },
    { status: 404, body: { error: { message: /does not have this operation.*404 Not Found/ } } },
  );
});

t.test('a refusal says whether and when to retry', async (t) => {
  const refuse = async (status: number, error: unknown, headers: Record<string, string> = {}) => {
    at('alone').next(({ response }) => json(response, status, { error }, headers));
    const answer = await ask('alone');
    t.equal(answer.status, status);
    return { retryAfter: answer.headers.get('retry-after'), shouldRetry: answer.headers.get('x-should-retry') };
  };
  const seconds = (count: number) => new Date(Date.now() + count * 1000).toUTCString();
  const soon = Number((await refuse(429, {}, { 'retry-after': seconds(30) })).retryAfter);
  t.ok(soon > 15 && soon <= 30, `${soon} s`);
  for (const [given, told] of [
    ['7', '7'],
    ['0', '1'],
    ['86400', '60'],
    [seconds(3600), '60'],
    [seconds(-3600), '1'],
    ['soon', '1'],
  ] as const)
    t.strictSame(await refuse(429, {}, { 'retry-after': given }), { retryAfter: told, shouldRetry: null });
  t.equal((await refuse(429, { type: 'insufficient_quota' })).shouldRetry, 'false');
  t.equal((await refuse(429, { code: 'insufficient_quota' })).shouldRetry, 'false');
  t.equal((await refuse(429, {}, { 'x-should-retry': 'false' })).shouldRetry, 'false');
  t.equal((await refuse(409, {})).shouldRetry, 'false');
  t.equal((await refuse(409, {}, { 'x-should-retry': 'true' })).shouldRetry, 'true');
});

t.test('agents learn that a request is longer than the context in the words that they know', async (t) => {
  const limit = "This model's maximum context length is 4096 tokens";
  const prompt = /^prompt is too long: 5000 tokens > 4096 maximum\. /;
  for (const [said, told] of [
    [`${limit}. However, your messages resulted in 5000 tokens.`, prompt],
    [`${limit}. However, your request has 5000 input tokens.`, prompt],
    ['request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it', prompt],
    ["The input (5000 tokens) is longer than the model's context length (4096 tokens).", prompt],
    ['Your input exceeds the context window of this model.', /^prompt is too long\. Your input/],
    ['prompt is too long: 9 tokens > 8 maximum', /^prompt is too long: 9 tokens > 8 maximum$/],
    ...[
      `${limit}. However, you requested 5000 tokens (1000 in the messages, 4000 in the completion).`,
      `'max_tokens' is too large: 4000. ${limit} and your request has 1000 input tokens (4000 > 4096 - 1000).`,
      `${limit}. However, you requested 4000 output tokens and your prompt contains at least 1000 input tokens.`,
    ].map((said) => [said, /^input length and `max_tokens` exceed context limit: 1000 \+ 4000 > 4096$/] as const),
  ] as const) {
    const refuse = ({ response }: Answering) =>
      json(response, 400, { error: { message: said, type: 'BadRequestError', param: null, code: 400 } });
    at('alone').next(refuse, refuse);
    const expected = { message: said, type: 'invalid_request_error', code: 'context_length_exceeded' };
    t.match((await ask('alone')).body.error, expected);
    const messages = [{ role: 'user', content: 'Hello' }];
    const { body } = await post('/v1/messages', { model: 'alone', max_tokens: 4000, messages });
    t.match(body.error, { type: 'invalid_request_error', message: told });
  }
  at('alone').next(({ response }) => json(response, 400, { error: { message: 'Set the context length', code: 'x' } }));
  t.match((await ask('alone')).body.error, { code: 'x' });
});

t.test('the caller learns why llama.cpp cannot take a request, which it answers with 500', async (t) => {
  const fails = (message: string) =>
    at('alone').next(({ response }) => json(response, 500, { error: { message } }, { 'x-should-retry': 'false' }));
  for (const message of [
    '\n------------\nWhile executing CallExpression at line 79\nError: Jinja Exception: No user query found in messages.',
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    'Failed to parse tool call arguments as JSON: parse error at line 1, column 5',
    'the current context does not support logits computation. skipping',
  ]) {
    fails(message);
    t.match(await ask('alone'), { status: 400, body: { error: { message } } });
  }
  fails('CUDA out of memory');
  t.match(await ask('alone'), { status: 502, body: { error: { code: 'upstream_failed' } } });
});

t.test('a revoked key is not tried for ever', async (t) => {
  at('keyless').always(failWith(401));
  const tries = await countOf('keyless', async () => {
    for (let call = 0; call < 30; call += 1) t.equal((await ask('keyed')).status, 200);
  });
  t.ok(tries <= 10, `${tries} tries`);
});

t.test('calls are distributed by weight', async (t) => {
  for (const call of [() => ask('weighted'), () => post('/v1/responses', { model: 'weighted', input: 'hello' })]) {
    const light = await countOf('weighed', async () => {
      for (let count = 0; count < 20; count += 1) t.equal((await call()).status, 200);
    });
    t.equal(light, 5);
  }
});
