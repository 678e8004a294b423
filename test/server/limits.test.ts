// Tests the limits of a project, counted over two servers on one database.

import { setTimeout as wait } from 'node:timers/promises';
import { Op } from 'sequelize';
import t from 'tap';
import { nowSeconds } from '../../models/clock.ts';
import { LimitCount } from '../../models/limit-count.ts';
import { LimitLease } from '../../models/limit-lease.ts';
import { UsageRollup } from '../../models/usage-rollup.ts';
import { startOfMonth } from '../../services/limits/usage/time.ts';
import { type Answer, client } from '../harness/app.ts';
import { holdBound, shiftClock } from '../harness/clock.ts';
import { rounds } from '../harness/faults.ts';
import { question, startInference, tenantOf } from '../harness/inference.ts';
import { startServer, until } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';

/** The number of calls below a limit; 3,000 in `npm run test:faults 50`. */
const calls = rounds * 60;
/** The tokens of each call of the test upstream. */
const tokensPerCall = 12;

const upstream = await startUpstream(t);
const prices = { 'chat-model': { input: 1000, output: 1000 } };
const settings = upstream.settings({ prices });
// With many rounds, each server gets 1,000 concurrent calls, all from one address.
const connections = { SVC_MAX_CONNECTIONS: '5000', SVC_MAX_CONNECTIONS_PER_ADDRESS: '5000' };
const world = await startInference(t, [settings], connections);
const { app, admin } = world;
const another = () =>
  startServer({
    ...app.database.settings,
    SVC_UPSTREAMS: JSON.stringify([settings]),
    SVC_LOG_LEVEL: 'silent',
    ...connections,
  });
const other = await another();
t.teardown(() => other.end());
const servers = [app.request, client(t, other.url)];

const noLimits = {
  requests_per_minute: null,
  tokens_per_minute: null,
  tokens_per_day: null,
  tokens_per_month: null,
  vector_store_bytes: null,
  file_bytes: null,
  spendLimit: null,
};

type Tenant = Awaited<ReturnType<typeof tenantOf>>;

async function limitedTo(limits: Record<string, number | null>): Promise<Tenant> {
  const tenant = await tenantOf(app, admin);
  await limit(tenant, limits);
  return tenant;
}

async function limit({ project, organizationKey }: Tenant, limits: Record<string, number | null>): Promise<void> {
  const path = `/v1/organization/projects/${project.id}`;
  const { status, text } = await app.request('POST', path, { token: organizationKey, body: { limits } });
  if (status !== 200) throw new Error(text);
}

/** Sends calls to both servers in turn. */
function ask(tenant: Tenant, turn = 0): Promise<Answer> {
  const request = servers[turn % servers.length] as typeof app.request;
  return request('POST', '/v1/chat/completions', { token: tenant.project.key, body: question() });
}

/** Repeats a call, like an SDK, while the limit is reached only by reservations. */
async function askUntilLetThrough(tenant: Tenant, turn: number): Promise<Answer> {
  for (;;) {
    const answer = await ask(tenant, turn);
    if (answer.status !== 429 || answer.headers.get('retry-after') !== '1') return answer;
    await wait(50);
  }
}

function counts(tenant: Tenant): Promise<LimitCount | null> {
  return LimitCount.findOne({ where: { subjectId: tenant.project.id } });
}

/** Waits until the current minute has enough seconds left, so that no minute or month ends during the test. */
async function startOfMinute(secondsNeeded: number): Promise<void> {
  await until(() => (nowSeconds() % 60 < 60 - secondsNeeded ? true : undefined));
}

