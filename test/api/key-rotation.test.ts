// Tests keys that are rotated, disabled and enabled, with two servers on one database.

import t from 'tap';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { nowSeconds } from '../../models/clock.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { client } from '../harness/app.ts';
import { startServer, until } from '../harness/process.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const { owner, organizationKey, organizationId, project } = await createTenant(app, admin);
const other = await startServer(app.database.settings);
t.teardown(() => other.end());
const servers = [app.request, client(t, other.url)];
const call = (method: string, path: string, body?: unknown, headers = {}) =>
  app.request(method, path, { token: organizationKey, headers, ...(body === undefined ? {} : { body }) });
const models = [AdminApiKey, ProjectApiKey] as (typeof AdminApiKey)[];

for (const [what, path, opens] of [
  ['an organization key', '/v1/organization/admin_api_keys', '/v1/organization/projects'],
  ['a project key', `/v1/organization/projects/${project.id}/api_keys`, '/v1/vector_stores'],
] as const) {
  const statusOf = async (value: string, request = app.request): Promise<number> =>
    (await request('GET', opens, { token: value })).status;
  /** Waits until both servers answer the value with the status. */
  const settle = (value: string, status: number): Promise<true[]> =>
    Promise.all(
      servers.map((request) => until(async () => ((await statusOf(value, request)) === status ? true : undefined))),
    );

  t.test(`${what} is rotated under load without a refused call, and the old value ends with the overlap`, async (t) => {
    const { body: key } = await call('POST', path, { name: 'Rotated' });
    t.match(key, { disabled: false, previous: null });
    await settle(key.value, 200);
    let isDone = false;
    const statuses = new Set<number>();
    const load = servers.map(async (request) => {
      while (!isDone) statuses.add(await statusOf(key.value, request));
    });
    const before = nowSeconds();
    const { body: rotated, status } = await call('POST', `${path}/${key.id}/rotate`, {});
    t.equal(status, 200);
    t.not(rotated.value, key.value);
    t.match(rotated, { id: key.id, name: 'Rotated', redacted_value: new RegExp(`${rotated.value.slice(-3)}$`) });
    t.equal(rotated.previous.redacted_value, key.redacted_value);
    t.ok(rotated.previous.expires_at >= before + 86_400 && rotated.previous.expires_at <= nowSeconds() + 86_400);
    await settle(rotated.value, 200);
    // Longer than a server remembers a key.
    await until(async () => {
      const { body } = await call('GET', `${path}/${key.id}`);
      return body.previous.last_used_at >= before && body.last_used_at !== null ? true : undefined;
    });
    isDone = true;
    await Promise.all(load);
    t.strictSame([...statuses], [200], 'both values were accepted all the time');
    const shown = await call('GET', `${path}/${key.id}`);
    t.notOk('value' in shown.body, 'only the answer to the rotation shows the value');

    await Promise.all(
      models.map((model) => model.update({ previousExpiresAt: nowSeconds() - 1 }, { where: { id: key.id } })),
    );
    await settle(key.value, 401);
    t.equal((await call('GET', `${path}/${key.id}`)).body.previous, null);
    t.equal(await statusOf(rotated.value), 200);
  });

  t.test(
    `${what}: across the end of the overlap the new value is never refused, and the old one dies in time`,
    async (t) => {
      const { body: key } = await call('POST', path, { name: 'Ends' });
      await settle(key.value, 200);
      const { body: rotated } = await call('POST', `${path}/${key.id}/rotate`, { overlap_seconds: 3 });
      await settle(rotated.value, 200);
      const endsMs = rotated.previous.expires_at * 1000;
      let isDone = false;
      const refused: number[] = [];
      const load = servers.map(async (request) => {
        while (!isDone) {
          const status = await statusOf(rotated.value, request);
          if (status !== 200) refused.push(status);
        }
      });
      /** Returns when the server began to answer the last accepted call and the first refused one with the old value. */
      const lifeOn = async (request: typeof app.request): Promise<{ accepted: number; refused: number }> => {
        for (let accepted = 0; ; ) {
          const at = Date.now();
          if ((await statusOf(key.value, request)) === 401) return { accepted, refused: at };
          accepted = at;
        }
      };
      for (const life of await Promise.all(servers.map(lifeOn))) {
        t.ok(life.refused >= endsMs - 1000, 'the old value is accepted until its end');
        t.ok(
          life.accepted <= endsMs + 5000,
          `the old value was accepted until ${life.accepted - endsMs} ms after its end`,
        );
      }
      t.strictSame(await Promise.all(servers.map((request) => statusOf(key.value, request))), [401, 401]);
      isDone = true;
      await Promise.all(load);
      t.strictSame(refused, [], 'no call with the new value was refused');
    },
  );

  t.test(`${what} is rotated again: only the last two values are accepted, or one without an overlap`, async (t) => {
    const { body: first } = await call('POST', path, { name: 'Twice' });
    const rotate = async (body: unknown) => (await call('POST', `${path}/${first.id}/rotate`, body)).body;
    const second = await rotate({ overlap_seconds: 600 });
    const third = await rotate({ overlap_seconds: 600 });
    await settle(first.value, 401);
    t.strictSame([await statusOf(second.value), await statusOf(third.value)], [200, 200]);
    const last = await rotate({ overlap_seconds: 0 });
    t.equal(last.previous, null);
    await settle(third.value, 401);
    t.strictSame([await statusOf(second.value), await statusOf(last.value)], [401, 200]);
    for (const overlap_seconds of [-1, 604_801, 1.5, '60', null])
      t.equal(
        (await call('POST', `${path}/${first.id}/rotate`, { overlap_seconds })).status,
        422,
        String(overlap_seconds),
      );
    t.equal(await statusOf(last.value), 200, 'a refused rotation changes nothing');
  });

  t.test(`${what}: a rotation is repeated with its Idempotency-Key without ending the old value`, async (t) => {
    const { body: key } = await call('POST', path, { name: 'Repeated' });
    const rotate = () => call('POST', `${path}/${key.id}/rotate`, {}, { 'idempotency-key': `rotate ${key.id}` });
    const first = await rotate();
    const again = await rotate();
    t.equal(again.body.value, first.body.value);
    t.strictSame([await statusOf(key.value), await statusOf(first.body.value)], [200, 200]);
  });

  t.test(`${what} is disabled and enabled with both of its values`, async (t) => {
    const { body: key } = await call('POST', path, { name: 'Switched' });
    const { body: rotated } = await call('POST', `${path}/${key.id}/rotate`, {});
    const values = [key.value, rotated.value];
    await Promise.all(values.map((value) => settle(value, 200)));
    t.match((await call('POST', `${path}/${key.id}`, { disabled: true })).body, { disabled: true, name: 'Switched' });
    await Promise.all(values.map((value) => settle(value, 401)));
    t.match((await app.request('GET', opens, { token: key.value })).body.error, { code: 'invalid_api_key' });
    t.match((await call('POST', `${path}/${key.id}`, { disabled: true, name: 'Off' })).body, {
      disabled: true,
      name: 'Off',
    });
    const { body: off } = await call('POST', `${path}/${key.id}/rotate`, {});
    t.equal(off.disabled, true, 'a rotation does not enable the key');
    t.equal(await statusOf(off.value), 401);
    t.match((await call('POST', `${path}/${key.id}`, { disabled: false })).body, { disabled: false });
    await Promise.all([rotated.value, off.value].map((value) => settle(value, 200)));
    t.equal(await statusOf(key.value), 401, 'the value before the last two has ended');
  });
}

