// Tests the costs of model calls: GET /v1/organization/costs.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Job } from '../../models/job.ts';
import { ModelResponse } from '../../models/model-response.ts';
import { loadConfig } from '../../services/settings/config.ts';
import { question, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';
import { startWithAdmin } from '../harness/world.ts';

const path = '/v1/organization/costs';
const folder = await mkdtemp(join(tmpdir(), 'svc-costs-'));
t.teardown(() => rm(folder, { recursive: true }));
const upstream = await startUpstream(t, {
  models: ['chat-model', 'org/model:v1', 'free-model', 'keeping-model', 'thinking-model'],
});
const spare = await startUpstream(t, { models: ['chat-model'] });
// Prices in US dollars per million tokens. A response of the test upstream has 9 input and 3 output tokens; an
// embedding has 5.
const prices = {
  'chat-model': { input: 2.5, output: 10 },
  'org/model:v1': { input: 0.02 },
  'keeping-model': { input: 2, output: 1, cached_input: 0.5 },
  'thinking-model': {
    input: 2,
    output: 4,
    cached_input: 0.5,
    cache_write: 3,
    audio_input: 5,
    reasoning: 6,
    audio_output: 7,
  },
};
const main = upstream.settings({ name: 'main', prices });
const file = join(folder, 'svc.json');
const named = [main, spare.settings({ name: 'spare', prices: { 'chat-model': { input: 1, output: 1 } } })];
await writeFile(file, JSON.stringify({ upstreams: named }));
// Set in the file, because settings from the environment cannot change while the server runs.
const { app, admin } = await startWithAdmin(t, { SVC_CONFIG: file });
/**
 * Converts from billionths of a dollar. One token costs a thousandth of its price in these units, so that sums are
 * exact integers.
 */
const dollars = (billionths: number): number => billionths / 1e9;
const callPrice = dollars(9 * 2500 + 3 * 10_000);
const otherPrice = dollars(9 * 20);

/** Returns a price as the list of models shows it. A missing price equals the price of other tokens. */
const shown = ({ input, output }: { input: number; output: number }) => ({
  input,
  output,
  ...{ cached_input: input, cache_write: input, audio_input: input, reasoning: output, audio_output: output },
});

/** Usage with 6 cached input tokens. */
const keptUsage = { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 6 } };
const choices = [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }];
const answerWith = (usage: unknown) => ({ id: 'c', object: 'chat.completion', created: 1, model: 'x', choices, usage });

type Tenant = Awaited<ReturnType<typeof tenantOf>>;
interface Result {
  amount: { value: number; currency: string };
  line_item: string | null;
  project_id: string | null;
  user_id: string | null;
  api_key_id: string | null;
}

async function costs(tenant: Tenant, query: Record<string, string | number> = {}): Promise<Result[]> {
  await app.app.services.usage.flush();
  const { status, body, text } = await app.request('GET', path, { token: tenant.organizationKey, query });
  if (status !== 200) throw new Error(text);
  return body.data.flatMap(({ results }: { results: Result[] }) => results);
}

async function spent(tenant: Tenant, query: Record<string, string | number> = {}): Promise<number> {
  return (await costs(tenant, query)).reduce((sum, { amount }) => sum + amount.value, 0);
}

t.test('model calls with a price cost what their tokens cost', async (t) => {
  const tenant = await tenantOf(app, admin);
  t.strictSame(await costs(tenant), []);
  await tenant.post('/v1/chat/completions', question({ model: 'free-model' }));
  t.strictSame(await costs(tenant), [], 'a model without a price costs nothing');
  await tenant.post('/v1/chat/completions', question());
  const [one, ...others] = await costs(tenant);
  t.strictSame(others, []);
  t.strictSame(one, {
    object: 'organization.costs.result',
    amount: { value: callPrice, currency: 'usd' },
    line_item: null,
    project_id: null,
    user_id: null,
    api_key_id: null,
  });
  await (await tenant.open('/v1/chat/completions', question({ stream: true }))).text();
  t.equal(await spent(tenant), 2 * callPrice, 'a stream costs the same');
  await tenant.post('/v1/embeddings', { model: 'org/model:v1', input: 'Hello?' });
  t.equal(
    await spent(tenant, { line_items: 'org/model:v1' }),
    dollars(5 * 20),
    'small amounts are not rounded to zero',
  );
});