t.test('with one token left for the day, one of fifty concurrent calls at two servers succeeds', async (t) => {
  const tenant = await limitedTo({ tokens_per_day: tokensPerCall + 1 });
  t.equal((await ask(tenant)).status, 200);
  await until(async () => (Number((await counts(tenant))?.dayTokens) === tokensPerCall ? true : undefined));
  // The accepted call is in flight until all others are answered.
  const answers: Answer[] = [];
  let release = (): void => {};
  const othersAnswered = new Promise<void>((resolve) => {
    release = resolve;
  });
  upstream.always(async ({ seen, response }) => {
    await othersAnswered;
    const choice = { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' };
    const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };
    const { model } = seen.body;
    json(response, 200, { id: 'x', object: 'chat.completion', created: 1, model, choices: [choice], usage });
  });
  const collect = async (turn: number): Promise<void> => {
    answers.push(await ask(tenant, turn));
    if (answers.length === 49) release();
  };
  await Promise.all(Array.from({ length: 50 }, (_, turn) => collect(turn)));
  upstream.always(undefined);
  const refused = answers.filter(({ status }) => status === 429);
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  t.equal(refused.length, 49);
  t.match(refused[0]?.body.error, { type: 'tokens', code: 'rate_limit_exceeded' });
  t.equal(refused[0]?.headers.get('retry-after'), '1', 'the call in flight may use less than its reservation');
  const used = await until(async () => {
    const now = Number((await counts(tenant))?.dayTokens);
    return now === 2 * tokensPerCall ? now : undefined;
  });
  t.equal(used, 2 * tokensPerCall, 'the excess is at most the calls in flight');
  const last = await ask(tenant);
  t.match(last.body.error, { type: 'insufficient_quota', code: 'tokens_per_day' });
  t.equal(last.headers.get('x-should-retry'), 'false');
});

t.test(`of ${calls} calls below the limits none is refused for good, and all are counted`, async (t) => {
  const tenant = await limitedTo({
    requests_per_minute: 10 * calls,
    tokens_per_minute: 10 * calls * tokensPerCall,
    tokens_per_day: calls * tokensPerCall,
    tokens_per_month: calls * tokensPerCall,
  });
  let next = 0;
  const statuses = new Set<number>();
  const caller = async (): Promise<void> => {
    while (next < calls) {
      next += 1;
      statuses.add((await askUntilLetThrough(tenant, next)).status);
    }
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  t.strictSame([...statuses], [200]);
  await until(async () => (Number((await counts(tenant))?.monthTokens) === calls * tokensPerCall ? true : undefined));
  t.match((await ask(tenant)).body.error, { code: 'tokens_per_month' }, 'the next call is refused');
});

t.test(
  'calls per minute are counted over both servers, refused with a Retry-After, and shown in headers',
  async (t) => {
    await startOfMinute(10);
    const tenant = await limitedTo({ requests_per_minute: 6 });
    const path = '/v1/vector_stores';
    const answers: Answer[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const request = servers[turn % 2] as typeof app.request;
      answers.push(await request('GET', path, { token: tenant.project.key }));
    }
    t.strictSame(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200, 429, 429],
    );
    t.strictSame(
      answers.map(({ headers }) => headers.get('x-ratelimit-remaining-requests')),
      ['5', '4', '3', '2', '1', '0', '0', '0'],
    );
    const last = answers.at(-1) as Answer;
    t.match(last.body.error, { type: 'requests', code: 'rate_limit_exceeded' });
    t.equal(last.headers.get('x-ratelimit-limit-requests'), '6');
    const wait = Number(last.headers.get('retry-after'));
    t.ok(wait >= 1 && wait <= 60);
    t.equal(Number(last.headers.get('retry-after-ms')), wait * 1000);
    t.match(last.headers.get('x-ratelimit-reset-requests'), /^\d+s$/);
  },
);

t.test('tokens per minute have their own error, and headers with the remaining tokens', async (t) => {
  await startOfMinute(10);
  const tenant = await limitedTo({ tokens_per_minute: 20 });
  const first = await ask(tenant);
  t.equal(first.headers.get('x-ratelimit-remaining-tokens'), '0', 'more than the limit is reserved');
  await until(async () => (Number((await counts(tenant))?.minuteTokens) === tokensPerCall ? true : undefined));
  t.equal((await ask(tenant)).status, 200);
  await until(async () => (Number((await counts(tenant))?.minuteTokens) === 2 * tokensPerCall ? true : undefined));
  const refused = await ask(tenant);
  t.equal(refused.status, 429);
  t.match(refused.body.error, { type: 'tokens', code: 'rate_limit_exceeded' });
  t.equal(refused.headers.get('x-ratelimit-limit-tokens'), '20');
});