t.test('an old value cannot be used to rotate a key of another organization or project', async (t) => {
  const stranger = await createTenant(app, admin);
  const own = await call('POST', '/v1/organization/admin_api_keys', { name: 'Own' });
  const path = `/v1/organization/admin_api_keys/${own.body.id}/rotate`;
  const foreign = await app.request('POST', path, { token: stranger.organizationKey, body: {} });
  t.match([foreign.status, foreign.body.error.code], [404, 'not_found']);
  t.equal((await app.request('GET', '/v1/organization/projects', { token: own.body.value })).status, 200);
});

t.test('a key with an expiry rotates no organization key that lives longer, whose value it would learn', async (t) => {
  const path = '/v1/organization/admin_api_keys';
  const { body: short } = await call('POST', path, { name: 'Short', expires_in_seconds: 600 });
  const { body: long } = await call('POST', path, { name: 'Long' });
  const rotate = (id: string) => app.request('POST', `${path}/${id}/rotate`, { token: short.value, body: {} });
  const refused = await rotate(long.id);
  t.match([refused.status, refused.body.error.code], [403, 'insufficient_permissions']);
  t.equal((await rotate(short.id)).status, 200, 'it rotates itself');
});

t.test('rotations, and what is disabled, are in the audit log without a value', async (t) => {
  const { body: key } = await call('POST', '/v1/organization/admin_api_keys', { name: 'Audited' });
  const { body: rotated } = await call('POST', `/v1/organization/admin_api_keys/${key.id}/rotate`, {
    overlap_seconds: 60,
  });
  await call('POST', `/v1/organization/admin_api_keys/${key.id}`, { disabled: true });
  const headers = { 'compat-organization': organizationId };
  const { body, text } = await app.request('GET', '/v1/organization/audit_logs?limit=2', {
    token: owner.token,
    headers,
  });
  t.strictSame(
    body.data.map(({ type }: { type: string }) => type),
    ['api_key.updated', 'api_key.rotated'],
  );
  t.match(body.data[0]['api_key.updated'], {
    changes_requested: { disabled: true },
    previous_values: { disabled: false },
  });
  t.match(body.data[1]['api_key.rotated'], { overlap_seconds: 60 });
  t.notOk(text.includes(rotated.value));
});

t.test('no key is rotated in an archived project', async (t) => {
  const { body: old } = await call('POST', '/v1/organization/projects', { name: 'Old' });
  const path = `/v1/organization/projects/${old.id}/api_keys`;
  const { body: key } = await call('POST', path, { name: 'Key' });
  await call('POST', `/v1/organization/projects/${old.id}/archive`);
  const { status, body } = await call('POST', `${path}/${key.id}/rotate`, {});
  t.match([status, body.error.code], [403, 'project_archived']);
});
