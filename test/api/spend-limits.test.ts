// Tests the monthly spend limits of projects.

import t from 'tap';
import { LimitCount } from '../../models/limit-count.ts';
import { LimitLease } from '../../models/limit-lease.ts';
import { client } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { question, startInference, tenantOf } from '../harness/inference.ts';
import { startServer, until } from '../harness/process.ts';
import { loopbackSettings, startReceiver } from '../harness/receiver.ts';
import { startSmtp } from '../harness/smtp.ts';
import { startUpstream } from '../harness/upstream.ts';

// A call has 9 input and 3 output tokens, and costs 1.2 cents.
const prices = {
  'chat-model': { input: 1000, output: 1000 },
  'org/model:v1': { input: 1000, output: 1000 },
  '/v1/ocr': { per_call: 0 },
};
const upstream = await startUpstream(t, { models: ['chat-model', 'org/model:v1', 'free-model'] });
const more = { custom_endpoints: ['/v1/ocr'], mcp_servers: { tools: `${upstream.origin}/mcp` } };
const smtp = await startSmtp(t);
const world = await startInference(t, [upstream.settings({ prices, ...more })], {
  SVC_SMTP_URL: smtp.url,
  ...loopbackSettings,
});
const { app, admin } = world;
const callBillionths = 12_000_000;

type Tenant = Awaited<ReturnType<typeof tenantOf>>;

const limitPath = (tenant: Tenant): string => `/v1/organization/projects/${tenant.project.id}/spend_limit`;
const ask = (tenant: Tenant, more = {}) => tenant.post('/v1/chat/completions', question(more));

function read(tenant: Tenant) {
  return app.request('GET', limitPath(tenant), { token: tenant.organizationKey });
}

function set(tenant: Tenant, cents: unknown, more = {}) {
  const body = { threshold_amount: cents, currency: 'USD', interval: 'month', ...more };
  return app.request('POST', limitPath(tenant), { token: tenant.organizationKey, body });
}

/** Waits until this number of calls is counted, because their costs are written after the response. */
async function counted(tenant: Tenant, calls: number): Promise<void> {
  const found = async (): Promise<true | undefined> => {
    const row = await LimitCount.findOne({ where: { subjectId: tenant.project.id } });
    return Number(row?.monthCost) === calls * callBillionths ? true : undefined;
  };
  await until(found);
}

t.test('a project shows whether it has a spend limit, and the audit log its changes', async (t) => {
  const tenant = await tenantOf(app, admin);
  t.match(await read(tenant), { status: 404, body: { error: { message: /has no spend limit/ } } });
  await set(tenant, 500);
  t.equal((await set(tenant, 700, { currency: undefined, interval: undefined })).body.threshold_amount, 700);
  const path = `/v1/organization/projects/${tenant.project.id}`;
  const hasLimit = async () => (await app.request('GET', path, { token: tenant.organizationKey })).body.has_spend_limit;
  t.equal(await hasLimit(), true);
  await app.request('DELETE', limitPath(tenant), { token: tenant.organizationKey });
  t.equal(await hasLimit(), false);
  const { body } = await app.request('GET', '/v1/organization/audit_logs', { token: tenant.organizationKey });
  const types = body.data.map(({ type }: { type: string }) => type);
  t.equal(types.filter((type: string) => type === 'spend_limit.updated').length, 2);
  t.equal(types.filter((type: string) => type === 'spend_limit.deleted').length, 1);
});