t.test('callers read the price of a model at the first upstream that serves it', async (t) => {
  const { project } = await tenantOf(app, admin);
  const options = { token: project.key, query: { additional_data: true } };
  const { body } = await app.request('GET', '/v1/models', options);
  const listed: { id: string; additional_data: { price: unknown } }[] = body.data;
  t.strictSame(Object.fromEntries(listed.map(({ id, additional_data }) => [id, additional_data.price])), {
    'svc-embedding-384': null,
    'chat-model': shown({ input: 2.5, output: 10 }),
    'org/model:v1': shown({ input: 0.02, output: 0 }),
    'free-model': null,
    'keeping-model': { ...shown({ input: 2, output: 1 }), cached_input: 0.5 },
    'thinking-model': {
      input: 2,
      output: 4,
      cached_input: 0.5,
      cache_write: 3,
      audio_input: 5,
      reasoning: 6,
      audio_output: 7,
    },
  });
});

t.test('cached input tokens have their own price if one is set', async (t) => {
  const tenant = await tenantOf(app, admin);
  for (const [model, cost] of [
    ['keeping-model', 4 * 2000 + 6 * 500 + 1000],
    ['chat-model', 10 * 2500 + 10_000],
  ] as const) {
    upstream.next(({ response }) => json(response, 200, answerWith(keptUsage)));
    await tenant.post('/v1/chat/completions', question({ model }));
    t.equal(await spent(tenant, { line_items: model }), dollars(cost));
  }
  const first = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'x', choices: [] };
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify({ ...first, usage: keptUsage })}\n\ndata: [DONE]\n\n`);
  });
  await (await tenant.open('/v1/chat/completions', question({ model: 'keeping-model', stream: true }))).text();
  t.equal(
    await spent(tenant, { line_items: 'keeping-model' }),
    dollars(2 * (4 * 2000 + 6 * 500 + 1000)),
    'a stream costs the same',
  );
});

t.test('cache writes, reasoning and audio have their own prices', async (t) => {
  const tenant = await tenantOf(app, admin);
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 50,
    prompt_tokens_details: { cached_tokens: 30, cache_write_tokens: 20, audio_tokens: 10 },
    completion_tokens_details: { reasoning_tokens: 15, audio_tokens: 5 },
  };
  const cost = 40 * 2000 + 30 * 500 + 20 * 3000 + 10 * 5000 + 30 * 4000 + 15 * 6000 + 5 * 7000;
  upstream.next(({ response }) => json(response, 200, answerWith(usage)));
  await tenant.post('/v1/chat/completions', question({ model: 'thinking-model' }));
  t.equal(await spent(tenant), dollars(cost));
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [], usage })}\n\ndata: [DONE]\n\n`,
    );
  });
  await (await tenant.open('/v1/chat/completions', question({ model: 'thinking-model', stream: true }))).text();
  t.equal(await spent(tenant), dollars(2 * cost), 'a stream costs the same');
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'thinking-model',
    output: [],
  };
  const ofResponse = {
    input_tokens: 100,
    input_tokens_details: usage.prompt_tokens_details,
    output_tokens: 50,
    output_tokens_details: usage.completion_tokens_details,
  };
  upstream.next(({ response: answer }) => json(answer, 200, { ...response, usage: ofResponse }));
  await tenant.post('/v1/responses', { model: 'thinking-model', input: 'Hello?' });
  t.equal(await spent(tenant), dollars(3 * cost), 'a response costs the same');
});

