// Tests the keys of people who leave: a key has at most the rights of its owner.

import t, { type Test } from 'tap';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { AuditEntry } from '../../models/audit-entry.ts';
import { nowSeconds } from '../../models/clock.ts';
import { client, type TestApp } from '../harness/app.ts';
import { holdBound } from '../harness/clock.ts';
import { startServer, until } from '../harness/process.ts';
import { createTenant, join, type Person, signIn, signUp, startWithAdmin, type Tenant } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const users = '/v1/organization/users';
const organizationKeys = '/v1/organization/admin_api_keys';
const projectKeysOf = ({ project }: Tenant) => `/v1/organization/projects/${project.id}/api_keys`;

interface MadeKey {
  id: string;
  value: string;
}

/**
 * Creates another owner with an organization key, a project key, and a key of each kind created with that organization
 * key.
 */
async function newOwner(tenant: Tenant): Promise<{ person: Person; keys: MadeKey[] }> {
  const person = await signUp(app);
  await join(tenant.organizationId, person, 'owner');
  const make = async (token: string, path: string): Promise<MadeKey> => {
    const { status, body, text } = await app.request('POST', path, { token, body: { name: 'Key' } });
    if (status !== 200) throw new Error(text);
    return body;
  };
  const own = await make(person.token, organizationKeys);
  return {
    person,
    keys: [
      own,
      await make(own.value, organizationKeys),
      await make(person.token, projectKeysOf(tenant)),
      await make(own.value, projectKeysOf(tenant)),
    ],
  };
}

/** Sends a request with the key. Returns the status. */
function use({ value }: MadeKey, request: TestApp['request'] = app.request): Promise<number> {
  const path = value.startsWith('svcorg_') ? organizationKeys : '/v1/files';
  return request('GET', path, { token: value }).then(({ status }) => status);
}

const statuses = (keys: MadeKey[], request?: TestApp['request']) => Promise.all(keys.map((key) => use(key, request)));

const remove = (token: string, id: string, query = {}) => app.request('DELETE', `${users}/${id}`, { token, query });
const setUser = (id: string, body: unknown) => app.request('POST', `/admin/users/${id}`, { token: admin.token, body });

async function entries(type: string, keys: MadeKey[]): Promise<Record<string, unknown>[]> {
  const rows = await AuditEntry.findAll({ where: { type, targetId: keys.map(({ id }) => id) }, order: ['id'] });
  return rows.map((row) => ({
    key: row.targetId,
    organization: row.organizationId,
    project: row.projectId,
    by: row.userId,
    ...JSON.parse(row.details),
  }));
}

async function secondServer(t: Test): Promise<TestApp['request']> {
  const other = await startServer(app.database.settings);
  t.teardown(() => other.end());
  return client(t, other.url);
}

t.test('the keys of a removed member are refused at once here, and within 5 seconds on another server', async (t) => {
  const tenant = await createTenant(app, admin);
  const { person, keys } = await newOwner(tenant);
  const there = await secondServer(t);
  t.strictSame(await statuses(keys), [200, 200, 200, 200]);
  t.strictSame(await statuses(keys, there), [200, 200, 200, 200]);
  const member = await app.request('GET', `${users}/${person.id}`, { token: tenant.owner.token });
  t.equal(member.body.active_keys, 4, 'an owner sees how many keys would stop working');

  const removal = await remove(tenant.owner.token, person.id);
  const removedAt = Date.now();
  t.strictSame(removal.body, {
    id: person.id,
    object: 'organization.user.deleted',
    deleted: true,
    revoked_keys: 4,
    kept_keys: 0,
    service_accounts: [],
  });
  t.strictSame(await statuses(keys), [401, 401, 401, 401]);
  await until(async () => ((await statuses(keys, there)).every((status) => status === 401) ? true : undefined));
  holdBound(t, 'ms until the other server refuses the key', Date.now() - removedAt, 5000);

  const revoked = await entries('credential_revoked', keys);
  t.equal(revoked.length, 4, 'the audit log has an entry for each key');
  t.match(revoked[0], {
    organization: tenant.organizationId,
    by: tenant.owner.id,
    owner_id: person.id,
    reason: 'owner_removed',
  });
  t.equal(revoked.filter(({ project }) => project === tenant.project.id).length, 2);

  const { body: shown } = await app.request('GET', `${organizationKeys}/${keys[0]?.id}`, { token: tenant.owner.token });
  t.match(shown, { status: 'revoked', kept_by: null });
  t.strictSame(
    await statuses([{ id: tenant.project.keyId, value: tenant.project.key }]),
    [200],
    'other keys still work',
  );
  await join(tenant.organizationId, person, 'member');
  t.strictSame(await statuses(keys), [401, 401, 401, 401], 'a returning member creates new keys');
});