t.test('the webhook and the owners are notified at 80 and 100 percent, once per month', async (t) => {
  const tenant = await tenantOf(app, admin);
  const receiver = await startReceiver(t);
  await tenant.allow({ webhook_url: receiver.url, spend_threshold_events: true });
  // Each call costs 1.2 cents: 80 % of the limit are 3.2 cents, 100 % are 4.
  await set(tenant, 4);
  for (let calls = 1; calls <= 2; calls += 1) {
    await ask(tenant);
    await counted(tenant, calls);
  }
  t.equal(receiver.received.length, 0, 'nobody is notified of 60 %');
  await ask(tenant);
  await counted(tenant, 3);
  const first = await smtp.mailTo(tenant.owner.email);
  t.match(first.text, '80 %');
  t.match(first.text, '$0.04');
  await ask(tenant);
  await counted(tenant, 4);
  t.match((await smtp.mailTo(tenant.owner.email, 2)).text, '100 %');
  const events = (await receiver.wait(2)).map(({ event }) => event);
  t.strictSame(events.map(({ type, data }) => [type, data.threshold_percent, data.spent.value]).sort(), [
    ['project.spend_threshold', 100, 0.048],
    ['project.spend_threshold', 80, 0.036],
  ]);
  t.match(events[0].data, { project_id: tenant.project.id, threshold_amount: 4 });
  const path = `/v1/organization/projects/${tenant.project.id}/webhook_deliveries`;
  const { body } = await app.request('GET', path, { token: tenant.organizationKey });
  t.strictSame(
    [...new Set(body.data.map((one: { event_type: string }) => one.event_type))],
    ['project.spend_threshold'],
  );

  // Both thresholds of this month have been reported. A higher limit does not report them again.
  await set(tenant, 6);
  await ask(tenant);
  await counted(tenant, 5);
  t.equal((await ask(tenant)).status, 429);
  t.strictSame(
    [smtp.mails.filter(({ to }) => to.includes(tenant.owner.email)).length, receiver.received.length],
    [2, 2],
  );
});

t.test('without threshold events, the webhook is not notified and the owners get an email', async (t) => {
  const tenant = await tenantOf(app, admin);
  const receiver = await startReceiver(t);
  await tenant.allow({ webhook_url: receiver.url });
  await set(tenant, 1);
  await ask(tenant);
  await counted(tenant, 1);
  await smtp.mailTo(tenant.owner.email, 2);
  const path = `/v1/organization/projects/${tenant.project.id}/webhook_deliveries`;
  const { body } = await app.request('GET', path, { token: tenant.organizationKey });
  t.strictSame([body.data, receiver.received], [[], []]);
});

t.test("model calls are refused once the month's costs reach the limit, and other calls are not", async (t) => {
  const tenant = await tenantOf(app, admin);
  await set(tenant, 2);
  t.equal((await ask(tenant)).status, 200);
  await counted(tenant, 1);
  t.equal((await read(tenant)).body.enforcement.status, 'inactive');
  t.equal((await ask(tenant)).status, 200, '1.2 cents are below the limit of 2');
  await counted(tenant, 2);
  const refused = await ask(tenant);
  t.equal(refused.status, 429);
  t.match(refused.body.error, {
    type: 'insufficient_quota',
    code: 'project_spend_limit_exceeded',
    message: "The project's spend limit, $0.02 a month, is reached. Raise the limit, or wait for the next month.",
  });
  t.equal(refused.headers.get('x-should-retry'), 'false');
  t.equal((await read(tenant)).body.enforcement.status, 'enforcing');
  t.equal((await tenant.post('/v1/vector_stores', { name: 'x' })).status, 200);
  t.equal((await tenant.post('/v1/embeddings', { model: 'org/model:v1', input: 'x' })).status, 429);
  await set(tenant, 3);
  t.equal((await read(tenant)).body.enforcement.status, 'inactive');
  t.equal((await ask(tenant)).status, 200, 'a higher limit takes effect at once');
  await counted(tenant, 3);
  t.equal((await ask(tenant)).status, 429);
  await app.request('DELETE', limitPath(tenant), { token: tenant.organizationKey });
  t.equal((await ask(tenant)).status, 200);
});

