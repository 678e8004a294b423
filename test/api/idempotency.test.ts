// Tests the `Idempotency-Key` of repeated calls (security.md 52).

import { hash, randomBytes, randomUUID } from 'node:crypto';
import t from 'tap';
import { transaction } from '../../models/connection.ts';
import { IdempotencyKey } from '../../models/idempotency-key.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { keptSeconds } from '../../services/tenancy/idempotency.ts';
import type { Answer, RequestOptions } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { createStore } from '../harness/stores.ts';
import { createProject, createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const tenant = await createTenant(app, admin);
const keysOf = ({ id }: { id: string }) => `/v1/organization/projects/${id}/api_keys`;

function post(path: string, token: string, key: string, body: unknown, more: RequestOptions = {}): Promise<Answer> {
  return app.request('POST', path, { token, body, headers: { 'idempotency-key': key, ...more.headers } });
}

/** Creates a project, and returns functions that create and count keys in it. */
async function subject(): Promise<{
  make: (key: string, name?: string, token?: string) => Promise<Answer>;
  count: () => Promise<number>;
}> {
  const project = await createProject(app, tenant.organizationKey);
  return {
    make: (key, name = 'App', token = tenant.organizationKey) => post(keysOf(project), token, key, { name }),
    // Without the key that was created with the project.
    count: async () => (await ProjectApiKey.count({ where: { projectId: project.id } })) - 1,
  };
}

function code({ status, body }: Answer): [number, string] {
  return [status, body?.error?.code];
}

// rules.test.ts repeats calls of every operation that takes a key.
t.test('a replayed call has an id of its own, and leaves no audit entry', async (t) => {
  const { organizationKey, project } = await createTenant(app, admin);
  const [first, second] = [
    await post('/v1/vector_stores', project.key, 'replayed', { name: 'Once' }),
    await post('/v1/vector_stores', project.key, 'replayed', { name: 'Once' }),
  ];
  t.strictSame([first.status, second.status, second.body], [200, 200, first.body]);
  t.not(second.headers.get('x-request-id'), first.headers.get('x-request-id'));
  const log = await app.request('GET', '/v1/organization/audit_logs', { token: organizationKey });
  const made = log.body.data.filter(({ type }: { type: string }) => type === 'vector_store.created');
  t.equal(made.length, 1);
});

t.test('a call that is repeated at once finds its answer, also where the database is slow', async (t) => {
  const { make, count } = await subject();
  const { keep } = IdempotencyKey;
  const slowMs = 1000;
  t.teardown(() => {
    IdempotencyKey.keep = keep;
  });
  IdempotencyKey.keep = async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, slowMs));
    await keep.apply(IdempotencyKey, given);
  };
  const first = await make('slow');
  const again = await make('slow');
  t.strictSame([first.status, again.status, again.body], [200, 200, first.body]);
  t.equal(await count(), 1);
});

t.test('a key that is reused for a different call is refused without an effect', async (t) => {
  const { make, count } = await subject();
  t.equal((await make('a key')).status, 200);
  const other = await make('a key', 'Another name');
  t.strictSame(code(other), [409, 'idempotency_key_reused']);
  t.equal(other.headers.get('x-should-retry'), 'false');
  t.equal(await count(), 1);
});

t.test('the keys of two credentials, and of one person in two organizations, are independent', async (t) => {
  const { make, count } = await subject();
  const values = [await make('mine'), await make('mine', 'App', tenant.owner.token)].map(({ body }) => body.value);
  t.not(values[0], values[1]);
  t.equal(await count(), 2);
  const second = await createTenant(app, admin);
  const ids = [];
  for (const { organizationId } of [tenant, second]) {
    const headers = { 'compat-organization': organizationId };
    const { body } = await post('/v1/organization/projects', admin.token, 'mine', { name: 'Of each' }, { headers });
    ids.push(body.organization_id);
  }
  t.strictSame(ids, [tenant.organizationId, second.organizationId]);
});

t.test('of many concurrent calls with one key, one creates a resource', async (t) => {
  const { make, count } = await subject();
  const answers = await Promise.all(Array.from({ length: 50 }, () => make('at once')));
  t.equal(await count(), 1);
  const values = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.value));
  t.equal(values.size, 1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    t.strictSame(code(answer), [409, 'idempotency_key_in_use']);
  t.equal((await make('at once')).body.value, [...values][0]);
});

t.test('a refused call does not use its key up', async (t) => {
  const { key } = tenant.project;
  await createStore(app, key, { name: 'Taken' });
  const create = (name: unknown) => post('/v1/vector_stores', key, 'refused', { name });
  t.equal((await create(7)).status, 422, 'refused before the key is reserved');
  t.strictSame(code(await create('Taken')), [409, 'name_already_exists'], 'refused after the key is reserved');
  t.equal((await create('Free')).status, 200);
});

