import t from 'tap';
import { nowSeconds } from '../../models/clock.ts';
import { Project } from '../../models/project.ts';
import { UsageRollup } from '../../models/usage-rollup.ts';
import type { ModelCall } from '../../services/limits/index.ts';
import { recordStorage } from '../../services/limits/usage/storage.ts';
import { client } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { upload } from '../harness/forms.ts';
import { question, startInference, tenantOf } from '../harness/inference.ts';
import { startServer, until } from '../harness/process.ts';
import { createStore, finished } from '../harness/stores.ts';
import { chunks, json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
// Nothing listens at this address.
const unreachable = { name: 'unreachable', base_url: 'http://127.0.0.1:1/v1', models: ['lost-model'] };
const world = await startInference(t, [upstream, unreachable]);
const { app, admin } = world;
const path = '/v1/organization/usage';

type Tenant = Awaited<ReturnType<typeof tenantOf>>;

/** Returns the results of a report over all of its buckets. */
async function report(tenant: Tenant, name: string, query: Record<string, string | number> = {}): Promise<Result[]> {
  await app.app.services.usage.flush();
  const { status, body, text } = await app.request('GET', `${path}/${name}`, { token: tenant.organizationKey, query });
  if (status !== 200) throw new Error(text);
  return body.data.flatMap(({ results }: { results: Result[] }) => results);
}

type Result = Record<string, string | number | null>;

t.test('model calls are summed with the token counts of their upstream', async (t) => {
  const tenant = await tenantOf(app, admin);
  for (let call = 0; call < 3; call += 1) await tenant.post('/v1/chat/completions', question());
  const [sum, ...others] = await report(tenant, 'completions');
  t.strictSame(others, []);
  t.match(sum, { num_model_requests: 3, num_failed_requests: 0, project_id: null, model: null });
  const one = await tenant.post('/v1/chat/completions', question());
  const { prompt_tokens: input, completion_tokens: output } = one.body.usage;
  t.match((await report(tenant, 'completions'))[0], { input_tokens: 4 * input, output_tokens: 4 * output });
  t.strictSame(await report(tenant, 'embeddings'), [], 'not counted as embeddings');
});

t.test('a stream is counted by its usage, which only callers who asked for it see', async (t) => {
  const tenant = await tenantOf(app, admin);
  await (await tenant.open('/v1/chat/completions', question({ stream: true }))).text();
  const [sum] = await report(tenant, 'completions');
  t.equal(sum?.num_model_requests, 1);
  t.ok(Number(sum?.output_tokens) > 0);
});

t.test('a text that looks like usage and that the caller has the model repeat is not counted', async (t) => {
  const usage = { input_tokens: 11, output_tokens: 2, total_tokens: 13 };
  const nothing = { input_tokens: 0, output_tokens: 0 };
  const answer = { id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'x', output: [] };
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [index, { usage: nothing }]));
  for (const more of [
    { metadata: { usage: 'x' } },
    { metadata: { usage: nothing }, tools: [{ type: 'function', usage: null, text: '}"]' }] },
    { metadata: { key: 'x'.repeat(20_000), usage: nothing } },
    { metadata: many },
  ]) {
    const tenant = await tenantOf(app, admin);
    upstream.next(({ response }) => json(response, 200, { ...answer, usage, ...more }));
    t.equal((await tenant.post('/v1/responses', { model: 'chat-model', input: 'Hello?', ...more })).status, 200);
    t.match(await report(tenant, 'completions'), [{ input_tokens: 11, output_tokens: 2 }]);
  }
});