t.test('a failed call releases its tokens', async (t) => {
  const tenant = await limitedTo({ tokens_per_day: 1 });
  upstream.next(({ response }) =>
    json(response, 400, { error: { message: 'No', type: 'x', param: null, code: null } }),
  );
  t.equal((await ask(tenant)).status, 400);
  await until(async () => (Number((await counts(tenant))?.dayTokens) === 0 ? true : undefined));
  t.equal((await ask(tenant)).status, 200);
});

t.test('a call whose caller disconnects is counted, and leaves no reservation', async (t) => {
  const tenant = await limitedTo({ tokens_per_day: 1000 });
  const leave = new AbortController();
  upstream.next(({ seen }) => {
    void seen.aborted;
    leave.abort();
  });
  await t.rejects(tenant.open('/v1/chat/completions', question({ max_tokens: 100 }), leave.signal));
  const used = await until(async () => {
    const tokens = Number((await counts(tenant))?.dayTokens);
    return tokens > 1 ? tokens : undefined;
  });
  t.ok(used > 100 && used < 150, `${used}: the input, and the caller's output limit`);
});

t.test('a background response holds its reservation until it ends, on every server, and counts once', async (t) => {
  const tenant = await limitedTo({ tokens_per_day: 100 });
  const token = tenant.project.key;
  const id = `resp_${tenant.project.id}`;
  const made = { id, object: 'response', created_at: 1, model: 'chat-model', output: [] };
  let ended: unknown = { status: 'in_progress', usage: null };
  upstream.always(({ response }) => json(response, 200, { ...made, ...(ended as object) }));
  t.teardown(() => upstream.always(undefined));
  const ask = { model: 'chat-model', input: 'Hello?', background: true, max_output_tokens: 90 };
  // The server that created the response is gone, and the job of the first server continues.
  const maker = await another();
  const asked = await client(t, maker.url)('POST', '/v1/responses', { token, body: ask });
  t.equal(asked.status, 200);
  const lasts = () =>
    LimitLease.count({ where: { subjectId: tenant.project.id, serverId: { [Op.like]: 'response%' } } });
  // The server hands the reservation over after the answer; its own lease is there before.
  await until(async () => ((await lasts()) > 0 ? true : undefined));
  await maker.end('SIGKILL');
  shiftClock(50_000, t);
  t.equal(await lasts(), 1, 'the reservation has not expired with its server');
  const early = await app.request('POST', '/v1/responses', { token, body: ask });
  t.match(early.body.error, { code: 'rate_limit_exceeded' }, 'reservations leave no tokens');
  ended = { status: 'completed', usage: { input_tokens: 98, output_tokens: 2, total_tokens: 100 } };
  // A job retrieves older responses less often.
  shiftClock(30_000, t);
  await until(async () => (Number((await counts(tenant))?.dayTokens) === 100 ? true : undefined));
  t.equal(
    (await app.request('GET', `/v1/responses/${id}`, { token })).status,
    200,
    'reading the response is not limited',
  );
  t.equal(await lasts(), 0);
  const refused = await app.request('POST', '/v1/responses', { token, body: ask });
  t.match(refused.body.error, { code: 'tokens_per_day' });
  t.equal(Number((await counts(tenant))?.dayTokens), 100);
});

t.test('a limit of zero refuses every call, and removing it allows calls at once', async (t) => {
  const tenant = await limitedTo({ tokens_per_month: 0 });
  const refused = await ask(tenant);
  t.match(refused.body.error, { type: 'insufficient_quota', code: 'tokens_per_month' });
  await app.request('POST', `/v1/organization/projects/${tenant.project.id}`, {
    token: tenant.organizationKey,
    body: { limits: { tokens_per_month: null } },
  });
  t.equal((await ask(tenant)).status, 200);
  t.equal((await counts(tenant))?.monthTokens, 0, 'and costs nothing more');
});

