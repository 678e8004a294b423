import { setTimeout as wait } from 'node:timers/promises';
import OpenAI7 from 'openai';
import OpenAI6 from 'openai-v6';
import t from 'tap';
import { excerptOf, nextSlice } from '../../services/platform/index.ts';
import { holdBound } from '../harness/clock.ts';
import { startInference, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { type Answering, json, startUpstream, vector } from '../harness/upstream.ts';

const upstream = await startUpstream(t, { models: ['embedding-model'] });
const narrow = await startUpstream(t);
const narrowModel = { id: 'narrow', kind: 'embedding', context_length: 10, max_inputs: 2 };
const { app, admin, post, open, project } = await startInference(t, [
  upstream,
  narrow.settings({ name: 'narrow', models: [narrowModel] }),
]);
const majors = { 'openai 7': OpenAI7, 'openai 6': OpenAI6 as unknown as typeof OpenAI7 };
const path = '/v1/embeddings';
const builtIn = 'svc-embedding-384';
/** Without a pause the probes would be most of the load. */
const betweenProbesMs = 10;

t.test('texts are embedded as numbers and as base64', async (t) => {
  const numbers = await post(path, { model: 'embedding-model', input: ['a', 'b'], encoding_format: 'float' });
  t.strictSame(
    numbers.body.data.map(({ embedding }: { embedding: number[] }) => embedding),
    [vector, vector],
  );
  const base64 = await post(path, { model: 'embedding-model', input: 'a', encoding_format: 'base64' });
  const bytes = Buffer.from(base64.body.data[0].embedding, 'base64');
  t.strictSame([...new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))], vector);
});

t.test('base64 is answered in base64 also if the upstream sends numbers', async (t) => {
  const numbers = [{ object: 'embedding', index: 0, embedding: [0.5, 1.5, -2] }];
  upstream.next(({ response }) =>
    json(response, 200, { object: 'list', model: 'm', data: numbers, usage: { prompt_tokens: 1, total_tokens: 1 } }),
  );
  const { body } = await post(path, { model: 'embedding-model', input: 'x', encoding_format: 'base64' });
  t.strictSame(body.data, [{ object: 'embedding', index: 0, embedding: 'AAAAPwAAwD8AAADA' }]);
});

t.test('token inputs are sent to the upstream, and invalid inputs are not', async (t) => {
  for (const input of ['x', ['x', 'y'], [1, 2, 3], [[1], [2, 3]]]) {
    t.equal((await post(path, { model: 'embedding-model', input })).status, 200);
    t.strictSame(upstream.seen.at(-1)?.body.input, input);
    t.notOk('dimensions' in (upstream.seen.at(-1)?.body ?? {}), 'no member is added to the request');
  }
  await post(path, { model: 'embedding-model', input: 'x', dimensions: 256 });
  t.equal(upstream.seen.at(-1)?.body.dimensions, 256);
  const before = upstream.seen.length;
  for (const input of [[], [[]], {}, 7, null, [-1], [0.5], [[], 'x'], Array.from({ length: 100_001 }, () => 'x')]) {
    t.equal((await post(path, { model: 'embedding-model', input })).status, 422, JSON.stringify(input)?.slice(0, 40));
  }
  t.equal((await post(path, { model: 'embedding-model', input: 'x', dimensions: 0 })).status, 422);
  t.equal((await post(path, { model: 'embedding-model', input: 'x', encoding_format: 'hex' })).status, 422);
  t.equal(upstream.seen.length, before);
});

t.test('a response that is too large to buffer is forwarded completely, and counted', async (t) => {
  const data = Array.from({ length: 200 }, (_, index) => ({
    object: 'embedding',
    index,
    embedding: Array.from({ length: 384 }, (_, at) => at / 7),
  }));
  const answer = { object: 'list', data, model: 'embedding-model', usage: { prompt_tokens: 777, total_tokens: 777 } };
  upstream.next(({ response }) => json(response, 200, answer));
  const { body, headers, text } = await post(path, { model: 'embedding-model', input: 'x' });
  t.strictSame(body, answer);
  t.equal(headers.get('content-length'), String(Buffer.byteLength(text)));
  const metrics = await app.request('GET', '/metrics');
  const counted = /tokens_total\{upstream="test",kind="embedding",direction="input"\} (\d+)/.exec(metrics.text)?.[1];
  t.ok(Number(counted) >= 777);
});

/** Answers each text with its length. */
function lengths({ seen, response }: Answering): void {
  const data = (seen.body.input as string[]).map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [text.length],
  }));
  const usage = { prompt_tokens: data.length, total_tokens: data.length };
  // The order of an answer is not that of its texts.
  json(response, 200, { object: 'list', model: 'narrow', data: data.reverse(), usage });
}

