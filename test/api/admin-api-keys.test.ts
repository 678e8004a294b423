import type { UpdateOptions } from 'sequelize';
import t from 'tap';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { User } from '../../models/user.ts';
import { inParallel } from '../../scripts/parallel/index.ts';
import { digestOf } from '../../services/tenancy/tokens.ts';
import { holdBound } from '../harness/clock.ts';
import { until } from '../harness/process.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const path = '/v1/organization/admin_api_keys';

t.test('an organization key shows its owner, and its value in no list', async (t) => {
  const { owner } = await createTenant(app, admin);
  const { value, ...rest } = (await app.request('POST', path, { token: owner.token, body: { name: 'Deployment' } }))
    .body;
  t.match(rest.owner, { type: 'user', object: 'organization.user', id: owner.id, role: 'owner' });
  const list = await app.request('GET', path, { token: owner.token });
  t.notOk(list.text.includes(value));
});

t.test(
  'the owner of a key without a name is called by the e-mail address, because clients demand a text',
  async (t) => {
    const { owner, project } = await createTenant(app, admin);
    await (await User.findByPk(owner.id, { rejectOnEmpty: true })).update({ name: null });
    const { email } = (await app.request('GET', '/auth/me', { token: owner.token })).body;
    const body = { name: 'Deployment' };
    const ofOrganization = await app.request('POST', path, { token: owner.token, body });
    t.equal(ofOrganization.body.owner.name, email);
    const inProject = `/v1/organization/projects/${project.id}/api_keys`;
    t.equal((await app.request('POST', inProject, { token: owner.token, body })).body.owner.user.name, email);
  },
);

t.test('an organization key creates keys that belong to the same user', async (t) => {
  const { organizationKey, owner } = await createTenant(app, admin);
  const { status, body } = await app.request('POST', path, { token: organizationKey, body: { name: 'Made by a key' } });
  t.equal(status, 200);
  t.equal(body.owner.id, owner.id);
});

t.test('a deleted organization key is refused from the next request on', async (t) => {
  const { owner, organizationKey, organizationKeyId } = await createTenant(app, admin);
  t.equal((await app.request('GET', path, { token: organizationKey })).status, 200);
  const deleted = await app.request('DELETE', `${path}/${organizationKeyId}`, { token: owner.token });
  t.strictSame(deleted.body, { id: organizationKeyId, object: 'organization.admin_api_key.deleted', deleted: true });
  const refused = await app.request('GET', path, { token: organizationKey });
  t.equal(refused.status, 401);
  t.equal(refused.body.error.code, 'invalid_api_key');
  t.equal((await app.request('DELETE', `${path}/${organizationKeyId}`, { token: owner.token })).status, 404);
});

t.test('the database stores the digest of an organization key, and the digest is not accepted as a key', async (t) => {
  const { organizationKey, organizationKeyId } = await createTenant(app, admin);
  const row = await AdminApiKey.findOne({ where: { id: organizationKeyId } });
  t.equal(Buffer.from(row?.digest ?? []).toString('hex'), digestOf(organizationKey).toString('hex'));
  t.notOk(JSON.stringify(row).includes(organizationKey));
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    t.equal((await app.request('GET', path, { token: digestOf(organizationKey).toString(encoding) })).status, 401);
  }
});

t.test('the last use of a key is recorded within two seconds, and a cached key needs no SELECT', async (t) => {
  const { organizationKey, organizationKeyId, owner } = await createTenant(app, admin);
  const began = Math.floor(Date.now() / 1000);
  for (let call = 0; call < 50; call += 1) await app.request('GET', path, { token: organizationKey });
  const lastUse = async (): Promise<number | null> =>
    (await app.request('GET', `${path}/${organizationKeyId}`, { token: owner.token })).body.last_used_at;
  const done = performance.now();
  let missing = done;
  const lastUsedAt = await until(async () => {
    const asked = performance.now();
    const found = await lastUse();
    if (found === null) missing = asked;
    return found ?? undefined;
  });
  t.ok(lastUsedAt >= began && lastUsedAt <= Date.now() / 1000);
  holdBound(t, 'ms until the last use is recorded', missing - done, 2000);
});

t.test('a thousand uses of keys of both kinds cost one UPDATE per second', async (t) => {
  const { organizationKey, organizationKeyId, project } = await createTenant(app, admin);
  let writes = 0;
  const count = ({ fields = [] }: UpdateOptions): void => {
    if (fields.includes('lastUsedAt')) writes += 1;
  };
  AdminApiKey.addHook('beforeBulkUpdate', 'count', count);
  ProjectApiKey.addHook('beforeBulkUpdate', 'count', count);
  const began = performance.now();
  const uses = Array.from({ length: 500 }, () => [
    { path, token: organizationKey },
    { path: '/v1/models', token: project.key },
  ]);
  const answers = await inParallel(8, uses.flat(), (use) => app.request('GET', use.path, { token: use.token }));
  t.ok(answers.every(({ status }) => status === 200));
  await app.app.services.lastUsed.flush();
  const seconds = (performance.now() - began) / 1000;
  AdminApiKey.removeHook('beforeBulkUpdate', 'count');
  ProjectApiKey.removeHook('beforeBulkUpdate', 'count');
  // Two writes of the flush, and one that was already due at the start.
  t.ok(writes >= 1 && writes <= seconds + 3, `${writes} writes in ${seconds.toFixed(1)} s`);
  t.ok((await AdminApiKey.findOne({ where: { id: organizationKeyId } }))?.lastUsedAt);
  t.ok((await ProjectApiKey.findOne({ where: { id: project.keyId } }))?.lastUsedAt);
});
