// Tests the turns of projects at the connections of an upstream.

import t from 'tap';
import { startInference, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['chatty'] });
const world = await startInference(t, [upstream.settings({ max_connections: 4, custom_endpoints: ['/v1/ocr'] })]);
const other = await tenantOf(world.app, world.admin);
const chat = (content: string) => ({ model: 'chatty', messages: [{ role: 'user', content }] });
const path = '/v1/chat/completions';

const waiting = (): number | undefined => world.app.app.services.upstreams.named('test')?.waitingCalls;

/** Holds all calls back. `asked` are their texts in the order of their arrival, and `answer` answers one. */
function hold(): { asked: string[]; answer(at: number): void } {
  const asked: string[] = [];
  const opens: (() => void)[] = [];
  upstream.always(async ({ seen, response }) => {
    const { messages, text } = seen.body as Loose;
    asked.push(text ?? messages[0].content);
    await new Promise<void>((resolve) => opens.push(resolve));
    json(response, 200, { id: 'c', object: 'chat.completion', created: 1, model: 'chatty', choices: [] });
  });
  return { asked, answer: (at) => opens[at]?.() };
}

// Case 150 of the security cases.
t.test('40 slow calls of one project leave the next free connection to another project', async (t) => {
  const { asked, answer } = hold();
  const slow = Array.from({ length: 40 }, () => world.post(path, chat('slow')));
  await until(() => (asked.length === 4 ? true : undefined));
  const quick = other.post(path, chat('quick'));
  const endpoint = other.post('/v1/ocr', { text: 'quick endpoint' });
  // Both wait at the upstream's connections before one becomes free.
  await until(() => (waiting() === 38 ? true : undefined));
  answer(0);
  await until(() => asked[4]);
  answer(1);
  await until(() => asked[5]);
  t.strictSame(asked.slice(4).sort(), ['quick', 'quick endpoint']);
  answer(4);
  answer(5);
  t.equal((await quick).status, 200);
  t.equal((await endpoint).status, 200);
  for (let at = 2; at < 42; at += 1) {
    await until(() => (asked.length > at ? true : undefined));
    answer(at);
  }
  for (const call of slow) t.equal((await call).status, 200);
});

t.test('a caller who leaves while the call waits frees the turn, and is not charged', async (t) => {
  const { asked, answer } = hold();
  const slow = Array.from({ length: 4 }, () => world.post(path, chat('slow')));
  await until(() => (asked.length === 4 ? true : undefined));
  const leaving = new AbortController();
  const left = other.open(path, chat('left'), leaving.signal);
  await until(() => (waiting() === 1 ? true : undefined));
  leaving.abort();
  await t.rejects(left);
  await until(() => (waiting() === 0 ? true : undefined));
  for (let at = 0; at < 4; at += 1) answer(at);
  for (const call of slow) t.equal((await call).status, 200);
  t.notOk(asked.includes('left'));
});