t.test('more texts than the model takes are sent in several requests', async (t) => {
  const input = ['a', 'bb', 'ccc', 'dddd', 'eeeee'];
  const inputsSent = () => narrow.seen.splice(0).map(({ body }) => body.input);
  narrow.always(lengths);
  const { status, body } = await post(path, { model: 'narrow', input, encoding_format: 'float' });
  t.equal(status, 200);
  t.strictSame(inputsSent(), [['a', 'bb'], ['ccc', 'dddd'], ['eeeee']]);
  t.match(body, { object: 'list', model: 'narrow', usage: { prompt_tokens: 5, total_tokens: 5 } });
  const vectors = body.data.toSorted((a: { index: number }, b: { index: number }) => a.index - b.index);
  t.strictSame(
    vectors,
    input.map((_, index) => ({ object: 'embedding', index, embedding: [index + 1] })),
  );
  for (const [name, OpenAI] of Object.entries(majors)) {
    const client = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: project.key });
    const { data } = await client.embeddings.create({ model: 'narrow', input });
    t.strictSame(
      data.map(({ index, embedding }) => embedding[0] === index + 1),
      Array(5).fill(true),
      name,
    );
  }
  t.strictSame(inputsSent().length, 6);
  narrow.next(lengths, ({ response }) => json(response, 400, { error: { message: 'No.' } }));
  t.match(await post(path, { model: 'narrow', input }), { status: 400, body: { error: { message: 'No.' } } });
  narrow.next(({ response }) => json(response, 200, { object: 'list', model: 'narrow', data: [], usage: {} }));
  t.equal((await post(path, { model: 'narrow', input })).status, 502);
  narrow.seen.splice(0);
  await post(path, { model: 'narrow', input: [[1], [2], [3]].map(() => 'x') });
  t.equal(inputsSent().length, 2);
  const warnings: Error[] = [];
  const keep = (warning: Error): void => void warnings.push(warning);
  process.on('warning', keep);
  t.equal((await post(path, { model: 'narrow', input: Array(30).fill('x') })).status, 200);
  process.off('warning', keep);
  t.equal(inputsSent().length, 15);
  t.strictSame(warnings, [], 'fifteen requests for one call make Node suspect no leak of listeners');
  narrow.always(undefined);
});

t.test('a text that is longer than the model takes is refused, or cut', async (t) => {
  const long = 'one two three four five six seven eight nine ten eleven twelve';
  for (const [input, loc] of [
    [long, ['body', 'input']],
    [
      ['short', long],
      ['body', 'input', '1'],
    ],
    [Array(11).fill(7), ['body', 'input']],
    [
      [[1], Array(11).fill(7)],
      ['body', 'input', '1'],
    ],
  ] as const) {
    const { status, body } = await post(path, { model: 'narrow', input });
    t.equal(status, 422);
    t.match(body, { detail: [{ loc, msg: /at most 10 tokens.*truncate: true/ }], error: { message: /./ } });
  }
  t.equal(narrow.seen.length, 0);
  for (const [input, sent] of [
    [long, 'one two three four five six seven eight nine ten'],
    [
      ['short', '🌊'.repeat(9)],
      ['short', '🌊🌊🌊'],
    ],
    [Array(11).fill(7), Array(10).fill(7)],
  ] as const) {
    t.equal((await post(path, { model: 'narrow', input, truncate: true })).status, 200);
    const { body } = narrow.seen.splice(0)[0] as (typeof narrow.seen)[number];
    t.strictSame(body.input, sent);
    t.notOk('truncate' in body);
  }
  await post(path, { model: 'embedding-model', input: 'x', truncate: true });
  t.equal(upstream.seen.at(-1)?.body.truncate, true, 'a model of unknown length gets the parameter');
  const words = 'word '.repeat(9000);
  t.equal((await post(path, { model: builtIn, input: words })).status, 422);
  const cut = await post(path, { model: builtIn, input: words, truncate: true });
  t.match(cut, { status: 200, body: { usage: { prompt_tokens: 8192 } } });
});

/** The length of a vector. */
function lengthOf(numbers: number[]): number {
  return Math.hypot(...numbers);
}