t.test('a new limit counts earlier usage, and usage while there was no limit', async (t) => {
  await until(() => (nowSeconds() % 86_400 < 86_340 ? true : undefined));
  const tenant = await tenantOf(app, admin);
  const counted = (count: 'dayTokens' | 'monthTokens', tokens: number) =>
    until(async () => (Number((await counts(tenant))?.[count]) === tokens ? true : undefined));
  // Each server writes its usage within a second.
  const reported = (tokens: number) =>
    until(async () => {
      await app.app.services.usage.flush();
      const rows = await UsageRollup.findAll({ where: { projectId: tenant.project.id, width: 'day' } });
      const sum = rows.reduce((all, row) => all + Number(row.inputTokens) + Number(row.outputTokens), 0);
      return sum === tokens ? true : undefined;
    });
  for (const turn of [0, 1]) t.equal((await ask(tenant, turn)).status, 200);
  await reported(24);
  await limit(tenant, { tokens_per_day: 24 });
  t.match((await ask(tenant)).body.error, { code: 'tokens_per_day' });
  t.match(await counts(tenant), { dayTokens: 24, monthTokens: 24 });
  await limit(tenant, { tokens_per_day: null, requests_per_minute: 1000 });
  t.equal((await ask(tenant)).status, 200);
  await limit(tenant, { tokens_per_month: 37 });
  t.equal((await ask(tenant)).status, 200, 'usage that this server has not written yet counts too');
  await counted('monthTokens', 48);
  t.match((await ask(tenant)).body.error, { code: 'tokens_per_month' });
  await limit(tenant, { tokens_per_month: null });
  t.equal((await ask(tenant, 1)).status, 200);
  await reported(60);
  await limit(tenant, { tokens_per_day: 1000 });
  t.equal((await ask(tenant)).status, 200);
  await counted('dayTokens', 72);
  await counted('monthTokens', 72);
});

t.test('a new minute starts at zero, also for a server whose clock is behind', async (t) => {
  await startOfMinute(10);
  const tenant = await limitedTo({ requests_per_minute: 2 });
  const token = tenant.project.key;
  const here = () => app.request('GET', '/v1/vector_stores', { token });
  const there = () => (servers[1] as typeof app.request)('GET', '/v1/vector_stores', { token });
  await here();
  await here();
  shiftClock(60_000, t);
  t.equal((await here()).status, 200);
  t.equal((await there()).status, 200);
  t.equal((await there()).status, 429);
  t.equal((await here()).status, 429, 'and the minute has not been reset');
});

t.test('the limits hold again when a clock that was months ahead is set right', async (t) => {
  await startOfMinute(10);
  const tenant = await limitedTo({ requests_per_minute: 2, tokens_per_day: tokensPerCall + 1 });
  const settled = () =>
    until(async () => (Number((await counts(tenant))?.dayTokens) === tokensPerCall ? true : undefined));
  t.equal((await ask(tenant)).status, 200);
  await settled();
  const aheadMs = 100 * 86_400_000;
  shiftClock(aheadMs, t);
  t.equal((await ask(tenant)).status, 200);
  await settled();
  t.equal((await ask(tenant)).status, 200);
  shiftClock(-aheadMs, t);
  t.equal((await ask(tenant)).status, 200, 'the minute and the day of the wrong clock do not count');
  t.equal((await ask(tenant)).body.error.code, 'tokens_per_day', 'and the usage of the right day does');
});

t.test('each token window starts over at its own time, and not before', async (t) => {
  const tenant = await limitedTo({ tokens_per_minute: 1000, tokens_per_day: 1000, tokens_per_month: 1000 });
  const day = 86_400;
  // Noon on the tenth of a month, so that no day or month ends during the test.
  const noon = startOfMonth(startOfMonth(nowSeconds()) + 31 * day) + 9.5 * day - nowSeconds();
  const steps: [shift: number, minute: number, day: number, month: number][] = [
    [noon, 1, 1, 1],
    [60, 1, 2, 2],
    [day, 1, 1, 3],
    [31 * day, 1, 1, 1],
  ];
  for (const [shift, ...expected] of steps) {
    shiftClock(shift * 1000, t);
    t.equal((await ask(tenant)).status, 200);
    const calls = await until(async () => {
      const { minuteTokens, dayTokens, monthTokens } = (await counts(tenant)) as LimitCount;
      const counted = [minuteTokens, dayTokens, monthTokens].map((tokens) => Number(tokens) / tokensPerCall);
      return counted[2] === expected[2] ? counted : undefined;
    });
    t.strictSame(calls, expected, `after ${shift} s`);
  }
});

