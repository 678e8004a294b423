import t from 'tap';
import { startInference } from '../harness/inference.ts';
import { json, startUpstream, vector } from '../harness/upstream.ts';

const upstream = await startUpstream(t, { models: ['embedding-model'] });
const { app, post } = await startInference(t, [upstream]);
const path = '/v1/embeddings';

t.test('texts become vectors, as numbers and as base64', async (t) => {
  const numbers = await post(path, { model: 'embedding-model', input: ['a', 'b'], encoding_format: 'float' });
  t.strictSame(
    numbers.body.data.map(({ embedding }: { embedding: number[] }) => embedding),
    [vector, vector],
  );
  const base64 = await post(path, { model: 'embedding-model', input: 'a', encoding_format: 'base64' });
  const bytes = Buffer.from(base64.body.data[0].embedding, 'base64');
  t.strictSame([...new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))], vector);
});

t.test('tokens go to the upstream, and what is no input goes nowhere', async (t) => {
  for (const input of ['x', ['x', 'y'], [1, 2, 3], [[1], [2, 3]]]) {
    t.equal((await post(path, { model: 'embedding-model', input })).status, 200);
    t.strictSame(upstream.seen.at(-1)?.body.input, input);
  }
  const before = upstream.seen.length;
  for (const input of [[], [[]], {}, 7, null, [-1], [0.5], [[], 'x'], Array.from({ length: 100_001 }, () => 'x')]) {
    t.equal((await post(path, { model: 'embedding-model', input })).status, 422, JSON.stringify(input)?.slice(0, 40));
  }
  t.equal((await post(path, { model: 'embedding-model', input: 'x', dimensions: 0 })).status, 422);
  t.equal((await post(path, { model: 'embedding-model', input: 'x', encoding_format: 'hex' })).status, 422);
  t.equal(upstream.seen.length, before);
});

t.test('an answer that is too large to wait for comes through whole, and is counted', async (t) => {
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