t.test('the built-in model returns the same vector for the same text in both encodings', async (t) => {
  const before = upstream.seen.length;
  const texts = ['The quick brown fox', 'jumps over the lazy dog', 'The quick brown fox'];
  const { status, body } = await post(path, {
    model: builtIn,
    input: texts,
    encoding_format: 'float',
    dimensions: 384,
  });
  t.equal(status, 200);
  t.match(body, { object: 'list', model: builtIn, usage: { prompt_tokens: 4 + 6 + 4, total_tokens: 14 } });
  t.strictSame(
    body.data.map(({ object, index }: { object: string; index: number }) => [object, index]),
    [0, 1, 2].map((index) => ['embedding', index]),
  );
  const vectors: number[][] = body.data.map(({ embedding }: { embedding: number[] }) => embedding);
  for (const one of vectors) {
    t.equal(one.length, 384);
    t.ok(Math.abs(lengthOf(one) - 1) < 1e-6);
  }
  t.strictSame(vectors[0], vectors[2]);
  t.notSame(vectors[0], vectors[1]);
  const base64 = await post(path, { model: builtIn, input: texts[0], encoding_format: 'base64' });
  const bytes = Uint8Array.from(Buffer.from(base64.body.data[0].embedding, 'base64'));
  t.strictSame([...new Float32Array(bytes.buffer)], vectors[0]);
  const plain = await post(path, { model: builtIn, input: texts[0] });
  t.strictSame(plain.body.data[0].embedding, vectors[0], 'numbers are the default encoding of the API');
  t.equal(upstream.seen.length, before, 'no upstream was called');
});

t.test('the built-in model decodes token inputs to their texts', async (t) => {
  const fox = [791, 4062, 14198, 39935];
  const of = async (input: unknown) => (await post(path, { model: builtIn, input })).body;
  const text = (await of('The quick brown fox')).data[0].embedding;
  t.strictSame((await of(fox)).data[0].embedding, text);
  const both = await of([fox, 'The quick brown fox', fox.slice(0, 2)]);
  t.strictSame(both.data[0].embedding, text);
  t.strictSame(both.data[1].embedding, text);
  t.notSame(both.data[2].embedding, text);
  t.equal(both.usage.prompt_tokens, 4 + 4 + 2);
  t.equal((await of('<|endoftext|>')).data.length, 1, 'special tokens in the input are plain text');
});

t.test('the built-in model refuses unsupported options with advice', async (t) => {
  const refused = async (body: Record<string, unknown>, loc: string[], why: RegExp) => {
    const { status, body: answer } = await post(path, { model: builtIn, ...body });
    t.equal(status, 422);
    t.match(answer.detail, [{ loc: ['body', ...loc], type: 'value_error', msg: why }]);
    t.equal(answer.detail.length, 1);
    const sent = loc.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body);
    t.strictSame(answer.detail[0].input, excerptOf(sent), 'the invalid value');
  };
  await refused(
    { input: 'x', dimensions: 256 },
    ['dimensions'],
    /makes vectors of 384 dimensions: leave dimensions out/,
  );
  await refused({ input: '' }, ['input'], /empty text/);
  await refused({ input: ['x', ''] }, ['input', '1'], /empty text/);
  await refused({ input: [[1], [100_256]] }, ['input', '1'], /cl100k_base/);
  await refused({ input: ['x', 7] }, ['input', '1'], /either texts or the tokens of one text/);
  await refused({ input: Array.from({ length: 2049 }, () => 'x') }, ['input'], /at most 2048 texts/);
  await refused({ input: ['x', 'word '.repeat(8193)] }, ['input', '1'], /at most 8192 tokens/);
  await refused({ input: Array.from({ length: 8193 }, () => 1) }, ['input'], /at most 8192 tokens/);
  await refused({ input: Array.from({ length: 38 }, () => 'word '.repeat(8000)) }, ['input'], /at most 300000 tokens/);
  const most = await post(path, { model: builtIn, input: Array.from({ length: 2048 }, () => 'x') });
  t.equal(most.body.data.length, 2048);
  t.equal((await post(path, { model: builtIn, input: `${' word'.repeat(8191)}` })).body.usage.prompt_tokens, 8191);
});

t.test('slow inputs to the built-in model do not delay other callers', async (t) => {
  await post(path, { model: builtIn, input: 'the tokenizer is loaded' });
  const slow = [
    Array.from({ length: 8 }, () => 'ab'.repeat(500_000)),
    Array.from({ length: 8 }, () => `${'qzxwvkjp'.repeat(24)} `.repeat(100)),
    Array.from({ length: 8 }, () => ' '.repeat(1_000_000)),
    Array.from({ length: 250 }, () => 'word '.repeat(1000)),
  ];
  for (const input of slow) {
    let isOver = false;
    let longest = 0;
    const answered = post(path, { model: builtIn, input }).then(({ status }) => {
      isOver = true;
      return status;
    });
    while (!isOver) {
      const began = performance.now();
      await app.request('GET', '/healthz');
      longest = Math.max(longest, performance.now() - began);
      await wait(betweenProbesMs);
    }
    t.ok([200, 422].includes(await answered));
    holdBound(t, 'longest wait of other calls, in ms', longest, 8000);
  }
});

