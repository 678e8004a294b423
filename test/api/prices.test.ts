// Prices of custom endpoints, MCP servers, hosted tools and service tiers: what a call costs, and what a project with a
// spend limit may call.

import t from 'tap';
import { LimitCount } from '../../models/limit-count.ts';
import { hostedToolsIn } from '../../services/gateway/index.ts';
import { readPrices } from '../../services/settings/prices.ts';
import { question, startInference, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t, { models: ['chat-model', 'tool-model', 'odd-model'] });
const endpoints = ['call', 'second', 'image', 'character', 'page', 'free', 'tokens', 'only', 'unpriced'];
const prices = {
  'chat-model': { input: 1, output: 1 },
  'tool-model': { tools: { web_search: 0.5, code_interpreter: 0.25, priority: 2 } },
  '/v1/call': { per_call: 0.03 },
  '/v1/second': { per_second: 0.01 },
  '/v1/image': { per_image: 0.04 },
  '/v1/character': { per_character: 0.001 },
  '/v1/page': { per_page: 0.002 },
  '/v1/free': { per_call: 0 },
  '/v1/tokens': { input: 1000, output: 2000 },
  '/v1/by/model': { per_call: 1, models: { cheap: { per_call: 0.1 }, dear: { per_call: 5, per_page: 1 } } },
  '/v1/only': { models: { cheap: { per_call: 0.1 } } },
  'mcp:docs': { per_call: 0.2 },
  'mcp:docs/search': { per_call: 0.7 },
  'mcp:part/known': { per_call: 0.5 },
};
const custom_endpoints = [...endpoints, 'by/model'].map((name) => `/v1/${name}`);
const mcp_servers = Object.fromEntries(['docs', 'part', 'free'].map((name) => [name, `${upstream.origin}/mcp`]));
const world = await startInference(t, [upstream.settings({ prices, custom_endpoints, mcp_servers })]);
const { app, admin } = world;

type Tenant = Awaited<ReturnType<typeof tenantOf>>;

async function limited(cents = 100_000): Promise<Tenant> {
  const tenant = await tenantOf(app, admin);
  const path = `/v1/organization/projects/${tenant.project.id}/spend_limit`;
  const body = { threshold_amount: cents, currency: 'USD', interval: 'month' };
  const { status } = await app.request('POST', path, { token: tenant.organizationKey, body });
  t.equal(status, 200);
  return tenant;
}

/** Returns the dollars that the project has spent, once they are these. */
async function spends(tenant: Tenant, dollars: number): Promise<void> {
  const billionths = Math.round(dollars * 1e9);
  let last = 0;
  await until(async () => {
    last = Number((await LimitCount.findOne({ where: { subjectId: tenant.project.id } }))?.monthCost ?? 0);
    return last === billionths ? true : undefined;
  }).catch(() => t.equal(last, billionths, 'the spend of the month'));
}

/** Waits until the report of costs has these dollars. It is faster than the counts of the limit. */
async function reported(tenant: Tenant, dollars: number, said: string): Promise<void> {
  let last = 0;
  await until(async () => {
    await app.app.services.usage.flush();
    const { body } = await app.request('GET', '/v1/organization/costs', { token: tenant.organizationKey });
    const results = body.data.flatMap((bucket: { results: unknown[] }) => bucket.results);
    last = results.reduce((sum: number, { amount }: { amount: { value: number } }) => sum + amount.value, 0);
    return Math.abs(last - dollars) < 1e-9 ? true : undefined;
  }).catch(() => t.equal(last, dollars, said));
}

const answers = (body: unknown, status = 200) => upstream.next(({ response }) => json(response, status, body));
const toolCall = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });
const noPrice = (param: string | null, message: RegExp) => ({
  status: 403,
  body: { error: { type: 'invalid_request_error', code: 'model_has_no_price', param, message } },
});