t.test('a key has 1 to 255 characters, and is sent once', async (t) => {
  const { make } = await subject();
  for (const key of ['', 'k'.repeat(256)]) {
    const { status, body } = await make(key);
    t.equal(status, 422);
    t.strictSame(body.detail[0].loc, ['header', 'idempotency-key']);
  }
  t.equal((await make('k'.repeat(255))).status, 200);
});

t.test('the value of a key is not stored in a readable form', async (t) => {
  const { make } = await subject();
  const { body } = await make('secret');
  const rows = await IdempotencyKey.findAll({ raw: true });
  t.ok(rows.length > 0);
  for (const { answer } of rows) t.notOk(answer?.includes(body.value) || answer?.includes('"id"'));
});

t.test('a caller who has lost access gets no replay', async (t) => {
  const admin = await app.request('POST', '/v1/organization/admin_api_keys', {
    token: tenant.organizationKey,
    body: { name: 'Soon gone' },
  });
  const { make } = await subject();
  t.equal((await make('before', 'App', admin.body.value)).status, 200);
  await app.request('DELETE', `/v1/organization/admin_api_keys/${admin.body.id}`, { token: tenant.organizationKey });
  t.equal((await make('before', 'App', admin.body.value)).status, 401);
});

t.test('the replay shows an API key deleted meanwhile as deleted, without its value (security.md 140)', async (t) => {
  const project = await createProject(app, tenant.organizationKey);
  for (const path of ['/v1/organization/admin_api_keys', keysOf(project)]) {
    const idempotencyKey = randomUUID();
    const make = () => post(path, tenant.organizationKey, idempotencyKey, { name: 'Soon gone' });
    const { body: key } = await make();
    t.match((await make()).body, { value: key.value, status: 'active' }, 'before');
    await app.request('DELETE', `${path}/${key.id}`, { token: tenant.organizationKey });
    const again = await make();
    t.strictSame([again.status, again.body], [200, { ...key, value: key.redacted_value, status: 'deleted' }], path);
    t.notOk(again.text.includes(key.value));
  }
});

t.test('a key can be used again after a day, and housekeeping deletes it', async (t) => {
  const { make, count } = await subject();
  const first = await make('for a day');
  shiftClock((keptSeconds - 60) * 1000, t);
  t.equal((await make('for a day')).body.value, first.body.value);
  shiftClock(60_000, t);
  const second = await make('for a day', 'Even another call');
  t.equal(second.status, 200);
  t.equal(await count(), 2);
  const before = await IdempotencyKey.count();
  await IdempotencyKey.sweep(Math.floor(Date.now() / 1000) + keptSeconds - 60);
  t.ok((await IdempotencyKey.count()) < before);
  t.equal((await make('for a day', 'Even another call')).body.value, second.body.value, 'a recent key is kept');
});

t.test('a server that dies after it created the resource does not cause a second one', async (t) => {
  const { make, count } = await subject();
  await make('lost');
  await IdempotencyKey.update({ answer: null }, { where: {} });
  t.strictSame(code(await make('lost')), [409, 'idempotency_key_in_use'], 'the call may still be running');
  shiftClock(60_000, t);
  t.strictSame(code(await make('lost')), [409, 'idempotency_answer_lost']);
  await make('unreadable');
  await IdempotencyKey.update({ answer: `v1:${randomBytes(60).toString('base64')}` }, { where: {} });
  t.strictSame(code(await make('unreadable')), [409, 'idempotency_answer_lost']);
  t.equal(await count(), 2);
});

t.test('a call of a dead server is taken over after a minute, without effect if it is alive after all', async (t) => {
  const { idempotency } = app.app.services;
  const call = { digest: hash('sha256', randomUUID(), 'buffer'), fingerprint: hash('sha256', 'a call', 'buffer') };
  const answer = { status: 200, body: { made: 'by the second' } };
  let goOn = (): void => undefined;
  const waits = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let began = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const first = idempotency.once(call, async (finish) => {
    began();
    await waits;
    await transaction(async (tx) => finish(tx));
    return { status: 200, body: { made: 'by the first' } };
  });
  await hasBegun;
  const second = () =>
    idempotency.once(call, async (finish) => transaction(async (tx) => finish(tx)).then(() => answer));
  await t.rejects(second(), { code: 'idempotency_key_in_use' });
  shiftClock(61_000, t);
  t.strictSame(await second(), answer);
  goOn();
  await t.rejects(first, { code: 'idempotency_key_in_use' });
  t.strictSame(await second(), answer, 'the resource of the second call remains');
});