t.test("the project's rules and the usage report apply to the built-in model", async (t) => {
  const other = await tenantOf(app, admin);
  const ask = () => other.post(path, { model: builtIn, input: 'one two three' });
  await other.allow({ models: ['embedding-model'] });
  await until(async () => ((await ask()).status === 403 ? true : undefined));
  const refused = await ask();
  t.match(refused.body.error, { code: 'model_not_found', param: 'model' });
  t.match((await other.post(path, { model: 'nobody', input: 'x' })).body.error, { code: 'model_not_found' });
  await other.allow({ models: [] });
  await until(async () => ((await ask()).status === 200 ? true : undefined));
  const missing = await other.post(path, { model: 'nobody', input: 'x' });
  t.equal(missing.status, 404);
  t.match(missing.body.error, { code: 'model_not_found', param: 'model' });
  await app.app.services.usage.flush();
  const now = Math.floor(Date.now() / 1000);
  const usage = await app.request('GET', '/v1/organization/usage/embeddings', {
    token: other.organizationKey,
    query: { start_time: now - 3600 },
  });
  const results = usage.body.data.flatMap(({ results }: { results: unknown[] }) => results);
  const total = (name: string) =>
    results.reduce((sum: number, one: Record<string, number>) => sum + (one[name] ?? 0), 0);
  t.equal(total('num_model_requests'), 1);
  t.equal(total('input_tokens'), 3);
  t.match(
    (await app.request('GET', '/metrics')).text,
    /calls_total\{upstream="none",kind="embedding",status="200"\} \d+/,
  );
});

t.test('an exhausted limit refuses the built-in model too', async (t) => {
  const other = await tenantOf(app, admin);
  await app.request('POST', `/v1/organization/projects/${other.project.id}`, {
    token: other.organizationKey,
    body: { limits: { tokens_per_day: 5 } },
  });
  const ask = () => other.post(path, { model: builtIn, input: 'one two three' });
  const answers = await until(async () => {
    const answer = await ask();
    return answer.status === 429 ? answer : undefined;
  });
  t.match(answers.body.error, { code: 'tokens_per_day', type: 'insufficient_quota' });
});

t.test('the built-in model stops when the caller disconnects', async (t) => {
  const leaving = new AbortController();
  const ended = new Promise<number>((resolve) => {
    app.app.services.modelCalls.watch({
      begin() {
        if (leaving.signal.aborted) return undefined;
        leaving.abort();
        return ({ status }) => resolve(status);
      },
    });
  });
  const input = Array.from({ length: 250 }, (_, index) => `${index} ${'word '.repeat(1000)}`);
  const body = { model: builtIn, input, encoding_format: 'base64' };
  await t.rejects(open(path, body, leaving.signal), { name: 'AbortError' });
  t.equal(await ended, 499);
  t.equal((await post(path, { model: builtIn, input: 'x' })).status, 200);
});

for (const [name, OpenAI] of Object.entries(majors)) {
  t.test(`${name}: embeds with the built-in model, in the SDK's default encoding and as numbers`, async (t) => {
    const client = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: project.key, maxRetries: 0 });
    const input = ['The quick brown fox', 'jumps over'];
    const numbers = await client.embeddings.create({ model: builtIn, input, encoding_format: 'float' });
    const usual = await client.embeddings.create({ model: builtIn, input });
    t.equal(usual.data.length, 2);
    for (const [index, { embedding }] of usual.data.entries()) t.strictSame(embedding, numbers.data[index]?.embedding);
    t.equal(usual.usage.prompt_tokens, 4 + 3);
    const wrong = client.embeddings.create({ model: builtIn, input, dimensions: 5 });
    t.equal(await wrong.catch(({ status }: { status: number }) => status), 422);
  });
}

t.test(
  'calls at once compute in different turns of the event loop, so that other requests wait for one of them',
  async (t) => {
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const turns: number[] = [];
    const slices = Array.from({ length: 4 }, async () => {
      for (let slice = 0; slice < 3; slice += 1) {
        await nextSlice();
        turns.push(turn);
      }
    });
    await Promise.all(slices);
    isOver = true;
    t.equal(new Set(turns).size, 12, turns.join(' '));
  },
);