t.test('a call of a custom endpoint costs what its answer, else its request, else one says', async (t) => {
  const cases: [path: string, request: unknown, answer: unknown, dollars: number][] = [
    ['call', {}, {}, 0.03],
    ['free', {}, {}, 0],
    ['second', {}, { usage: { type: 'duration', seconds: 90 } }, 0.9],
    ['second', {}, { duration: 12.5 }, 0.125],
    ['second', {}, { duration: '30.0' }, 0.3],
    ['second', {}, { text: 'no duration' }, 0.01],
    ['image', { n: 4 }, { data: [{}, {}, {}] }, 0.12],
    ['image', { n: 4 }, { usage: { images: 2 }, data: [{}] }, 0.08],
    ['image', { n: 4 }, {}, 0.16],
    ['image', { n: 0 }, {}, 0.04],
    ['image', { n: -3 }, {}, 0.04],
    ['image', { n: 3 }, { data: [{ b64: 'x'.repeat(200_000) }, {}] }, 0.08],
    ['character', { input: 'Grüße 🌦' }, {}, 0.007],
    ['character', { input: ['ab', 'c'] }, {}, 0.003],
    ['character', { input: 'abc' }, { usage: { characters: 10 } }, 0.01],
    ['page', { pages: [0, 1, 2] }, {}, 0.006],
    ['page', {}, { pages: [{}, {}], usage_info: { pages_processed: 5 } }, 0.01],
    ['page', {}, { pages: [{}, {}] }, 0.004],
    ['tokens', {}, { usage: { input_tokens: 10, output_tokens: 5 } }, 0.02],
    ['by/model', { model: 'cheap' }, {}, 0.1],
    ['by/model', { model: 'dear' }, { usage: { pages: 2 } }, 7],
    ['by/model', { model: 'other' }, {}, 1],
    ['by/model', {}, {}, 1],
    ['by/model', { model: 'cheap', model_id: 'dear' }, { usage: { pages: 1 } }, 6],
    ['only', { model: 'cheap' }, {}, 0.1],
  ];
  const tenant = await limited();
  let sum = 0;
  for (const [path, request, answer, dollars] of cases) {
    answers(answer);
    t.equal((await tenant.post(`/v1/${path}`, request)).status, 200, path);
    sum += dollars;
    await reported(tenant, sum, `${path} ${JSON.stringify(request).slice(0, 100)}`);
  }
  await spends(tenant, sum);
});

t.test('a form tells the quantity too, and a failed call costs nothing', async (t) => {
  const tenant = await limited();
  const send = async (path: string, body: FormData | URLSearchParams) =>
    (await fetch(app.url + path, { method: 'POST', headers: { authorization: `Bearer ${tenant.project.key}` }, body }))
      .status;
  const form = new FormData();
  form.set('n', '3');
  form.set('image', new File(['x'], 'x.png'));
  t.equal(await send('/v1/image', form), 404);
  await spends(tenant, 0);
  upstream.always(({ response }) => json(response, 200, {}));
  t.equal(await send('/v1/image', form), 200);
  await spends(tenant, 0.12);
  t.equal(await send('/v1/character', new URLSearchParams({ input: 'abcd' })), 200);
  await spends(tenant, 0.124);
  upstream.always(undefined);
  for (const status of [400, 429, 500]) {
    upstream.always(({ response }) => json(response, status, {}));
    t.ok((await tenant.post('/v1/call', {})).status >= 400);
  }
  upstream.always(undefined);
  await spends(tenant, 0.124);
});

t.test('a caller who leaves after the request was sent pays', async () => {
  const tenant = await limited();
  const arrived = Promise.withResolvers<void>();
  upstream.next(() => arrived.resolve());
  const leave = new AbortController();
  const call = tenant.open('/v1/image', { n: 5 }, leave.signal).catch(() => undefined);
  await arrived.promise;
  leave.abort();
  await call;
  await spends(tenant, 0.2);
});

t.test('the last event of a stream tells the usage', async () => {
  const tenant = await limited();
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"type":"delta"}\n\n');
    response.end('data: {"type":"done","usage":{"input_tokens":3,"output_tokens":1,"seconds":2}}\n\ndata: [DONE]\n\n');
  });
  const answer = await tenant.open('/v1/tokens', { stream: true });
  await answer.text();
  await spends(tenant, 0.005);
});

t.test('a project with a spend limit is refused where nothing prices the call', async (t) => {
  const tenant = await limited();
  const before = upstream.seen.length;
  t.match(await tenant.post('/v1/unpriced', {}), noPrice(null, /custom endpoint '\/v1\/unpriced' has no price/));
  t.match(await tenant.post('/v1/only', {}), noPrice(null, /custom endpoint '\/v1\/only' has no price/));
  t.match(await tenant.post('/v1/only', { model: 'dear' }), noPrice(null, /model 'dear' at '\/v1\/only' has no price/));
  const two = { model: 'cheap', deployment: 'dear' };
  t.match(await tenant.post('/v1/only', two), noPrice(null, /model 'dear'/), 'each named model needs a price');
  const raw = '{"n":1,"n":10}';
  t.equal((await app.request('POST', '/v1/image', { token: tenant.project.key, raw })).status, 400, 'n twice');
  t.match(
    await tenant.post('/mcp/free', toolCall('a')),
    noPrice(null, /tool 'a' of the MCP server 'free' has no price/),
  );
  t.match(await tenant.post('/mcp/part', toolCall('other')), noPrice(null, /tool 'other' of the MCP server 'part'/));
  const batch = [toolCall('known'), toolCall('other')];
  t.match(await tenant.post('/mcp/part', batch), noPrice(null, /tool 'other'/));
  t.equal(upstream.seen.length, before, 'nothing reached the upstream');
  for (const method of ['initialize', 'tools/list', 'ping']) {
    t.equal((await tenant.post('/mcp/free', { jsonrpc: '2.0', id: 1, method })).status, 200, method);
  }
  const unlimited = await tenantOf(app, admin);
  answers({});
  t.equal((await unlimited.post('/v1/unpriced', {})).status, 200);
  t.equal((await unlimited.post('/mcp/free', toolCall('a'))).status, 200);
});