t.test('a project over its limits is refused at custom endpoints and MCP servers too', async (t) => {
  for (const kind of ['spend limit', 'tokens_per_day']) {
    const tenant = await tenantOf(app, admin);
    const calls = [
      () => tenant.post('/v1/ocr', {}),
      () => tenant.post('/mcp/tools', { jsonrpc: '2.0', method: 'ping', id: 1 }),
    ];
    for (const call of calls) t.equal((await call()).status, 200);
    if (kind === 'spend limit') await set(tenant, 1);
    else {
      const body = { limits: { tokens_per_day: 5 } };
      await app.request('POST', `/v1/organization/projects/${tenant.project.id}`, {
        token: tenant.organizationKey,
        body,
      });
    }
    for (const call of calls) t.equal((await call()).status, 200, 'while there is budget left');
    t.equal((await ask(tenant)).status, 200);
    await counted(tenant, 1);
    const code = kind === 'spend limit' ? 'project_spend_limit_exceeded' : 'tokens_per_day';
    for (const call of calls)
      t.match(await call(), { status: 429, body: { error: { type: 'insufficient_quota', code } } });
  }
  const { text } = await app.request('GET', '/metrics');
  t.match(text, /^svc_limit_refusals_total\{limit="project_spend_limit_exceeded"\} [1-9]/m);
});

t.test('a project with a spend limit may only call models with a price', async (t) => {
  const tenant = await tenantOf(app, admin);
  const free = () => ask(tenant, { model: 'free-model' });
  t.equal((await free()).status, 200);
  await set(tenant, 500);
  t.match(await free(), { status: 403, body: { error: { code: 'model_has_no_price', param: 'model' } } });
  t.equal((await tenant.post('/v1/responses', { model: 'free-model', input: 'Hello?' })).status, 403);
  t.equal((await ask(tenant)).status, 200);
  t.equal((await tenant.post('/v1/embeddings', { model: 'svc-embedding-384', input: 'Hello?' })).status, 200);
});

t.test('the costs of the month before the limit was set count', async (t) => {
  const tenant = await tenantOf(app, admin);
  for (let call = 0; call < 3; call += 1) await ask(tenant);
  await set(tenant, 3);
  t.equal((await ask(tenant)).status, 429);
  t.equal((await read(tenant)).body.enforcement.status, 'enforcing');
});

t.test('a limit of zero refuses every call, and a new month starts at zero', async (t) => {
  const tenant = await tenantOf(app, admin);
  await set(tenant, 0);
  t.equal((await ask(tenant)).status, 429);
  await set(tenant, 1);
  t.equal((await ask(tenant)).status, 200);
  await counted(tenant, 1);
  t.equal((await ask(tenant)).status, 429);
  const now = new Date();
  const untilNextMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 1) - now.getTime();
  shiftClock(untilNextMs, t);
  t.equal((await read(tenant)).body.enforcement.status, 'inactive');
  t.equal((await ask(tenant)).status, 200);
});

t.test('two servers count together, and exceed a limit only by the calls in flight', async (t) => {
  const other = await startServer({
    ...app.database.settings,
    SVC_UPSTREAMS: JSON.stringify([upstream.settings({ prices })]),
  });
  t.teardown(() => other.end());
  const there = client(t, other.url);
  const tenant = await tenantOf(app, admin);
  await set(tenant, 10);
  const send = [app.request, there] as const;
  const statuses: number[] = [];
  const inFlight = 4;
  const caller = async (turn: number): Promise<void> => {
    for (let call = 0; call < 10; call += 1) {
      const request = send[(turn + call) % 2] as typeof there;
      const { status } = await request('POST', '/v1/chat/completions', { token: tenant.project.key, body: question() });
      statuses.push(status);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, turn) => caller(turn)));
  let answered = statuses.filter((status) => status === 200).length;
  t.equal(statuses.filter((status) => status === 429).length, statuses.length - answered);
  t.ok(answered <= 9 + 2 * inFlight, `${answered} calls were answered`);
  // A reservation is higher than the cost of its call, so all callers may be refused while a slow call is in flight.
  // The ninth call reaches 10 cents.
  for (; answered < 9; answered += 1) {
    await counted(tenant, answered);
    t.equal((await ask(tenant)).status, 200, `call ${answered + 1} fits into the limit`);
  }
  await counted(tenant, answered);
});

const keysOf = (tenant: Tenant): string => `/v1/organization/projects/${tenant.project.id}/api_keys`;