t.test('keep_keys transfers the keys of a removed member to the organization, and records who did it', async (t) => {
  const tenant = await createTenant(app, admin);
  const { person, keys } = await newOwner(tenant);
  t.equal((await remove(tenant.owner.token, person.id, { keep_keys: 'perhaps' })).status, 422);
  const removal = await remove(tenant.owner.token, person.id, { keep_keys: true });
  t.match(removal.body, { deleted: true, revoked_keys: 0, kept_keys: 4 });
  t.strictSame(await statuses(keys), [200, 200, 200, 200]);
  t.equal((await entries('credential_revoked', keys)).length, 0);
  const kept = await entries('credential_kept', keys);
  t.equal(kept.length, 4);
  t.match(kept[0], { by: tenant.owner.id, owner_id: person.id });
  const { body: shown } = await app.request('GET', `${projectKeysOf(tenant)}/${keys[2]?.id}`, {
    token: tenant.owner.token,
  });
  t.match(shown, { status: 'active', kept_by: tenant.owner.id, owner_project_access: 'inactive' });

  await setUser(person.id, { disabled: true });
  t.strictSame(await statuses(keys), [200, 200, 200, 200], 'the keys no longer depend on the user');
  const made = await app.request('POST', organizationKeys, { token: keys[0]?.value ?? '', body: { name: 'Next' } });
  t.match(made.body, { status: 'active', kept_by: tenant.owner.id });
  t.equal(await use(made.body), 200, 'a key created with such a key belongs to the organization too');
});

t.test('the keys of a disabled user are refused, and accepted again after the user is enabled', async (t) => {
  const [tenant, another] = [await createTenant(app, admin), await createTenant(app, admin)];
  const { person, keys } = await newOwner(tenant);
  await join(another.organizationId, person, 'owner');
  const { body: elsewhere } = await app.request('POST', organizationKeys, {
    token: person.token,
    headers: { 'compat-organization': another.organizationId },
    body: { name: 'Elsewhere' },
  });
  const all = [...keys, elsewhere as MadeKey];
  const there = await secondServer(t);
  t.ok((await statuses(all, there)).every((status) => status === 200));
  t.equal((await app.request('GET', `/admin/users/${person.id}`, { token: admin.token })).body.active_keys, 5);

  const disabled = await setUser(person.id, { disabled: true });
  const disabledAt = Date.now();
  t.match(disabled.body, { disabled: true, active_keys: 0, revoked_keys: 5 });
  t.ok((await statuses(all)).every((status) => status === 401));
  await until(async () => ((await statuses(all, there)).every((status) => status === 401) ? true : undefined));
  holdBound(t, 'ms until the other server refuses the key', Date.now() - disabledAt, 5000);
  const revoked = await entries('credential_revoked', all);
  t.equal(revoked.length, 5);
  t.match(revoked.at(-1), { organization: another.organizationId, by: admin.id, reason: 'owner_lost_access' });

  const enabled = await setUser(person.id, { disabled: false });
  t.match(enabled.body, { disabled: false, active_keys: 5, restored_keys: 5 });
  t.ok(
    (await statuses(all)).every((status) => status === 200),
    'at once on this server',
  );
  await until(async () => ((await statuses(all, there)).every((status) => status === 200) ? true : undefined));
  t.equal((await entries('credential_restored', all)).length, 5);
  t.notOk('revoked_keys' in (await setUser(person.id, { name: 'Another' })).body);
});