t.test('a key with a spend limit is refused too', async (t) => {
  const tenant = await tenantOf(app, admin);
  const path = `/v1/organization/projects/${tenant.project.id}/api_keys`;
  const body = { name: 'Limited', limits: { spend_per_month: 50 } };
  const { value: token } = (await app.request('POST', path, { token: tenant.organizationKey, body })).body;
  const refused = await app.request('POST', '/v1/unpriced', { token, body: {} });
  t.match([refused.status, refused.body.error.message], [403, /^The key has a spend limit/]);
  t.equal((await app.request('POST', '/mcp/free', { token, body: toolCall('a') })).status, 403);
});

t.test('MCP servers are priced by tools/call, and reports show them', async (t) => {
  const tenant = await limited();
  for (const message of [toolCall('search'), toolCall('read'), { jsonrpc: '2.0', id: 1, method: 'tools/list' }])
    t.equal((await tenant.post('/mcp/docs', message)).status, 200);
  t.equal((await tenant.post('/mcp/docs', [toolCall('search'), toolCall('read')])).status, 200);
  answers({ usage: { pages: 3 } });
  await tenant.post('/v1/page', {});
  await spends(tenant, 0.7 + 0.2 + 0.9 + 0.006);
  await app.app.services.usage.flush();
  const token = tenant.organizationKey;
  const costs = await app.request('GET', '/v1/organization/costs', { token, query: { group_by: 'line_item' } });
  const lines = costs.body.data.flatMap(({ results }: { results: unknown[] }) => results);
  const found = lines.map(({ line_item, amount }: { line_item: string; amount: { value: number } }) => [
    line_item,
    amount.value,
  ]);
  t.strictSame(found.sort(), [
    ['/v1/page', 0.006],
    ['mcp:docs', 1.8],
  ]);
  const usage = await app.request('GET', '/v1/organization/usage/completions', { token, query: { group_by: 'model' } });
  const models = usage.body.data.flatMap(({ results }: { results: unknown[] }) => results);
  t.strictSame(
    models.map((one: { model: string; num_model_requests: number }) => [one.model, one.num_model_requests]).sort(),
    [
      ['/v1/page', 1],
      ['mcp:docs', 4],
    ],
  );
});

t.test('calls in flight are reserved, and a reached limit refuses further ones', async (t) => {
  const tenant = await limited(500);
  const arrived = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  upstream.next(async ({ response }) => {
    arrived.resolve();
    await over.promise;
    json(response, 200, {});
  });
  const first = tenant.post('/v1/by/model', { model: 'dear' });
  await arrived.promise;
  t.equal((await tenant.post('/v1/call', {})).status, 429, 'the reservation of 6 dollars reaches the limit');
  over.resolve();
  t.equal((await first).status, 200);
  await spends(tenant, 6);
  for (const call of [tenant.post('/v1/call', {}), tenant.post('/mcp/docs', toolCall('search'))])
    t.match(await call, { status: 429, body: { error: { code: 'project_spend_limit_exceeded' } } });
});

t.test('the costs of custom endpoints before the limit was set count', async (t) => {
  const tenant = await tenantOf(app, admin);
  answers({});
  await tenant.post('/v1/by/model', {});
  const path = `/v1/organization/projects/${tenant.project.id}/spend_limit`;
  const body = { threshold_amount: 100, currency: 'USD', interval: 'month' };
  await app.request('POST', path, { token: tenant.organizationKey, body });
  t.equal((await tenant.post('/v1/call', {})).status, 429);
});