/** Creates a key with limits of its own. Returns functions that call with it and change its limits. */
async function limitedKey(tenant: Tenant, limits: Record<string, number | null>) {
  const token = tenant.organizationKey;
  const made = await app.request('POST', keysOf(tenant), { token, body: { name: 'Limited', limits } });
  const { id, value } = made.body;
  return {
    made: made.body,
    ask: (more = {}) => app.request('POST', '/v1/chat/completions', { token: value, body: question(more) }),
    limit: (changed: unknown) => app.request('POST', `${keysOf(tenant)}/${id}`, { token, body: { limits: changed } }),
    counted: (tokens: number) =>
      until(async () => {
        const row = await LimitCount.findOne({ where: { subjectId: id } });
        return Number(row?.dayTokens) === tokens ? true : undefined;
      }),
  };
}

const noKeyLimits = {
  requests_per_minute: null,
  tokens_per_minute: null,
  tokens_per_day: null,
  tokens_per_month: null,
  spend_per_month: null,
};

t.test('an API key has its own limits, which change at once and independently', async (t) => {
  const tenant = await tenantOf(app, admin);
  const key = await limitedKey(tenant, { tokens_per_day: 24 });
  t.strictSame(key.made.limits, { ...noKeyLimits, tokens_per_day: 24 });
  for (const calls of [1, 2]) {
    t.equal((await key.ask({ max_tokens: 3 })).status, 200);
    await key.counted(calls * 12);
  }
  const refused = await key.ask();
  t.equal(refused.status, 429);
  t.match(refused.body.error, { code: 'tokens_per_day', message: /^The key's limit tokens_per_day/ });
  t.equal((await ask(tenant)).status, 200, 'another key of the project still works');
  t.strictSame((await key.limit({ spend_per_month: 900 })).body.limits, {
    ...{ ...noKeyLimits, tokens_per_day: 24, spend_per_month: 900 },
  });
  t.equal((await key.ask()).status, 429);
  t.strictSame((await key.limit({ tokens_per_day: null })).body.limits, { ...noKeyLimits, spend_per_month: 900 });
  t.equal((await key.ask()).status, 200);
  t.equal((await key.limit({ tokens_per_day: -1 })).status, 422);
  t.equal((await key.limit({ file_bytes: 1 })).status, 422);
});

t.test('an API key has its own spend limit, and may only call models with a price', async (t) => {
  const tenant = await tenantOf(app, admin);
  const key = await limitedKey(tenant, { spend_per_month: 1, tokens_per_day: 1000 });
  t.match((await key.ask({ model: 'free-model' })).body.error, { code: 'model_has_no_price', message: /^The key has/ });
  t.equal((await key.ask({ max_tokens: 3 })).status, 200);
  await key.counted(12);
  const refused = await key.ask();
  t.equal(refused.status, 429);
  t.match(refused.body.error, { code: 'project_spend_limit_exceeded', message: /^The key's spend limit, \$0.01/ });
  t.equal((await ask(tenant)).status, 200);
});

t.test("both the key's and the project's limits apply, and a refused call leaves no reservation", async (t) => {
  const tenant = await tenantOf(app, admin);
  const path = `/v1/organization/projects/${tenant.project.id}`;
  const limits = { requests_per_minute: 1000, tokens_per_minute: 5000, tokens_per_day: 5000 };
  await app.request('POST', path, { token: tenant.organizationKey, body: { limits } });
  const key = await limitedKey(tenant, { requests_per_minute: 2, tokens_per_minute: 2000, tokens_per_day: 0 });
  const refused = await key.ask();
  t.match(refused.body.error, { code: 'tokens_per_day', message: /^The key's/ });
  const reserved = async () => LimitLease.sum('tokens', { where: { subjectId: tenant.project.id } });
  await until(async () => (Number(await reserved()) === 0 ? true : undefined));
  await key.limit({ tokens_per_day: null });
  const answer = await key.ask();
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('x-ratelimit-limit-requests'), '2', 'the headers show the smaller remainder');
  t.equal(answer.headers.get('x-ratelimit-limit-tokens'), '2000');
  const late = await key.ask();
  t.equal(late.status, 429);
  t.match(late.body.error, { code: 'rate_limit_exceeded', message: /^The key may use 2 calls a minute/ });
});
