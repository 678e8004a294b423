// Tests for memory and connection leaks with many calls of every kind. `npm run test:faults 100` makes 100,000 calls;
// `npm test` makes fewer to save time.

import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { rounds } from '../harness/faults.ts';
import { question, startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const calls = rounds * 1000;
const atATime = 32;
t.setTimeout(60_000 + calls * 5);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const upstream = await startUpstream(t);
const { app, project } = await startInference(t, [upstream.settings({ custom_endpoints: ['/v1/ocr'] })]);
const agent = new Agent({ keepAlive: true, maxSockets: atATime });
t.teardown(() => agent.destroy());

/** Each kind of call, and when its caller disconnects. */
const kinds: { path: string; body: unknown; leavesAfter?: 'sending' | 'first byte' }[] = [
  { path: '/v1/chat/completions', body: question() },
  { path: '/v1/chat/completions', body: question({ stream: true }) },
  { path: '/v1/chat/completions', body: question({ stream: true }), leavesAfter: 'first byte' },
  { path: '/v1/chat/completions', body: question(), leavesAfter: 'sending' },
  { path: '/v1/chat/completions', body: question({ model: 'unknown' }) },
  { path: '/v1/chat/completions', body: question({ messages: [] }) },
  { path: '/v1/embeddings', body: { model: 'chat-model', input: ['a', 'b'] } },
  { path: '/v1/ocr', body: { image: 'x'.repeat(2000) } },
];

function call(number: number): Promise<void> {
  const { path, body, leavesAfter } = kinds[number % kinds.length] as (typeof kinds)[number];
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${project.key}`, 'content-type': 'application/json' };
    const sent = request(app.url + path, { method: 'POST', agent, headers }, (response) => {
      if (leavesAfter === 'first byte') response.once('data', () => sent.destroy());
      else response.resume();
      response.once('close', resolve);
    });
    sent.once('error', () => resolve());
    sent.end(JSON.stringify(body));
    if (leavesAfter === 'sending') setImmediate(() => sent.destroy());
  });
}

async function run(count: number): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await call(next);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}

/** Returns the bytes of memory in use once everything is idle. */
async function held(): Promise<number> {
  upstream.seen.length = 0;
  for (let round = 0; round < 4; round += 1) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  return process.memoryUsage().heapUsed;
}

t.test(`${calls} calls leak no memory and no connection`, async (t) => {
  upstream.always(undefined);
  await run(Math.max(2000, calls / 10));
  const before = await held();
  for (let part = 0; part < 4; part += 1) {
    await run(calls / 4);
    upstream.seen.length = 0;
  }
  const grown = (await held()) - before;
  t.comment(`${(before / 2 ** 20).toFixed(1)} MiB before, ${(grown / 2 ** 20).toFixed(2)} MiB more afterwards`);
  // 1 MiB for 10,000 calls, and the code and caches that are created meanwhile: up to 4 MiB with the MySQL driver.
  t.ok(grown < (6 << 20) + calls * 105, `${grown} additional bytes`);
  await until(() => (upstream.connections() <= 2 * atATime ? true : undefined));
  upstream.next(({ response }) =>
    json(response, 200, { id: 'x', object: 'chat.completion', created: 1, model: 'm', choices: [] }),
  );
  await call(0);
});
