// Tests the faults and the clock of `svc sandbox`.

import t from 'tap';
import { violations } from '../../scripts/contract/answers.ts';
import { send } from '../../scripts/contract/send.ts';
import { startSandbox } from '../../scripts/start-sandbox/index.ts';

const sandbox = await startSandbox();
t.teardown(() => sandbox.close());
const { organization } = sandbox;

type Options = Parameters<typeof send>[3];
const ask = (method: string, path: string, options?: Options) => send(sandbox.url, method, path, options);
const token = organization.project_key;
const models = (fault?: string, key = token) =>
  ask('GET', '/v1/models', { token: key, ...(fault === undefined ? {} : { headers: { 'svc-sandbox-fault': fault } }) });

t.test('a header makes a fault in one call, in the form of the contract', async (t) => {
  const cases = [
    ['rate_limit=7', 429, 'rate_limit_exceeded'],
    ['server_error', 500, 'internal_error'],
    ['unavailable', 503, 'unavailable'],
    ['expired_key', 401, 'token_expired'],
  ] as const;
  for (const [fault, status, code] of cases) {
    const answer = await models(fault);
    t.match(answer, { status, body: { error: { code } } }, fault);
    t.strictSame(violations({ method: 'GET', ...answer }), [], fault);
  }
  t.equal((await models('rate_limit=7')).headers.get('retry-after'), '7');
  t.equal((await models('typo')).status, 422);
  t.equal((await models()).status, 200);
});

t.test('a slow call takes its time', async (t) => {
  const began = performance.now();
  t.equal((await models('slow=300')).status, 200);
  t.ok(performance.now() - began >= 299);
});

const stream = (fault: string) =>
  fetch(`${sandbox.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'svc-sandbox-fault': fault },
    body: JSON.stringify({
      model: 'sandbox-echo',
      stream: true,
      messages: [{ role: 'user', content: 'one two three sandbox: {"delay_ms": 20}' }],
    }),
  });

t.test('a stream is cut in the middle', async (t) => {
  const response = await stream('cut_stream=2');
  t.equal(response.status, 200);
  let text = '';
  await t.rejects(async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  });
  t.match(text, 'one');
  t.notMatch(text, '[DONE]');
  const whole = await fetch(`${sandbox.url}/v1/models`, {
    headers: { authorization: `Bearer ${token}`, 'svc-sandbox-fault': 'cut_stream' },
  });
  await t.rejects(whole.text(), 'a body that is no stream too');
});

t.test('a connection is lost after the work was done, and an Idempotency-Key finds it done', async (t) => {
  const create = (headers: Record<string, string>) =>
    ask('POST', '/v1/vector_stores', {
      token,
      body: { name: 'Lost' },
      headers: { 'idempotency-key': 'lost-1', ...headers },
    });
  await t.rejects(create({ 'svc-sandbox-fault': 'lost_connection' }));
  const again = await create({});
  t.equal(again.status, 200);
  const list = await ask('GET', '/v1/vector_stores', { token });
  t.strictSame(
    list.body.data.map(({ id }: { id: string }) => id),
    [again.body.id],
    'it was made once',
  );
});

t.test('faults are set for the next calls, for some calls, and for a share of them by seed', async (t) => {
  await sandbox.fault({ kind: 'unavailable', times: 2, path: '/v1/models', method: 'GET' });
  t.equal((await ask('GET', '/v1/vector_stores', { token })).status, 200, 'another path');
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await models()).status);
  t.strictSame(statuses, [503, 503, 200]);
  const runs = [];
  for (let run = 0; run < 2; run += 1) {
    await sandbox.control('DELETE', '/sandbox/faults');
    await sandbox.fault({ kind: 'server_error', times: null, share: 0.5, seed: 42 });
    const run = [];
    for (let call = 0; call < 20; call += 1) run.push((await models()).status);
    runs.push(run.join());
  }
  t.equal(runs[0], runs[1], 'the seed decides');
  t.match(runs[0], '200');
  t.match(runs[0], '500');
  await sandbox.reset();
  t.strictSame(await sandbox.control('GET', '/sandbox/faults'), { data: [] }, 'a reset removes them');
  await t.rejects(sandbox.fault({ kind: 'server_error', surprise: 1 } as never), /surprise/);
});

t.test('faults of one organization do not reach another', async (t) => {
  const [one, other] = [await sandbox.prepare('faulty'), await sandbox.prepare('healthy')];
  await sandbox.fault({ kind: 'server_error', times: null }, one.organization_key);
  t.equal((await models(undefined, one.project_key)).status, 500);
  t.equal((await models(undefined, other.project_key)).status, 200);
  await sandbox.reset(one.project_key);
  t.equal((await models(undefined, one.project_key)).status, 200);
});

t.test('the clock moves: keys and tokens expire, limits begin anew, and a reset sets it back', async (t) => {
  const keys = `/v1/organization/projects/${organization.project_id}/api_keys`;
  const made = await ask('POST', keys, {
    token: organization.organization_key,
    body: { name: 'short', expires_in_seconds: 3600 },
  });
  const login = await ask('POST', '/auth/login', {
    body: { email: organization.email, password: organization.password },
  });
  const { body: day } = await ask('POST', `/v1/organization/projects/${organization.project_id}`, {
    token: organization.organization_key,
    body: { limits: { requests_per_minute: 1 } },
  });
  t.equal(day.limits.requests_per_minute, 1);
  const first = await ask('GET', '/v1/vector_stores', { token: made.body.value });
  t.equal(first.status, 200);
  t.equal((await ask('GET', '/v1/vector_stores', { token })).status, 429);
  await sandbox.advance(60);
  t.equal((await ask('GET', '/v1/vector_stores', { token })).status, 200, 'the next minute');
  const now = await sandbox.advance(3600);
  t.ok(Math.abs(now - Date.now() / 1000 - 3660) < 120);
  t.match(await models(undefined, made.body.value), { status: 401, body: { error: { code: 'token_expired' } } });
  t.equal((await ask('GET', '/auth/me', { token: login.body.access_token })).status, 401);
  t.equal((await ask('GET', '/auth/me', { token: organization.user_token })).status, 200);
  await sandbox.reset();
  const store = await ask('POST', '/v1/vector_stores', { token, body: {} });
  t.ok(Math.abs(store.body.created_at - Date.now() / 1000) < 60, 'new rows have the time of day again');
});