t.test('the keys of an admin without a membership are refused when the admin rights end', async (t) => {
  const tenant = await createTenant(app, admin);
  const visitor = await signUp(app, { isAdmin: true });
  const { body: key } = await app.request('POST', organizationKeys, {
    token: visitor.token,
    headers: { 'compat-organization': tenant.organizationId },
    body: { name: 'Visitor' },
  });
  t.equal(await use(key), 200);
  t.match((await setUser(visitor.id, { is_admin: false })).body, { revoked_keys: 1 });
  t.equal(await use(key), 401);
});

t.test('an expired key is not counted among the keys that stop working', async (t) => {
  const tenant = await createTenant(app, admin);
  const { person, keys } = await newOwner(tenant);
  await AdminApiKey.update({ expiresAt: nowSeconds() - 1 }, { where: { id: keys[1]?.id ?? '' } });
  t.match((await remove(tenant.owner.token, person.id)).body, { revoked_keys: 3 });
});

t.test('a demoted owner cannot become an owner again, or make one, with an old organization key', async (t) => {
  const tenant = await createTenant(app, admin);
  const { person, keys } = await newOwner(tenant);
  const [key] = keys as [MadeKey];
  const setRole = (token: string, id: string, role: string) =>
    app.request('POST', `${users}/${id}`, { token, body: { role } });
  t.equal(
    (await setRole(key.value, tenant.member.id, 'owner')).status,
    200,
    'its owner is an owner of the organization',
  );
  t.equal((await setRole(key.value, tenant.member.id, 'member')).status, 200);

  t.equal((await setRole(tenant.owner.token, person.id, 'member')).status, 200);
  for (const id of [person.id, tenant.member.id]) {
    const { status, body } = await setRole(key.value, id, 'owner');
    t.strictSame([status, body.error?.code], [403, 'insufficient_permissions']);
  }
  const third = await newOwner(tenant);
  t.equal(
    (await setRole(key.value, third.person.id, 'member')).status,
    403,
    "the key cannot remove an owner's role either",
  );
  t.equal((await remove(key.value, third.person.id)).status, 403);
  t.match((await app.request('GET', `${users}/${third.person.id}`, { token: key.value })).body, { role: 'owner' });
  t.equal((await setRole(key.value, tenant.member.id, 'member')).status, 403, 'the key cannot manage members');
  t.equal((await app.request('GET', users, { token: key.value })).status, 200, 'it may do what a member may');
  t.equal(await use(key), 403, 'members do not see the keys');
  const { body: shown } = await app.request('GET', `${organizationKeys}/${key.id}`, { token: tenant.owner.token });
  t.match(shown, { status: 'active', owner: { id: person.id, role: 'member' } });

  t.equal((await setRole(tenant.owner.token, person.id, 'owner')).status, 200);
  t.equal((await setRole(key.value, tenant.member.id, 'owner')).status, 200, 'an owner again');
  await remove(tenant.owner.token, person.id, { keep_keys: true });
  t.equal((await setRole(key.value, third.person.id, 'member')).status, 403, 'a transferred key has no owner');
  t.equal((await remove(key.value, tenant.member.id)).status, 403);
});

t.test('keep_keys is refused to a demoted owner, by token and by key, and their keys end with them', async (t) => {
  const tenant = await createTenant(app, admin);
  const { person, keys } = await newOwner(tenant);
  await app.request('POST', `${users}/${person.id}`, { token: tenant.owner.token, body: { role: 'member' } });
  for (const token of [person.token, keys[0]?.value ?? '', keys[1]?.value ?? '']) {
    const { status, body } = await remove(token, person.id, { keep_keys: true });
    t.strictSame([status, body.error?.code], [403, 'insufficient_permissions']);
  }
  t.match((await remove(tenant.owner.token, person.id)).body, { revoked_keys: 4, kept_keys: 0 });
  t.strictSame(await statuses(keys), [401, 401, 401, 401]);
});

t.test('nobody keeps their own keys: not in person, and not by a key that they created', async (t) => {
  const tenant = await createTenant(app, admin);
  const { person, keys } = await newOwner(tenant);
  for (const token of [person.token, keys[0]?.value ?? '', keys[1]?.value ?? '']) {
    const { status, body } = await remove(token, person.id, { keep_keys: true });
    t.strictSame([status, body.error?.code], [403, 'insufficient_permissions']);
  }
  const visitor = await signUp(app, { isAdmin: true });
  await join(tenant.organizationId, visitor, 'member');
  const headers = { 'compat-organization': tenant.organizationId };
  const own = { token: visitor.token, headers, query: { keep_keys: true } };
  t.equal((await app.request('DELETE', `${users}/${visitor.id}`, own)).status, 403, 'an admin neither');
  t.match(await entries('credential_kept', keys), []);
  t.equal((await remove(person.token, person.id)).status, 200, 'an owner may leave without the keys');
  t.strictSame(await statuses(keys), [401, 401, 401, 401]);
});

