// Tests bodies that need more memory or CPU than their size suggests, and many concurrent bodies.

import t from 'tap';
import { holdBound } from '../../harness/clock.ts';
import { startInference } from '../../harness/inference.ts';
import { startUpstream } from '../../harness/upstream.ts';

const upstream = await startUpstream(t);
const world = await startInference(t, [upstream]);
const token = world.project.key;
const post = (path: string, raw: string) => world.app.request('POST', path, { token, raw });
const repeat = (text: string, times: number): string => Array.from({ length: times }, () => text).join();

t.test('a body with too many values is refused before it is parsed', async (t) => {
  const most = 500_000;
  const refused: [string, string][] = [
    ['objects', `{"model":"chat-model","input":[${repeat('{}', most)}]}`],
    ['arrays', `{"model":"chat-model","input":[${repeat('[]', most)}]}`],
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
  const members = Array.from({ length: 10_001 }, (_, index) => `"${index}":1`).join();
  t.match((await post('/v1/responses', `{"model":"chat-model","input":"x","metadata":{${members}}}`)).body.detail, [
    { type: 'json_invalid', ctx: { error: 'more than 10000 members in one object' } },
  ]);
  t.equal(upstream.seen.length, 0);
});

t.test('a large body whose objects all have different members is refused before it is parsed', async (t) => {
  const objects = (names: (object: number) => string[]): string =>
    Array.from({ length: 700 }, (_, object) => `{${names(object).map((name) => `"${name}":1`)}}`).join();
  const hundred = Array.from({ length: 100 }, (_, index) => index);
  const refused: [string, string][] = [
    ['names that are new', objects((object) => hundred.map((index) => `k${object * 100 + index}`))],
    [
      'a few names in ever another order',
      objects((object) => hundred.map((_, index) => `k${(index * (object + 1)) % 701}`)),
    ],
  ];
  const error = 'objects of more than 10000 different sequences of member names';
  for (const [what, list] of refused) {
    const { status, body } = await post('/v1/responses', `{"model":"chat-model","input":[${list}]}`);
    t.equal(status, 422, what);
    t.match(body.detail, [{ type: 'json_invalid', ctx: { error } }], what);
  }
  const alike = objects(() => hundred.map((index) => `k${index}`));
  const { text } = await post('/v1/responses', `{"model":"chat-model","input":[${alike}]}`);
  t.notMatch(text, 'sequences', 'objects with the same members are accepted');
});

t.test('large realistic bodies are accepted', async (t) => {
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

t.test('a body of 1 MB that breaks a rule 90,000 times is refused within a few milliseconds', async (t) => {
  const broken: [string, string, string][] = [
    [
      'numbers for objects',
      '/v1/chat/completions',
      `{"model":"chat-model","messages":[${repeat('{"a":1234}', 90_000)}]}`,
    ],
    ['wrong items', '/v1/embeddings', `{"model":"chat-model","input":[[1],${repeat('{"a":1234}', 90_000)}]}`],
    [
      'wrong items behind right ones',
      '/v1/embeddings',
      `{"model":"chat-model","input":[${repeat('[1]', 9999)},${repeat('{"a":1}', 90_000)}]}`,
    ],
    ['broken ids', '/v1/vector_stores', `{"name":"a","file_ids":[${repeat('12345678', 90_000)}]}`],
    ['broken files', '/v1/vector_stores/vs_1/file_batches', `{"files":[${repeat('{"file":1}', 90_000)}]}`],
    [
      'unknown members',
      '/v1/vector_stores',
      `{"name":"a","metadata":{${Array.from({ length: 90_000 }, (_, index) => `"m${index}":1`).join()}}}`,
    ],
  ];
  for (const [what, path, raw] of broken) {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const before = process.threadCpuUsage();
      const { status, body } = await post(path, raw);
      const { user, system } = process.threadCpuUsage(before);
      times.push((user + system) / 1000);
      t.equal(status, 422, what);
      t.ok(body.detail.length >= 1 && body.detail.length <= 50, what);
      t.ok(JSON.stringify(body).length < 100_000, `${what}: the repeated part of the body is bounded`);
    }
    // CPU time of the event loop's thread, which is independent of other load. It includes the test's own client.
    const median = times.sort((a, b) => a - b)[2] as number;
    holdBound(t, `${what}: ${raw.length} bytes, ms of CPU of the event loop's thread`, median, 60);
  }
});
