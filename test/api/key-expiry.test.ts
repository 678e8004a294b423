// Tests keys with `expires_in_seconds`.

import t from 'tap';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { AuditEntry } from '../../models/audit-entry.ts';
import { nowSeconds } from '../../models/clock.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { client } from '../harness/app.ts';
import { startServer, until } from '../harness/process.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const { organizationKey, project } = await createTenant(app, admin);
const organizationKeys = '/v1/organization/admin_api_keys';
const projectKeys = `/v1/organization/projects/${project.id}/api_keys`;
const call = (method: string, path: string, body?: unknown) =>
  app.request(method, path, { token: organizationKey, ...(body === undefined ? {} : { body }) });

/** Makes the key expire now. */
const age = (id: string) =>
  Promise.all(
    [AdminApiKey, ProjectApiKey].map((model) =>
      (model as typeof AdminApiKey).update({ expiresAt: nowSeconds() - 1 }, { where: { id } }),
    ),
  );

for (const [what, path, opens] of [
  ['an organization key', organizationKeys, '/v1/organization/projects'],
  ['a project key', projectKeys, '/v1/vector_stores'],
] as const) {
  t.test(`${what} is refused from its expiry on, at once and on every server`, async (t) => {
    const before = nowSeconds();
    const { body: key, status } = await call('POST', path, { name: 'For a while', expires_in_seconds: 600 });
    t.equal(status, 200);
    t.ok(key.expires_at >= before + 600 && key.expires_at <= nowSeconds() + 600);
    t.equal((await call('GET', `${path}/${key.id}`)).body.expires_at, key.expires_at);
    const use = (request = app.request) => request('GET', opens, { token: key.value });
    t.equal((await use()).status, 200);

    const other = await startServer(app.database.settings);
    t.teardown(() => other.end());
    const there = client(t, other.url);
    t.equal((await use(there)).status, 200);
    await age(key.id);
    // A cached key is a few seconds old at most.
    for (const request of [app.request, there]) {
      const refused = await until(async () => {
        const answer = await use(request);
        return answer.status === 200 ? undefined : answer;
      });
      t.equal(refused.status, 401);
      t.match(refused.body.error, { code: 'token_expired', message: /key has expired/ });
      t.match(refused.headers.get('www-authenticate'), /^Bearer/);
    }
    await other.end();

    t.equal((await call('GET', `${path}/${key.id}`)).status, 200, 'the expired key can still be read');
    const { body: longer } = await call('POST', `${path}/${key.id}`, { expires_in_seconds: 60 });
    t.ok(longer.expires_at > nowSeconds());
    t.equal(longer.name, 'For a while', 'nothing else of the key has changed');
    t.equal((await use()).status, 200, 'a key with an extended expiry is accepted at once');
    const { body: forever } = await call('POST', `${path}/${key.id}`, { expires_in_seconds: null, name: 'For ever' });
    t.match(forever, { expires_at: null, name: 'For ever' });
    const entry = await AuditEntry.findOne({ where: { type: 'api_key.updated' }, order: [['id', 'DESC']] });
    t.match(JSON.parse(entry?.details ?? ''), { changes_requested: { expires_in_seconds: null } });
  });

  t.test(`${what} can be made to expire at once, and never expires by default`, async (t) => {
    const { body: key } = await call('POST', path, { name: 'Without end' });
    t.equal(key.expires_at, null);
    const { body: unchanged } = await call('POST', `${path}/${key.id}`, {});
    t.match(unchanged, { name: 'Without end', expires_at: null });
    t.equal((await app.request('GET', opens, { token: key.value })).status, 200);
    await call('POST', `${path}/${key.id}`, { expires_in_seconds: 1 });
    await until(async () =>
      (await app.request('GET', opens, { token: key.value })).status === 401 ? true : undefined,
    );
    for (const expires_in_seconds of [0, -1, 1.5, '60', 1e300, 315_360_001]) {
      t.equal((await call('POST', path, { name: 'n', expires_in_seconds })).status, 422, String(expires_in_seconds));
    }
    t.equal((await call('POST', path, { name: 'n', expires_in_seconds: null })).status, 422);
  });
}

t.test('calls with an expired key do not count as guesses', async (t) => {
  const { body: key } = await call('POST', projectKeys, { name: 'Old', expires_in_seconds: 600 });
  await age(key.id);
  for (let time = 0; time < 60; time += 1) {
    t.equal((await app.request('GET', '/v1/vector_stores', { token: key.value })).status, 401);
  }
  t.equal((await app.request('GET', '/v1/vector_stores', { token: project.key })).status, 200);
});
