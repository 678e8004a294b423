// The tokens that are reserved for a call in flight: a second call is refused while the first one's reservation exceeds
// the project's limit.

import t from 'tap';
import { question, startInference, tenantOf } from '../harness/inference.ts';
import { startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const { app, admin } = await startInference(t, [upstream], { SVC_EXPECTED_OUTPUT_TOKENS: '100' });

/** Sends a call, and returns the status of a second one that is sent while the first is in flight. */
async function secondDuring(path: string, body: Record<string, unknown>, limit: number): Promise<number> {
  const tenant = await tenantOf(app, admin);
  await tenant.allow({ limits: { tokens_per_day: limit } });
  const arrived = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  upstream.next(async ({ response }) => {
    arrived.resolve();
    await over.promise;
    response.writeHead(500, { 'x-should-retry': 'false' });
    response.end('{}');
  });
  const first = tenant.post(path, body);
  await arrived.promise;
  const { status } = await tenant.post('/v1/chat/completions', question({ max_tokens: 1 }));
  over.resolve();
  await first;
  return status;
}

const chat = (more: Record<string, unknown>) => ['/v1/chat/completions', question(more)] as const;
const completion = (more: Record<string, unknown>) =>
  ['/v1/completions', { model: 'chat-model', prompt: 'x', ...more }] as const;

t.test('the greatest output limit of a call is reserved', async (t) => {
  for (const limits of [
    { max_tokens: 100_000, max_completion_tokens: 1 },
    { max_tokens: 1, max_completion_tokens: 100_000 },
    { max_tokens: 1, n_predict: 100_000 },
    { max_tokens: 1, max_new_tokens: '100000' },
    { max_tokens: 1000, n: 100 },
  ])
    t.equal(await secondDuring(...chat(limits), 50_000), 429, JSON.stringify(limits));
  t.equal(await secondDuring(...chat({ max_tokens: 1, max_completion_tokens: 2 }), 50_000), 200);
});

t.test('without an output limit, each answer is estimated', async (t) => {
  t.equal(await secondDuring(...chat({ n: 128 }), 10_000), 429);
  t.equal(await secondDuring(...chat({ n: 50 }), 10_000), 200);
  t.equal(await secondDuring(...completion({ best_of: 128, n: 2 }), 10_000), 429);
  t.equal(await secondDuring(...completion({ prompt: Array.from({ length: 128 }, () => 'x') }), 10_000), 429);
  t.equal(await secondDuring(...completion({ prompt: Array.from({ length: 128 }, () => 7) }), 10_000), 200);
  t.equal(await secondDuring(...completion({ prompt: ['x', 'y'], max_tokens: 6000 }), 10_000), 429);
});

t.test('a limit that is named twice is sent once, as it was counted', async (t) => {
  const tenant = await tenantOf(app, admin);
  const raw =
    '{"model":"chat-model","max_tokens":5,"Max_Tokens":9,"max_tokens":7,"messages":[{"role":"user","content":"x"}]}';
  t.equal((await app.request('POST', '/v1/chat/completions', { token: tenant.project.key, raw })).status, 200);
  t.match(upstream.seen.at(-1)?.bytes.toString(), /^\{"model":"chat-model","max_tokens":7,"messages"/);
});