t.test('cached input tokens are counted as part of the input', async (t) => {
  const tenant = await tenantOf(app, admin);
  const counts = { prompt_tokens: 10, completion_tokens: 1 };
  const answer = { id: 'c', object: 'chat.completion', created: 1, model: 'x', choices: [] };
  for (const usage of [
    { ...counts, prompt_tokens_details: { cached_tokens: 6, audio_tokens: 0 } },
    { ...counts, prompt_tokens_details: { cached_tokens: 11 } },
    { ...counts, prompt_tokens_details: { cached_tokens: -1 } },
    { ...counts, prompt_tokens_details: { cached_tokens: '6' } },
    { ...counts, prompt_tokens_details: null },
    counts,
  ]) {
    upstream.next(({ response }) => json(response, 200, { ...answer, usage }));
    await tenant.post('/v1/chat/completions', question());
  }
  const usage = { input_tokens: 10, output_tokens: 1, input_tokens_details: { cached_tokens: 2 } };
  const response = { id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'x', output: [] };
  upstream.next(({ response: out }) => json(out, 200, { ...response, usage }));
  await tenant.post('/v1/responses', { model: 'chat-model', input: 'Hello?' });
  const cached = 6 + 10 + 2;
  t.match(await report(tenant, 'completions'), [{ input_tokens: 70, input_cached_tokens: cached, output_tokens: 7 }]);
});

t.test('a usage report is grouped and filtered by project, key and model', async (t) => {
  const tenant = await tenantOf(app, admin);
  const { project, sibling, organizationKeyId } = tenant;
  await tenant.post('/v1/chat/completions', question());
  await tenant.post('/v1/chat/completions', question({ model: 'org/model:v1' }));
  const bySibling = { 'compat-project': sibling.id };
  await app.request('POST', '/v1/chat/completions', {
    token: tenant.organizationKey,
    headers: bySibling,
    body: question(),
  });
  await app.request('POST', '/v1/chat/completions', {
    token: tenant.owner.token,
    headers: bySibling,
    body: question(),
  });
  await app.app.services.usage.flush();
  const groups = 'group_by[]=project_id&group_by[]=api_key_id&group_by[]=user_id&group_by[]=model';
  const { body } = await app.request('GET', `${path}/completions?${groups}`, { token: tenant.organizationKey });
  const results: Result[] = body.data.flatMap(({ results }: { results: Result[] }) => results);
  const seen = results.map((one) => [one.project_id, one.api_key_id, one.user_id, one.model, one.num_model_requests]);
  const expected = [
    [project.id, project.keyId, null, 'chat-model', 1],
    [project.id, project.keyId, null, 'org/model:v1', 1],
    [sibling.id, organizationKeyId, null, 'chat-model', 1],
    [sibling.id, null, tenant.owner.id, 'chat-model', 1],
  ];
  t.strictSame(new Set(seen.map(String)), new Set(expected.map(String)));
  const only = async (query: Record<string, string>): Promise<unknown> =>
    (await report(tenant, 'completions', query))[0]?.num_model_requests;
  t.equal(await only({ project_ids: sibling.id }), 2);
  t.equal(await only({ models: 'org/model:v1' }), 1);
  t.equal(await only({ api_key_ids: project.keyId }), 2);
  t.equal(await only({ user_ids: tenant.owner.id }), 1);
});

t.test("the public API's groups that nothing here differs in are taken, and split no result", async (t) => {
  const tenant = await tenantOf(app, admin);
  await tenant.post('/v1/chat/completions', question());
  const known = '?group_by[]=model&group_by[]=project_id&group_by[]=user_id&group_by[]=api_key_id';
  const groups = `${known}&group_by[]=batch&group_by[]=service_tier&group_by[]=api_source`;
  const token = tenant.organizationKey;
  await app.app.services.usage.flush();
  const { body } = await app.request('GET', `${path}/completions${groups}`, { token });
  const results = body.data.flatMap(({ results }: { results: Result[] }) => results);
  t.match(results, [{ model: 'chat-model', project_id: tenant.project.id, batch: false, service_tier: null }]);
  const costs = await app.request('GET', '/v1/organization/costs?group_by=api_source', { token });
  t.equal(costs.status, 200);
});

t.test('model calls are not counted as batch jobs', async (t) => {
  const tenant = await tenantOf(app, admin);
  await tenant.post('/v1/chat/completions', question());
  t.strictSame(await report(tenant, 'completions', { batch: 'true' }), []);
  t.match(await report(tenant, 'completions', { batch: 'false' }), [{ num_model_requests: 1 }]);
});