t.test("an owner's key keeps another member's keys, and a key without a maker keeps nobody's", async (t) => {
  const tenant = await createTenant(app, admin);
  const [first, second] = [await newOwner(tenant), await newOwner(tenant)];
  const [key] = first.keys as [MadeKey];
  t.match((await remove(tenant.organizationKey, first.person.id, { keep_keys: true })).body, { kept_keys: 4 });
  t.strictSame(await statuses(first.keys), [200, 200, 200, 200]);
  await app.request('POST', `${users}/${second.person.id}`, { token: tenant.owner.token, body: { role: 'member' } });
  t.equal((await remove(key.value, second.person.id, { keep_keys: true })).status, 403, 'its maker has left');
  t.match((await remove(key.value, second.person.id)).body, { revoked_keys: 4 }, 'the key is still an owner’s');
});

t.test("a key follows its maker's role within 5 seconds on another server", async (t) => {
  const tenant = await createTenant(app, admin);
  const { person, keys } = await newOwner(tenant);
  const [key] = keys as [MadeKey];
  const there = await secondServer(t);
  t.equal(await use(key, there), 200);
  await app.request('POST', `${users}/${person.id}`, { token: tenant.owner.token, body: { role: 'member' } });
  const demotedAt = Date.now();
  t.equal(await use(key), 403, 'at once on this server');
  await until(async () => ((await use(key, there)) === 403 ? true : undefined));
  holdBound(t, 'ms until the other server knows the role', Date.now() - demotedAt, 5000);
});

t.test('an organization key cannot extend its own expiry, directly or indirectly', async (t) => {
  const { owner, project } = await createTenant(app, admin);
  const make = async (token: string, body: Record<string, unknown>) =>
    app.request('POST', organizationKeys, { token, body: { name: 'Key', ...body } });
  const update = (token: string, id: string, body: unknown) =>
    app.request('POST', `${organizationKeys}/${id}`, { token, body });
  const { body: key } = await make(owner.token, { expires_in_seconds: 600 });
  const { body: twin } = await make(owner.token, { expires_in_seconds: 600 });
  for (const expires_in_seconds of [null, 700]) {
    for (const id of [key.id, twin.id]) {
      const { status, body } = await update(key.value, id, { expires_in_seconds });
      t.strictSame([status, body.error?.code], [403, 'insufficient_permissions']);
    }
  }
  t.equal((await make(key.value, {})).status, 403, 'a key without expiry');
  t.equal((await make(key.value, { expires_in_seconds: 700 })).status, 403);
  t.equal((await make(key.value, { expires_in_seconds: 60 })).status, 200, 'a shorter life counts as an expiry');
  t.equal((await update(key.value, key.id, { expires_in_seconds: 300, name: 'Shorter' })).status, 200);
  t.equal((await update(key.value, key.id, { expires_in_seconds: 500 })).status, 403, 'the change cannot be undone');
  t.equal((await update(key.value, key.id, { name: 'Renamed' })).status, 200);
  t.equal(
    (await update(owner.token, key.id, { expires_in_seconds: null })).status,
    200,
    'a user may change the expiry',
  );
  const projectKeys = `/v1/organization/projects/${project.id}/api_keys`;
  const made = await app.request('POST', projectKeys, { token: twin.value, body: { name: 'Key' } });
  t.equal(made.status, 200, 'a project key cannot create keys');
});

t.test('a disabled user cannot sign in by any open link or session', async (t) => {
  const person = await signUp(app);
  const { refreshToken } = await signIn(app, person.email);
  await setUser(person.id, { disabled: true });
  t.equal((await app.request('POST', '/auth/refresh', { token: refreshToken })).status, 401);
  t.equal((await app.request('GET', '/auth/me', { token: person.token })).status, 401);
});