t.test('hosted tools and service tiers are priced, and refused without a price', async (t) => {
  const tenant = await limited();
  const ask = (model: string, more: Record<string, unknown>) =>
    tenant.post('/v1/responses', { model, input: 'x', ...more });
  const search = { tools: [{ type: 'function', name: 'f', parameters: {} }, { type: 'web_search_preview' }] };
  t.match(
    await ask('chat-model', search),
    noPrice('tools[1].type', /'web_search_preview' has no price for 'chat-model'/),
  );
  t.match(
    await ask('tool-model', { tools: [{ type: 'image_generation' }] }),
    noPrice('tools[0].type', /image_generation/),
  );
  for (const type of ['additional_tools', 'tool_search_output'])
    t.match(
      await ask('chat-model', {
        input: [
          { role: 'user', content: 'x' },
          { type, tools: [{ type: 'web_search' }] },
        ],
      }),
      noPrice('input[1].tools[0].type', /web_search/),
      type,
    );
  const content = [
    { type: 'text', text: 'x' },
    { type: 'tool_addition', tool: { definition: { type: 'web_fetch' } } },
  ];
  t.strictSame(
    hostedToolsIn('message', { messages: [{ role: 'system', content }] }).map(({ name, param }) => [name, param]),
    [['web_fetch', 'messages[0].content[1].tool.definition.type']],
  );
  t.match(await ask('chat-model', { service_tier: 'priority' }), noPrice('service_tier', /'priority'/));
  const chat = (more: Record<string, unknown>) => tenant.post('/v1/chat/completions', question(more));
  t.match(await chat({ service_tier: 'priority' }), noPrice('service_tier', /priority/));
  t.match(await chat({ web_search_options: {} }), noPrice('web_search_options', /web_search/));
  for (const tier of ['auto', 'default', 'flex', null])
    t.equal((await chat({ service_tier: tier })).status, 200, String(tier));
  await spends(tenant, 4 * 12e-6);

  const other = await limited();
  const response = { id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'x' };
  const items = ['web_search_call', 'web_search_call', 'code_interpreter_call', 'message', 'function_call'];
  const output = items.map((type) => ({ type, id: type, content: [], code: 'x'.repeat(50_000) }));
  const body = { model: 'tool-model', input: 'x', store: false };
  answers({ ...response, output });
  const tools = [{ type: 'web_search_preview_2025_03_11' }, { type: 'code_interpreter', container: { type: 'auto' } }];
  t.equal((await other.post('/v1/responses', { ...body, tools })).status, 200);
  await spends(other, 1.25);
  answers({ ...response, output: [] });
  await other.post('/v1/responses', { ...body, tools });
  await spends(other, 1.25);
  upstream.next(({ response: to }) => {
    to.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const type of ['web_search_call', 'message'])
      to.write(`data: ${JSON.stringify({ type: 'response.output_item.done', item: { type } })}\n\n`);
    to.end(`data: ${JSON.stringify({ type: 'response.completed', response: { ...response, output: [] } })}\n\n`);
  });
  await (await other.open('/v1/responses', { ...body, tools, stream: true })).text();
  await spends(other, 1.75);
  answers({ ...response, output: [] });
  await other.post('/v1/responses', { ...body, service_tier: 'priority' });
  await spends(other, 3.75);
});

t.test('SVC_UNPRICED_MODELS=allow holds for endpoints, MCP servers and tools', async (t) => {
  const { modelCalls } = app.app.services;
  t.equal(modelCalls.needsPrice({ spendLimit: 5 } as never), true);
  const { ModelCalls, RecentOutput } = await import('../../services/limits/index.ts');
  const calls = new ModelCalls(new RecentOutput(5), { allowsUnpriced: true });
  const providers = app.app.services.upstreams.all;
  for (const call of [
    { kind: 'custom_endpoint', target: '/v1/unpriced' },
    { kind: 'mcp', target: 'free', tools: ['a'] },
    { kind: 'chat', target: 'chat-model', hosted: [{ name: 'web_search', param: 'x', isTold: true }] },
  ] as const)
    t.equal(calls.affordableProviders(providers, call, { spendLimit: 5 } as never), providers);
});

t.test('wrong prices are refused with their key', async (t) => {
  const wrong: [unknown, RegExp][] = [
    [[], /a mapping from models/],
    [{ '/v1/ocr': { per_call: -1 } }, /'\/v1\/ocr'/],
    [{ '/v1/ocr': { per_cal: 1 } }, /'\/v1\/ocr'/],
    [{ '/v1/ocr': { per_call: '1' } }, /'\/v1\/ocr'/],
    [{ '/v1/ocr': { per_call: 10_001 } }, /'\/v1\/ocr'/],
    [{ '/v1/ocr': { models: { a: 5 } } }, /'\/v1\/ocr' of the model 'a'/],
    [{ '/v1/ocr': { models: [] } }, /models under '\/v1\/ocr'/],
    [{ m: { models: {} } }, /'m'/],
    [{ m: { tools: { web_search: 'x' } } }, /tools under 'm'/],
    [{ 'mcp:docs': { input: 1 } }, /'mcp:docs' that is not \{per_call\}/],
    [{ 'mcp:': { per_call: 1 } }, /mcp:PREFIX/],
    [{ 'mcp:docs': {} }, /'mcp:docs'/],
  ];
  for (const [given, message] of wrong) t.throws(() => readPrices(given), { message });
  t.match(readPrices(prices), prices);
  t.strictSame(readPrices(readPrices(prices)), readPrices(prices), 'the shown prices can be sent back');
});