t.test('the reports of calls that this server does not serve have empty buckets, and take the filters', async (t) => {
  const { organizationKey: token } = await tenantOf(app, admin);
  const kinds = ['audio_speeches', 'audio_transcriptions', 'code_interpreter_sessions', 'moderations'];
  const filters = { images: { sizes: '512x512', group_by: 'size' }, web_search_calls: { context_levels: 'low' } };
  for (const [kind, query] of [...kinds.map((kind) => [kind, {}] as const), ...Object.entries(filters)]) {
    const { body } = await app.request('GET', `${path}/${kind}`, { token, query: { ...query, limit: 2 } });
    t.match(body, { object: 'page', has_more: true, data: { length: 2 } }, kind);
    t.ok(body.data.every(({ results }: { results: unknown[] }) => results.length === 0));
  }
});

t.test('an organization does not see the usage of another', async (t) => {
  const tenant = await tenantOf(app, admin);
  const other = await tenantOf(app, admin);
  await tenant.post('/v1/chat/completions', question());
  t.strictSame(await report(other, 'completions'), []);
  t.strictSame(await report(other, 'completions', { project_ids: tenant.project.id }), []);
});

t.test('refused calls count as failed requests, and reach no model', async (t) => {
  const tenant = await tenantOf(app, admin);
  await tenant.post('/v1/chat/completions', question({ model: 'nobody-has-it' }));
  await tenant.post('/v1/chat/completions', question());
  t.match(await report(tenant, 'requests'), [{ num_requests: 2, num_failed_requests: 1 }]);
  t.match(await report(tenant, 'completions'), [{ num_model_requests: 1 }]);
});

t.test('a stream whose caller disconnects is counted up to the disconnect', async (t) => {
  const tenant = await tenantOf(app, admin);
  const leave = new AbortController();
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      'data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":{"role":"assistant","content":"Well"}}]}\n\n',
    );
  });
  const response = await tenant.open('/v1/chat/completions', question({ stream: true }), leave.signal);
  await response.body?.getReader().read();
  leave.abort();
  const sum = await until(async () => (await report(tenant, 'completions'))[0]);
  t.ok(Number(sum.input_tokens) > 0 && Number(sum.output_tokens) > 0);
  t.match(sum, { num_model_requests: 1, num_failed_requests: 1 });
});

t.test('a disconnect before the first byte costs the input, and without streaming also the output bound', async (t) => {
  const tenant = await tenantOf(app, admin);
  const leave = async (more: Record<string, unknown>): Promise<void> => {
    const gone = new AbortController();
    upstream.next(({ seen }) => {
      void seen.aborted;
      gone.abort();
    });
    await t.rejects(tenant.open('/v1/chat/completions', question(more), gone.signal));
  };
  const messages = [{ role: 'user', content: 'word '.repeat(1000) }];
  await leave({ messages, stream: true });
  const streamed = await until(async () => (await report(tenant, 'completions'))[0]);
  t.match(streamed, { num_model_requests: 1, num_failed_requests: 1, output_tokens: 0 });
  const input = Number(streamed.input_tokens);
  t.ok(input >= 1000 && input <= 1010, `${input} tokens for 1,000 words`);
  await leave({ messages, max_tokens: 70 });
  const both = await until(async () => {
    const [sum] = await report(tenant, 'completions');
    return sum?.num_model_requests === 2 ? sum : undefined;
  });
  t.equal(both.output_tokens, 70);
});

