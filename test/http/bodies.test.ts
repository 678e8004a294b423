// Bodies that take more of the server than their size says, or that are many at a time.

import t from 'tap';
import { startInference } from '../harness/inference.ts';
import { startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const world = await startInference(t, [upstream]);
const token = world.project.key;
const post = (path: string, raw: string) => world.app.request('POST', path, { token, raw });
const repeat = (text: string, times: number): string => Array.from({ length: times }, () => text).join();

t.test('a body of more values than anybody sends is refused before it is parsed', async (t) => {
  const most = 500_000;
  const members = Array.from({ length: most }, (_, index) => `"${index.toString(36)}":1`).join();
  const refused: [string, string][] = [
    ['objects', `{"model":"chat-model","input":[${repeat('{}', most)}]}`],
    ['arrays', `{"model":"chat-model","input":[${repeat('[]', most)}]}`],
    ['members', `{"model":"chat-model","input":"x","metadata":{${members}}}`],
    ['all of them', `{"model":"chat-model","input":[${repeat('[{"a":1}]', most / 3)}]}`],
  ];
  for (const [what, raw] of refused) {
    const { status, body } = await post('/v1/responses', raw);
    t.equal(status, 422, what);
    t.match(
      body.detail,
      [{ type: 'json_invalid', ctx: { error: `more than ${most} objects, arrays and members` } }],
      what,
    );
  }
  t.equal(upstream.seen.length, 0);
});

t.test('large bodies of what anybody may send pass', async (t) => {
  const message = '{"role":"user","content":"{[:"}';
  const tokens = `[${repeat('10000', 8191)}]`;
  const passing: [string, string][] = [
    ['/v1/chat/completions', `{"model":"chat-model","messages":[${repeat(message, 100_000)}]}`],
    ['/v1/embeddings', `{"model":"chat-model","input":[${repeat(tokens, 300)}]}`],
    ['/v1/embeddings', `{"model":"chat-model","input":[${repeat('[1]', 100_000)}]}`],
    ['/v1/responses', `{"model":"chat-model","input":"${repeat('{[:', 1_000_000)}"}`],
  ];
  for (const [path, raw] of passing) t.equal((await post(path, raw)).status, 200, `${path} of ${raw.length} bytes`);
});