t.test('a call that ends in a later minute than it began in counts there in full', async (t) => {
  const tenant = await limitedTo({ tokens_per_minute: 1000, tokens_per_day: 1000 });
  upstream.next(({ response }) => {
    shiftClock(60_000, t);
    const usage = { prompt_tokens: tokensPerCall - 3, completion_tokens: 3, total_tokens: tokensPerCall };
    json(response, 200, { id: 'x', object: 'chat.completion', created: 1, model: 'chat-model', choices: [], usage });
  });
  t.equal((await ask(tenant)).status, 200);
  const counted = await until(async () => {
    const row = await counts(tenant);
    return Number(row?.dayTokens) === tokensPerCall ? row : undefined;
  });
  t.equal(Number(counted?.minuteTokens), tokensPerCall, 'its token belongs to the minute before');
});

t.test('the usage of a call is counted later if the database is unavailable', async (t) => {
  const tenant = await limitedTo({ tokens_per_day: 1000 });
  const { hold } = LimitCount;
  t.teardown(() => {
    LimitCount.hold = hold;
  });
  let failures = 0;
  upstream.next(({ response }) => {
    LimitCount.hold = async () => {
      failures += 1;
      LimitCount.hold = hold;
      throw new Error('The database is away for a moment');
    };
    const usage = { prompt_tokens: tokensPerCall - 3, completion_tokens: 3, total_tokens: tokensPerCall };
    json(response, 200, { id: 'x', object: 'chat.completion', created: 1, model: 'chat-model', choices: [], usage });
  });
  t.equal((await ask(tenant)).status, 200);
  await until(async () => (Number((await counts(tenant))?.dayTokens) === tokensPerCall ? true : undefined));
  t.equal(failures, 1);
});

t.test('a project without limits has no counter row', async (t) => {
  const tenant = await tenantOf(app, admin);
  t.equal((await ask(tenant)).status, 200);
  t.equal(await counts(tenant), null);
});

t.test('many calls at several servers use a limit completely, and exceed it by at most one reservation', async (t) => {
  const isLong = rounds > 3;
  const [serverCount, crowd] = isLong ? [4, 1000] : [2, 100];
  const more = await Promise.all(Array.from({ length: serverCount - 2 }, another));
  t.teardown(() => Promise.all(more.map((one) => one.end())));
  const all = [...servers, ...more.map(({ url }) => client(t, url))];
  const tokens = tokensPerCall * 50 - 1;
  const cents = 60;
  const body = question({ max_tokens: 3 });
  const reservation = Math.ceil(JSON.stringify(body).length / 3) + 3;
  const cost = (used: number): number => used * 1_000_000;
  for (const limit of ['tokens_per_day', 'spend limit']) {
    const tenant = await limitedTo(limit === 'tokens_per_day' ? { tokens_per_day: tokens } : {});
    const path = `/v1/organization/projects/${tenant.project.id}/spend_limit`;
    const spend = { threshold_amount: cents, currency: 'USD', interval: 'month' };
    if (limit === 'spend limit') await app.request('POST', path, { token: tenant.organizationKey, body: spend });
    const began = performance.now();
    const statuses = new Map<string, number>();
    const ask = async (turn: number): Promise<void> => {
      const request = all[turn % all.length] as typeof app.request;
      for (;;) {
        // Some of thousands of concurrent connections are reset, and clients retry.
        const answer = await request('POST', '/v1/chat/completions', { token: tenant.project.key, body }).catch(
          () => undefined,
        );
        const isEarly = answer === undefined || answer.headers.get('retry-after') === '1';
        const code = isEarly ? 'early' : (answer.body.error?.code ?? '');
        const name = answer === undefined ? 'connection reset' : `${answer.status} ${code}`;
        statuses.set(name, (statuses.get(name) ?? 0) + 1);
        if (!isEarly) return;
        await wait(200);
      }
    };
    await Promise.all(Array.from({ length: serverCount * crowd }, (_, turn) => ask(turn)));
    const row = await counts(tenant);
    const used = limit === 'tokens_per_day' ? Number(row?.dayTokens) : Number(row?.monthCost);
    const most = limit === 'tokens_per_day' ? tokens : cents * 1e7;
    const one = limit === 'tokens_per_day' ? reservation : cost(reservation);
    t.ok(used >= most, `the limit of ${limit} is used completely: no call was refused for good before`);
    t.ok(used < most + one, `${used} of ${most}, with reservations of ${one}`);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const counted = [...statuses].map(([name, count]) => `${count} x ${name}`).join(', ');
    t.comment(
      `${limit}: ${serverCount} servers, ${crowd} concurrent calls each: used ${used} of ${most} (${counted}) in ${seconds} s`,
    );
  }
});