// Each event of a completion of Ollama but the last one says 0.
for (const usage of [undefined, { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }])
  t.test(
    `a disconnect from a stream costs the streamed text, counted by the tokenizer: ${usage && 'with usage'}`,
    async (t) => {
      const tenant = await tenantOf(app, admin);
      const leave = new AbortController();
      upstream.next(({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (let event = 0; event < 10; event += 1) {
          const content = ' several words in one event'.repeat(10);
          response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }], usage })}\n\n`);
        }
      });
      const response = await tenant.open('/v1/chat/completions', question({ stream: true }), leave.signal);
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      for (let text = ''; text.split('data:').length <= 10; )
        text += Buffer.from((await reader.read()).value ?? []).toString();
      leave.abort();
      const sum = await until(async () => (await report(tenant, 'completions'))[0]);
      t.ok(Number(sum.input_tokens) > 0);
      t.equal(sum.output_tokens, 10 * 10 * 5);
    },
  );

t.test('a call that reaches no upstream costs nothing', async (t) => {
  const tenant = await tenantOf(app, admin);
  for (const stream of [false, true]) {
    const answer = await tenant.post('/v1/chat/completions', question({ model: 'lost-model', max_tokens: 50, stream }));
    t.equal(answer.status, 502);
  }
  t.match((await report(tenant, 'completions'))[0], { num_failed_requests: 2, input_tokens: 0, output_tokens: 0 });
});

t.test('a call that the upstream refuses costs nothing', async (t) => {
  const tenant = await tenantOf(app, admin);
  upstream.next(({ response }) => json(response, 400, { error: { message: 'No' } }));
  t.equal((await tenant.post('/v1/chat/completions', question({ max_tokens: 50 }))).status, 400);
  t.match((await report(tenant, 'completions'))[0], { num_failed_requests: 1, input_tokens: 0, output_tokens: 0 });
});

t.test('an image is counted by its dimensions and not by its base64 length', async (t) => {
  const tenant = await tenantOf(app, admin);
  const png = Buffer.alloc(750_000);
  png.write('89504e470d0a1a0a0000000d49484452', 'hex');
  png.writeUInt32BE(1024, 16);
  png.writeUInt32BE(1024, 20);
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } };
  const gone = new AbortController();
  upstream.next(({ seen }) => {
    void seen.aborted;
    gone.abort();
  });
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, picture] }];
  await t.rejects(tenant.open('/v1/chat/completions', question({ messages, max_tokens: 1 }), gone.signal));
  const sum = await until(async () => (await report(tenant, 'completions'))[0]);
  const input = Number(sum.input_tokens);
  t.ok(input > 765 && input < 865, `${input}: four tiles are 765 tokens`);
});

t.test('responses without usage are counted by their length', async (t) => {
  const tenant = await tenantOf(app, admin);
  const message = { role: 'assistant', content: 'word '.repeat(400), refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: 'stop' }];
  const answer = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'chat-model', choices };
  upstream.next(({ response }) => json(response, 200, answer));
  await tenant.post('/v1/chat/completions', question({ user: 'x'.repeat(400) }));
  const [whole] = await report(tenant, 'completions');
  t.ok(Number(whole?.input_tokens) > 100 && Number(whole?.output_tokens) > 400);
  t.match(whole, { num_model_requests: 1, num_failed_requests: 0 });
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(chunks(Array.from({ length: 50 }, () => 'word ')).join(''));
  });
  await (await tenant.open('/v1/chat/completions', question({ stream: true }))).text();
  const [both] = await report(tenant, 'completions');
  const streamed = Number(both?.output_tokens) - Number(whole?.output_tokens);
  t.ok(streamed >= 25 && streamed <= 100, `${streamed} for 50 words`);
  upstream.next(({ response }) =>
    json(response, 200, {
      object: 'list',
      model: 'chat-model',
      data: [{ object: 'embedding', index: 0, embedding: [1] }],
    }),
  );
  await tenant.post('/v1/embeddings', { model: 'chat-model', input: 'x'.repeat(400) });
  const [embedded] = await report(tenant, 'embeddings');
  t.ok(Number(embedded?.input_tokens) >= 100);
});

t.test('buckets and pages follow one another without a gap', async (t) => {
  const tenant = await tenantOf(app, admin);
  const start_time = 86_400 * 20_000 + 5;
  const query = { start_time, end_time: start_time + 10 * 86_400, limit: 4 };
  const read = (more: object): Promise<{ body: Page }> =>
    app.request('GET', `${path}/completions`, { token: tenant.organizationKey, query: { ...query, ...more } });
  const pages: Page[] = [(await read({})).body];
  while (pages.at(-1)?.next_page) pages.push((await read({ page: pages.at(-1)?.next_page })).body);
  t.strictSame(
    pages.map(({ data, has_more }) => [data.length, has_more]),
    [
      [4, true],
      [4, true],
      [3, false],
    ],
  );
  const starts = pages.flatMap(({ data }) => data.map((bucket) => bucket.start_time));
  t.strictSame(
    starts,
    starts.map((_, index) => 86_400 * (20_000 + index)),
  );
});

interface Page {
  data: { start_time: number }[];
  has_more: boolean;
  next_page: string | null;
}

t.test('the storage of files and vector stores is reported at once, and recorded for their project', async (t) => {
  const tenant = await tenantOf(app, admin);
  const { key: token, id: projectId } = tenant.project;
  const fileId = await upload(app, token, { content: 'a'.repeat(1234) });
  const store = `/v1/vector_stores/${await createStore(app, token)}`;
  await app.request('POST', `${store}/files`, { token, body: { file_id: fileId } });
  const { usage_bytes: bytes } = await finished(app, token, `${store}/files/${fileId}`);
  t.ok(bytes > 0);
  const of = (name: string) => report(tenant, name, { group_by: 'project_id' });
  t.match(await of('files'), [{ project_id: projectId, usage_bytes: 1234 }], 'before the first sample');
  t.match(await report(tenant, 'files'), [{ project_id: null, usage_bytes: 1234 }]);
  t.same(await report(tenant, 'files', { project_ids: tenant.sibling.id }), []);
  t.same(await report(tenant, 'files', { end_time: nowSeconds() - 86_400 }), [], 'of the past only samples are known');
  await recordStorage();
  await recordStorage();
  t.match(await of('files'), [{ project_id: projectId, usage_bytes: 1234 }]);
  t.match(await of('vector_stores'), [{ project_id: projectId, usage_bytes: bytes }]);
  await app.request('DELETE', `/v1/files/${fileId}`, { token });
  t.match(await of('files'), [{ project_id: projectId, usage_bytes: 1234 }], 'the largest of the bucket');
});

t.test('a call is recorded in the minute of its start, before calls of the minute before are written', async (t) => {
  const { project, organizationId } = await tenantOf(app, admin);
  const row = (await Project.findOne({ where: { id: project.id }, rejectOnEmpty: true })).get();
  const { usage } = app.app.services;
  usage.request(row, undefined, 200);
  shiftClock(60_000, t);
  usage.request(row, undefined, 200);
  usage.request(row, undefined, 200);
  await usage.flush();
  const where = { organizationId, projectId: project.id, kind: 'request', width: 'minute', callerId: '' } as const;
  const minutes = await UsageRollup.findAll({ where, order: ['startsAt'], raw: true });
  t.same(
    minutes.map(({ requests }) => requests),
    [1, 2],
  );
});

t.test('the latency report estimates the median and the 95th percentile of complete responses, by day', async (t) => {
  const tenant = await tenantOf(app, admin);
  const { organizationId, project, sibling } = tenant;
  const { usage } = app.app.services;
  // Ends calls after these durations without waiting for them.
  let now = 0;
  t.intercept(performance, 'now', { value: () => now });
  const call = { organizationId, projectId: project.id, callerId: project.keyId, target: 'chat-model' };
  const answered = { status: 200, complete: true, upstream: undefined, tokens: undefined, answerBytes: 1 };
  const make = (kind: 'chat' | 'embedding', ms: number, end: object = {}, more: object = {}): void => {
    now = 0;
    const ended = usage.begin({ ...call, kind, ...more } as ModelCall);
    now = ms;
    ended({ ...answered, ...end });
  };
  for (let ms = 10; ms <= 1000; ms += 10) make('chat', ms);
  make('chat', 90_000, { status: 502 });
  make('chat', 90_000, { complete: false });
  make('chat', 90_000, { status: 0 });
  make('embedding', 90_000);
  make('chat', 5_000_000, {}, { projectId: sibling.id });
  const [own, ...others] = await report(tenant, 'completions/latency', { project_ids: project.id });
  t.strictSame(others, [], 'days without calls have no result');
  t.match(own, { object: 'organization.usage.completions.latency.result', num_model_requests: 100 });
  t.ok(Math.abs(Number(own?.median_ms) - 500) <= 50, `${own?.median_ms}`);
  t.ok(Math.abs(Number(own?.p95_ms) - 950) <= 95, `${own?.p95_ms}`);
  const [longest] = await report(tenant, 'completions/latency', { project_ids: sibling.id });
  t.match(longest, { num_model_requests: 1, median_ms: 2 ** 20 }, 'the longest duration that is told apart');
  t.match(await report(tenant, 'completions/latency'), [{ num_model_requests: 101 }]);
  const { body } = await app.request('GET', `${path}/completions/latency`, { token: tenant.organizationKey });
  t.equal(body.data.length, 7);
});

t.test('usage that cannot be written is kept, and written with the next usage', async (t) => {
  const tenant = await tenantOf(app, admin);
  const { add } = UsageRollup;
  t.teardown(() => {
    UsageRollup.add = add;
  });
  await tenant.post('/v1/chat/completions', question());
  UsageRollup.add = async () => {
    throw new Error('The database is away for a moment');
  };
  await app.app.services.usage.flush();
  await tenant.post('/v1/chat/completions', question());
  await app.app.services.usage.flush();
  UsageRollup.add = add;
  t.match(await report(tenant, 'completions'), [{ num_model_requests: 2 }]);
  t.match(await report(tenant, 'completions/latency'), [{ num_model_requests: 2 }]);
});

t.test('a stopping server writes all usage', async (t) => {
  const tenant = await tenantOf(app, admin);
  const server = await startServer({
    ...app.database.settings,
    SVC_UPSTREAMS: JSON.stringify([upstream.settings()]),
  });
  const ask = client(t, server.url);
  for (let call = 0; call < 3; call += 1)
    await ask('POST', '/v1/chat/completions', { token: tenant.project.key, body: question() });
  await server.end();
  t.match(await report(tenant, 'completions'), [{ num_model_requests: 3 }]);
});

t.test('the number of rows of a window does not grow with its calls', async (t) => {
  const tenant = await tenantOf(app, admin);
  const rows = (): Promise<number> =>
    UsageRollup.count({ where: { organizationId: tenant.organizationId, kind: 'chat', width: 'day' } });
  for (let call = 0; call < 20; call += 1) {
    await tenant.post('/v1/chat/completions', question());
    if (call % 5 === 0) await app.app.services.usage.flush();
  }
  await app.app.services.usage.flush();
  t.equal(await rows(), 1);
  t.match(await report(tenant, 'completions'), [{ num_model_requests: 20 }]);
});

t.test('a page of a report ends at SVC_MAX_PAGE_BYTES, and the next one goes on with the next bucket', async (t) => {
  const tenant = await tenantOf(app, admin);
  await tenant.post('/v1/chat/completions', question());
  await app.app.services.usage.flush();
  const end = Math.floor(Date.now() / 1000) + 1;
  const read = async (name: string, page?: string) => {
    const query = { start_time: end - 30 * 86_400, end_time: end, limit: 31, ...(page === undefined ? {} : { page }) };
    const { body, text } = await app.request('GET', name, { token: tenant.organizationKey, query });
    t.equal(body.object, 'page', text);
    return body;
  };
  const set = (bytes: number | null) =>
    app.request('PATCH', '/admin/config', { token: admin.token, body: { limits: { max_page_bytes: bytes } } });
  t.teardown(() => set(null));
  for (const name of [`${path}/completions`, `${path}/completions/latency`, '/v1/organization/costs']) {
    await set(null);
    const whole = await read(name);
    t.equal(whole.has_more, false);
    await set(1024);
    const buckets: unknown[] = [];
    let pages = 0;
    for (let page: string | undefined; ; pages += 1) {
      const body = await read(name, page);
      t.ok(Buffer.byteLength(JSON.stringify(body.data)) < 1200);
      buckets.push(...body.data);
      t.equal(body.next_page === null, !body.has_more);
      if (!body.has_more) break;
      page = body.next_page;
    }
    t.ok(pages > 1, `${name}: ${pages + 1} pages`);
    t.strictSame(buckets, whole.data, name);
  }
});
