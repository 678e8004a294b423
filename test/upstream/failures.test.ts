// What callers see of upstreams that are slow, broken or away: as little as possible.

import t from 'tap';
import { question, startInference } from '../harness/inference.ts';
import { type Answering, json, startUpstream, type TestUpstream } from '../harness/upstream.ts';

const path = '/v1/chat/completions';
const models = (...names: string[]) => ({ models: names });
const upstreams: Record<string, TestUpstream> = {};
for (const name of ['alone', 'first', 'second', 'gone', 'slow', 'weighed', 'weighty', 'flaky', 'keyless', 'key']) {
  upstreams[name] = await startUpstream(t);
}
const at = (name: string): TestUpstream => upstreams[name] as TestUpstream;
const entry = (name: string, more: Record<string, unknown>) => at(name).settings({ name, ...more });
const { post, open } = await startInference(t, [
  entry('alone', models('alone')),
  entry('first', models('shared', 'first')),
  entry('gone', models('mostly-gone', 'gone')),
  entry('second', models('shared', 'mostly-gone')),
  entry('slow', { ...models('slow'), timeout_seconds: 1 }),
  entry('weighed', { ...models('weighted'), weight: 1 }),
  entry('weighty', { ...models('weighted'), weight: 3 }),
  entry('flaky', models('flaky')),
  entry('keyless', models('keyed')),
  entry('key', models('keyed')),
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

t.test('a failed try is repeated, and the caller sees nothing of it', async (t) => {
  for (const failure of [reset, failWith(500), failWith(503)]) {
    at('alone').next(failure);
    t.equal(await countOf('alone', async () => t.equal((await ask('alone')).status, 200)), 2);
  }
  at('alone').next(failWith(500), failWith(502));
  t.equal(await countOf('alone', async () => t.equal((await ask('alone', { stream: true })).status, 200)), 3);
});

t.test('after two repeats it is over: 502, and nothing of the inside is shown', async (t) => {
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

t.test('a refusal is not repeated, nor is what the upstream says should not be', async (t) => {
  at('alone').next(failWith(400));
  t.equal(await countOf('alone', () => ask('alone')), 1);
  at('alone').next(({ response }) => json(response, 500, {}, { 'x-should-retry': 'false' }));
  t.equal(await countOf('alone', async () => t.equal((await ask('alone')).status, 502)), 1);
});

t.test('once an answer has begun it is not asked for again', async (t) => {
  at('alone').next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[]}\n\n', () => response.destroy());
  });
  t.equal(await countOf('alone', async () => (await open(path, question({ model: 'alone', stream: true }))).text()), 1);
});

t.test('the first in the configuration is asked first, and the next one where it fails', async (t) => {
  t.equal(await countOf('first', () => ask('shared')), 1);
  for (const failure of [failWith(500), failWith(429), failWith(401), failWith(403), reset]) {
    at('first').next(failure);
    const fromSecond = await countOf('second', async () => t.equal((await ask('shared')).status, 200));
    t.equal(fromSecond, 1);
  }
  at('first').next(failWith(400));
  t.equal(await countOf('second', () => ask('shared')), 0, 'what is wrong with a request is wrong everywhere');
});

t.test('too many requests of one upstream are passed on where there is no other', async (t) => {
  at('first').next(failWith(429));
  const { status, headers } = await ask('first');
  t.equal(status, 429);
  t.equal(headers.get('retry-after'), '1');
});

t.test('a key that the upstream refuses is our fault, not the caller’s', async (t) => {
  for (const status of [401, 403, 407, 302]) {
    at('first').next(failWith(status));
    const answer = await ask('first');
    t.equal(answer.status, 502, String(status));
    t.notMatch(answer.text, /inside/);
  }
});

t.test('an upstream that does not begin to answer in its time: 504', async (t) => {
  at('slow').next(() => undefined);
  const began = performance.now();
  const { status, body } = await ask('slow');
  const tookMs = performance.now() - began;
  t.equal(status, 504);
  t.equal(body.error.code, 'upstream_timeout');
  t.ok(tookMs > 900 && tookMs < 10_000, `${tookMs} ms`);
  await at('slow').seen.at(-1)?.aborted;
});

t.test('an upstream that keeps failing is left alone, and asked again by and by', async (t) => {
  await at('gone').stop();
  for (let call = 0; call < 12; call += 1) t.equal((await ask('mostly-gone')).status, 200, 'the next one answers');
  const began = performance.now();
  for (let call = 0; call < 5; call += 1) t.equal((await ask('gone')).status, 502);
  t.ok(performance.now() - began < 5000, 'at once');
});

t.test('repeats are a tenth of the calls: no more come of a bad hour', async (t) => {
  at('flaky').always(failWith(500));
  const calls = 60;
  const tries = await countOf('flaky', async () => {
    for (let call = 0; call < calls; call += 1) t.equal((await ask('flaky')).status, 502);
  });
  t.ok(tries <= calls + 10 + calls * 0.1, `${tries} tries`);
  at('flaky').always(undefined);
  t.equal((await ask('flaky')).status, 200, 'what fails with 500 is still asked: the next prompt may be a better one');
});

t.test('a key that has been withdrawn is not tried for ever', async (t) => {
  at('keyless').always(failWith(401));
  const tries = await countOf('keyless', async () => {
    for (let call = 0; call < 30; call += 1) t.equal((await ask('keyed')).status, 200);
  });
  t.ok(tries <= 6, `${tries} tries`);
});

t.test('weights share the calls out', async (t) => {
  const light = await countOf('weighed', async () => {
    for (let call = 0; call < 20; call += 1) await ask('weighted');
  });
  t.equal(light, 5);
});