t.test('the reservations of a killed server are released within a minute', async (t) => {
  const tenant = await limitedTo({ tokens_per_day: 200 });
  const doomed = await another();
  t.teardown(() => doomed.end());
  const reached = Promise.withResolvers<void>();
  upstream.next(() => reached.resolve());
  const body = question({ max_tokens: 500 });
  const lost = client(t, doomed.url)('POST', '/v1/chat/completions', { token: tenant.project.key, body });
  lost.catch(() => undefined);
  await reached.promise;
  await until(async () => (await LimitLease.findOne({ where: { subjectId: tenant.project.id } })) ?? undefined);
  t.match(await ask(tenant), { status: 429, body: { error: { type: 'tokens', code: 'rate_limit_exceeded' } } });
  await doomed.end('SIGKILL');
  t.equal((await ask(tenant)).status, 429);
  shiftClock(50_000, t);
  t.equal((await ask(tenant)).status, 200);
});

t.test('a call far from its limits is accepted without a query', async (t) => {
  const tenant = await limitedTo({ tokens_per_day: 1e9, tokens_per_minute: 1e9 });
  await ask(tenant);
  const { hold } = LimitCount;
  t.teardown(() => {
    LimitCount.hold = hold;
  });
  let holds = 0;
  LimitCount.hold = (...given) => {
    holds += 1;
    return hold.apply(LimitCount, given);
  };
  const began = performance.now();
  for (let call = 0; call < 60; call += 1) t.equal((await ask(tenant)).status, 200);
  const seconds = (performance.now() - began) / 1000;
  t.ok(holds <= seconds + 2, `${holds} writes in ${seconds} s`);
  const limits = { ...noLimits, tokens_per_day: 1e12 };
  const { limits: service } = app.app.services;
  const { messages } = question();
  const begin = () =>
    service.begin({
      kind: 'chat',
      projectId: tenant.project.id,
      organizationId: tenant.organizationId,
      callerId: tenant.project.keyId,
      limits,
      keyLimits: undefined,
      rates: {},
      target: 'chat-model',
      providers: [],
      request: { bytes: 100, body: { messages }, estimate: undefined },
      streams: false,
      maxOutputTokens: 5,
    });
  const end = { status: 200, complete: true, upstream: undefined, tokens: undefined, answerBytes: 1 };
  (await begin())?.(end);
  // A call that waits for the database lets the event loop turn.
  let turns = 0;
  let turning = setImmediate(function turn() {
    turns += 1;
    turning = setImmediate(turn);
  });
  t.teardown(() => clearImmediate(turning));
  const times = 20_000;
  const from = process.cpuUsage();
  holds = 0;
  let waits = 0;
  for (let call = 0; call < times; call += 1) {
    const turnsBefore = turns;
    const told = await begin();
    if (turns !== turnsBefore) waits += 1;
    told?.(end);
  }
  const { user, system } = process.cpuUsage(from);
  const each = (user + system) / times;
  t.ok(waits <= holds, `${waits} of ${times} calls waited, with ${holds} writes`);
  t.ok(holds < times / 1000, `${holds} writes for ${times} calls`);
  holdBound(t, 'a reservation and its settlement, in microseconds of CPU', each, 5);
});