t.test('an operator sees the costs and the cached tokens of each upstream', async (t) => {
  const tenant = await tenantOf(app, admin);
  const total = async (name: string): Promise<number> => {
    const { text } = await app.request('GET', '/metrics');
    return Number(new RegExp(`^${name}\\{upstream="main",kind="chat"\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const names = ['svc_upstream_cost_usd_total', 'svc_upstream_cached_tokens_total'];
  const before = await Promise.all(names.map(total));
  upstream.next(({ response }) => json(response, 200, answerWith(keptUsage)));
  await tenant.post('/v1/chat/completions', question({ model: 'keeping-model' }));
  await tenant.post('/v1/chat/completions', question({ model: 'free-model' }));
  const [cost, cached] = (await Promise.all(names.map(total))).map((value, index) => value - (before[index] as number));
  t.equal(Math.round(Number(cost) * 1e9), 4 * 2000 + 6 * 500 + 1000);
  t.equal(cached, 6);
});

t.test('a failed call costs nothing, and a retried call costs the price of the upstream that answered', async (t) => {
  const tenant = await tenantOf(app, admin);
  upstream.next(({ response }) => json(response, 400, { error: { message: 'no' } }));
  t.equal((await tenant.post('/v1/chat/completions', question())).status, 400);
  t.equal(await spent(tenant), 0);
  upstream.always(({ response }) => json(response, 503, {}));
  t.teardown(() => upstream.always(undefined));
  t.equal((await tenant.post('/v1/chat/completions', question())).status, 200);
  t.equal(await spent(tenant), dollars(12 * 1000));
});

t.test('costs are grouped and filtered by model, project, key and user', async (t) => {
  const tenant = await tenantOf(app, admin);
  const headers = { 'compat-project': tenant.sibling.id };
  await tenant.post('/v1/chat/completions', question());
  await tenant.post('/v1/chat/completions', question({ model: 'org/model:v1' }));
  await app.request('POST', '/v1/chat/completions', { token: tenant.owner.token, headers, body: question() });
  await app.app.services.usage.flush();
  const groups = ['line_item', 'project_id', 'api_key_id', 'user_id'].map((name) => `group_by=${name}`).join('&');
  const { body } = await app.request('GET', `${path}?${groups}`, { token: tenant.organizationKey });
  const seen = body.data
    .flatMap(({ results }: { results: Result[] }) => results)
    .map((one: Result) => [one.line_item, one.project_id, one.api_key_id, one.user_id, one.amount.value].join());
  const { project, sibling, owner } = tenant;
  const expected = [
    ['chat-model', project.id, project.keyId, '', callPrice].join(),
    ['org/model:v1', project.id, project.keyId, '', otherPrice].join(),
    ['chat-model', sibling.id, '', owner.id, callPrice].join(),
  ];
  t.strictSame(seen.sort(), expected.sort());
  t.equal(await spent(tenant, { project_ids: sibling.id }), callPrice);
  t.equal(await spent(tenant, { user_ids: owner.id }), callPrice);
  t.equal(await spent(tenant, { api_key_ids: project.keyId }), dollars(9 * 2500 + 3 * 10_000 + 9 * 20));
  t.equal(await spent(await tenantOf(app, admin)), 0, 'another organization does not see the costs');
});

t.test('a cost report has the requested number of days, and continues on the next page', async (t) => {
  const tenant = await tenantOf(app, admin);
  await tenant.post('/v1/chat/completions', question());
  await app.app.services.usage.flush();
  const day = 86_400;
  const today = Math.floor(Date.now() / 1000 / day) * day;
  const get = async (query: Record<string, string | number>) =>
    (await app.request('GET', path, { token: tenant.organizationKey, query })).body;
  const half = await get({ start_time: today - 179 * day, end_time: today + day, limit: 100 });
  t.equal(half.data.length, 100);
  t.equal(half.has_more, true);
  const rest = await get({ start_time: today - 179 * day, end_time: today + day, limit: 180, page: half.next_page });
  t.equal(rest.data.length, 80);
  t.equal(rest.data.at(-1).start_time, today);
  t.equal(rest.data.at(-1).results[0].amount.value, callPrice);
  t.equal(rest.has_more, false);
  t.equal((await get({})).data.length, 7);
  const hour = await get({ bucket_width: '1h', start_time: today });
  t.equal(hour.data.at(-1).end_time - hour.data.at(-1).start_time, 3600);
  t.equal(hour.data.at(-1).results[0].amount.value, callPrice);
});

t.test('a price change applies to later calls', async (t) => {
  const tenant = await tenantOf(app, admin);
  await tenant.post('/v1/chat/completions', question());
  const dearer = { ...main, prices: { 'chat-model': { input: 5, output: 20 } } };
  const change = (upstreams: unknown) =>
    app.request('PATCH', '/admin/config', { token: admin.token, body: { upstreams } });
  t.teardown(() => change(null));
  const { status, body } = await change([dearer, named[1]]);
  t.equal(status, 200);
  t.strictSame(body.upstreams[0].prices, { 'chat-model': { input: 5, output: 20 } });
  await tenant.post('/v1/chat/completions', question());
  t.equal(await spent(tenant), 3 * callPrice);
});

/**
 * Makes the upstream create one background response. Returns a function that ends it, and the number of its retrievals.
 */
function backgroundOf(t: Test, id: string) {
  const made = { id, object: 'response', created_at: 1, model: 'x', output: [] };
  const state = { status: 'queued', usage: null as unknown, isGone: false };
  const retrieved = () => upstream.seen.filter(({ method, path }) => method === 'GET' && path.includes(id)).length;
  upstream.always(({ seen, response }) => {
    if (state.isGone) return json(response, 404, { error: { message: 'no such response' } });
    if (seen.method === 'DELETE') state.isGone = true;
    if (seen.method === 'DELETE') return json(response, 200, { id, object: 'response', deleted: true });
    if (seen.path.endsWith('/cancel')) state.status = 'cancelled';
    const { status, usage } = state;
    if (seen.body.stream !== true) return json(response, 200, { ...made, status, usage });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ type: 'response.created', response: { ...made, status } })}\n\n`);
    response.write('data: {"type":"response.output_text.delta","delta":"Hello"}\n\n');
  });
  t.teardown(() => upstream.always(undefined));
  const end = (status: string, usage: unknown): void => {
    Object.assign(state, { status, usage });
  };
  return { end, retrieved };
}

const inBackground = { model: 'chat-model', input: 'Hello?', background: true, max_output_tokens: 100 };
const backgroundUsage = { input_tokens: 9, output_tokens: 3 };
/** The reservation: one token for three bytes of the request, and the output limit. */
const reservedPrice = dollars(Math.ceil(JSON.stringify(inBackground).length / 3) * 2500 + 100 * 10_000);

t.test('a background response is charged when it has ended, even if nobody reads it', async (t) => {
  const tenant = await tenantOf(app, admin);
  const { end, retrieved } = backgroundOf(t, `resp_${tenant.project.id}`);
  await tenant.post('/v1/responses', inBackground);
  await until(() => (retrieved() > 0 ? true : undefined));
  t.equal(await spent(tenant), 0);
  end('completed', backgroundUsage);
  await until(async () => ((await spent(tenant)) > 0 ? true : undefined));
  const query = { group_by: 'api_key_id' };
  t.match(
    await costs(tenant, query),
    [{ api_key_id: /^key_/, amount: { value: callPrice } }],
    'the response of the caller',
  );
  const row = await ModelResponse.findByPk(ModelResponse.digestOf(tenant.project.id, `resp_${tenant.project.id}`));
  t.equal(Number(row?.tokens), 12, 'which a continuing response reserves');
});

t.test('a background response is charged once, however often it is read', async (t) => {
  const tenant = await tenantOf(app, admin);
  const id = `resp_${tenant.project.id}`;
  const { end } = backgroundOf(t, id);
  end('completed', null);
  await tenant.post('/v1/responses', { ...inBackground });
  end('completed', backgroundUsage);
  for (const token of [tenant.project.key, tenant.organizationKey]) {
    const headers = token === tenant.organizationKey ? { 'compat-project': tenant.project.id } : {};
    t.equal((await app.request('GET', `/v1/responses/${id}`, { token, headers })).status, 200);
  }
  await until(async () => ((await spent(tenant)) > 0 ? true : undefined));
  await until(async () => ((await Job.count({ where: { kind: 'background-response' } })) === 0 ? true : undefined));
  t.match(await costs(tenant, { group_by: 'line_item' }), [{ line_item: 'chat-model', amount: { value: callPrice } }]);
});

t.test('a cancelled or deleted background response costs its reservation, and a failed one nothing', async (t) => {
  const ended = async (tenant: Tenant): Promise<number> => {
    await until(async () => ((await Job.count({ where: { kind: 'background-response' } })) === 0 ? true : undefined));
    return spent(tenant);
  };
  for (const [method, below] of [
    ['POST', '/cancel'],
    ['DELETE', ''],
  ] as const) {
    const tenant = await tenantOf(app, admin);
    const id = `resp_${tenant.project.id}`;
    backgroundOf(t, id);
    await tenant.post('/v1/responses', inBackground);
    const { status } = await app.request(method, `/v1/responses/${id}${below}`, { token: tenant.project.key });
    t.equal(status, 200);
    t.equal(await ended(tenant), reservedPrice, method);
  }
  const tenant = await tenantOf(app, admin);
  backgroundOf(t, `resp_${tenant.project.id}`).end('failed', null);
  await tenant.post('/v1/responses', inBackground);
  t.equal(await ended(tenant), 0);
});

t.test('a response that continues another one also reserves the tokens of the first', async (t) => {
  const usage = { input_tokens: 900, output_tokens: 100 };
  for (const form of ['in one piece', 'streamed', 'in the background']) {
    const tenant = await tenantOf(app, admin);
    const [before, after] = [`resp_before_${tenant.project.id}`, `resp_after_${tenant.project.id}`];
    if (form === 'streamed') {
      upstream.always(({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const type of ['response.created', 'response.completed'])
          response.write(`data: ${JSON.stringify({ type, response: { id: before, object: 'response', usage } })}\n\n`);
        response.end();
      });
    } else backgroundOf(t, before).end('completed', usage);
    const how = { stream: form === 'streamed', background: form === 'in the background' };
    await (await tenant.open('/v1/responses', { model: 'chat-model', input: 'Hello?', ...how })).text();
    const digest = ModelResponse.digestOf(tenant.project.id, before);
    const tokens = async () => Number((await ModelResponse.findByPk(digest))?.tokens);
    await until(async () => ((await tokens()) === 1000 ? true : undefined));
    await until(async () => ((await spent(tenant)) > 0 ? true : undefined));
    const spentBefore = await spent(tenant);
    // A cancelled response costs its reservation.
    backgroundOf(t, after);
    const next = { ...inBackground, previous_response_id: before };
    t.equal((await tenant.post('/v1/responses', next)).status, 200);
    t.equal((await tenant.post(`/v1/responses/${after}/cancel`, undefined)).status, 200);
    await until(async () => ((await spent(tenant)) > spentBefore ? true : undefined));
    const input = Math.ceil(JSON.stringify(next).length / 3) + 1000;
    t.equal(Math.round(((await spent(tenant)) - spentBefore) * 1e9), input * 2500 + 100 * 10_000, form);
  }
});

t.test('a background response whose stream is left is charged once, when it has ended', async (t) => {
  const tenant = await tenantOf(app, admin);
  const { end } = backgroundOf(t, `resp_${tenant.project.id}`);
  const leave = new AbortController();
  const answer = await tenant.open('/v1/responses', { ...inBackground, stream: true }, leave.signal);
  await answer.body?.getReader().read();
  leave.abort();
  await upstream.seen.at(-1)?.aborted;
  end('completed', backgroundUsage);
  await until(async () => ((await spent(tenant)) > 0 ? true : undefined));
  await until(async () => ((await Job.count({ where: { kind: 'background-response' } })) === 0 ? true : undefined));
  t.equal(await spent(tenant), callPrice);
});

t.test('an upstream that reports an impossible usage does not prevent the counting of other calls', async (t) => {
  const tenant = await tenantOf(app, admin);
  const most = { prompt_tokens: 1e9, completion_tokens: 1e9 };
  for (const usage of [most, most, { prompt_tokens: 1, completion_tokens: Number.MAX_SAFE_INTEGER }]) {
    upstream.next(({ response }) => json(response, 200, answerWith(usage)));
    await tenant.post('/v1/chat/completions', question());
  }
  await tenant.post('/v1/chat/completions', question({ model: 'org/model:v1' }));
  const cost = await spent(tenant, { line_items: 'chat-model' });
  t.ok(cost > 20_000 && cost < 20_001, 'a call has a maximum cost, and the last call is estimated by its bytes');
  t.equal(await spent(tenant, { line_items: 'org/model:v1' }), otherPrice);
});

t.test('an invalid price is refused with the reason', async (t) => {
  for (const [wrong, says] of [
    [[], /must be a mapping from models, paths of custom endpoints and MCP servers to prices/],
    [
      { m: 3 },
      /has a price under 'm' that is not \{input, output, cached_input, cache_write, audio_input, reasoning, audio_output, per_call,/,
    ],
    [{ m: { input: -1 } }, /has a price under 'm'/],
    [{ m: { input: '1' } }, /has a price under 'm'/],
    [{ m: { input: 1, cached_input: -1 } }, /has a price under 'm'/],
    [{ m: { input: 1, cached: 1 } }, /has a price under 'm'/],
    [{ '': { input: 1 } }, /has a price under ''/],
  ] as [unknown, RegExp][]) {
    const listed = JSON.stringify([{ name: 'x', base_url: 'http://127.0.0.1/v1', prices: wrong }]);
    t.throws(() => loadConfig({ SVC_UPSTREAMS: listed }), { message: says });
  }
});
