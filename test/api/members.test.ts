import t from 'tap';
import { createTenant, join, type Person, signUp, startWithAdmin, type Tenant } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const path = '/v1/organization/users';
const list = (token: string, query = {}) => app.request('GET', path, { token, query });
const read = (token: string, id: string) => app.request('GET', `${path}/${id}`, { token });
const setRole = (token: string, id: string, role: unknown) =>
  app.request('POST', `${path}/${id}`, { token, body: { role } });
const remove = (token: string, id: string) => app.request('DELETE', `${path}/${id}`, { token });
const me = async (token: string) => (await app.request('GET', '/auth/me', { token })).body;
const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

/** Adds a member to the organization. */
async function newMember({ organizationId }: Tenant, role: 'owner' | 'member' = 'member'): Promise<Person> {
  const person = await signUp(app);
  await join(organizationId, person, role);
  return person;
}

t.test('owners, members, admins and organization keys list the members of their organization only', async (t) => {
  const tenant = await createTenant(app, admin);
  await createTenant(app, admin);
  const { owner, member, organizationId } = tenant;
  for (const token of [owner.token, member.token, tenant.organizationKey]) {
    t.strictSame(ids((await list(token)).body).sort(), [owner.id, member.id].sort());
  }
  const headers = { 'compat-organization': organizationId };
  const { body } = await app.request('GET', path, { token: admin.token, headers });
  const now = Math.floor(Date.now() / 1000);
  t.match(body.data, [
    { id: member.id, object: 'organization.user', email: member.email, name: 'User', role: 'member', is_admin: false },
    { id: owner.id, role: 'owner' },
  ]);
  t.ok(Math.abs(body.data[0].added_at - now) < 10);
  t.equal((await list(tenant.project.key)).status, 403);
});

t.test('only owners, their keys and admins see who is an admin, has keys, and proved the address', async (t) => {
  const tenant = await createTenant(app, admin);
  const former = await newMember(tenant, 'owner');
  const { body: made } = await app.request('POST', '/v1/organization/admin_api_keys', {
    token: former.token,
    body: { name: 'Key' },
  });
  await setRole(tenant.owner.token, former.id, 'member');
  const hidden = ['is_admin', 'active_keys', 'email_verified'];
  const seen = async (token: string, headers = {}) => {
    const options = { token, headers };
    const { body: one } = await app.request('GET', `${path}/${tenant.owner.id}`, options);
    const { body: all } = await app.request('GET', path, options);
    return [one, ...all.data].map((member: object) => hidden.filter((name) => name in member));
  };
  const here = { 'compat-organization': tenant.organizationId };
  for (const token of [tenant.owner.token, tenant.organizationKey, admin.token])
    t.strictSame(await seen(token, here), Array(4).fill(hidden));
  for (const token of [tenant.member.token, former.token, made.value])
    t.strictSame(await seen(token, here), Array(4).fill([]), 'a member, and the key of a former owner');
});

t.test('the list of members is filtered by addresses in any case', async (t) => {
  const tenant = await createTenant(app, admin);
  const [one, two] = [await newMember(tenant), await newMember(tenant)];
  const { token } = tenant.owner;
  const filtered = (emails: string[]) =>
    app.request('GET', `${path}?${emails.map((email) => `emails[]=${encodeURIComponent(email)}`).join('&')}`, {
      token,
    });
  t.strictSame(ids((await filtered([one.email.toUpperCase()])).body), [one.id]);
  t.same(ids((await filtered([one.email, two.email, admin.email])).body).sort(), [one.id, two.id].sort());
  t.strictSame((await filtered(['nobody@example.com'])).body.data, []);
  const refused = await filtered([one.email, 'nonsense']);
  t.equal(refused.status, 422);
  t.match(refused.body.detail, [{ loc: ['query', 'emails[]', '1'], type: 'value_error', input: 'nonsense' }]);
});

t.test("a removed member's tokens lose access to the organization at once, and nothing else", async (t) => {
  const tenant = await createTenant(app, admin);
  const other = await createTenant(app, admin);
  const person = await newMember(tenant, 'owner');
  await join(other.organizationId, person, 'member');
  const models = (organization: Tenant) =>
    app.request('GET', '/v1/models', {
      token: person.token,
      headers: { 'compat-organization': organization.organizationId, 'compat-project': organization.project.id },
    });
  t.equal((await models(tenant)).status, 200);
  t.strictSame((await remove(tenant.owner.token, person.id)).body, {
    id: person.id,
    object: 'organization.user.deleted',
    deleted: true,
    revoked_keys: 0,
    kept_keys: 0,
    service_accounts: [],
  });
  const { status, body } = await models(tenant);
  t.strictSame([status, body.error.code], [403, 'mismatched_organization']);
  t.equal((await models(other)).status, 200);
  t.equal((await read(tenant.owner.token, person.id)).status, 404);
  t.match(await me(person.token), {
    default_organization_id: other.organizationId,
    organizations: [{ id: other.organizationId }],
  });
});

t.test('the default organization becomes the one with the longest membership, or none', async (t) => {
  const tenants = [await createTenant(app, admin), await createTenant(app, admin), await createTenant(app, admin)];
  const person = await signUp(app);
  for (const { organizationId } of tenants) await join(organizationId, person, 'member');
  const expected = [...tenants.slice(1).map(({ organizationId }) => organizationId), null];
  for (const [index, tenant] of tenants.entries()) {
    await remove(tenant.owner.token, person.id);
    t.equal((await me(person.token)).default_organization_id, expected[index]);
  }
  t.strictSame((await me(person.token)).organizations, []);
});

t.test('the accountable owner cannot be removed or demoted until an admin names another one', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, organizationId } = tenant;
  const second = await newMember(tenant, 'owner');
  for (const answer of [await setRole(second.token, owner.id, 'member'), await remove(second.token, owner.id)]) {
    t.strictSame([answer.status, answer.body.error.code], [409, 'accountable_owner']);
    t.equal(answer.headers.get('x-should-retry'), 'false');
  }
  t.equal((await setRole(owner.token, owner.id, 'owner')).status, 200);
  await app.request('POST', `/admin/organization/${organizationId}`, {
    token: admin.token,
    body: { owner_id: second.id },
  });
  t.equal((await remove(second.token, owner.id)).status, 200);
});

t.test('owners who concurrently demote and remove each other leave one owner', async (t) => {
  const tenant = await createTenant(app, admin);
  const rivals = [await newMember(tenant, 'owner'), await newMember(tenant, 'owner')] as const;
  await Promise.all([
    setRole(rivals[0].token, rivals[1].id, 'member'),
    remove(rivals[1].token, rivals[0].id),
    remove(rivals[0].token, tenant.owner.id),
    setRole(rivals[1].token, tenant.owner.id, 'member'),
  ]);
  t.equal((await read(tenant.organizationKey, tenant.owner.id)).body.role, 'owner');
});

t.test("the public API's members of a change are accepted: `reader` is a member, notes are ignored", async (t) => {
  const { owner, member, organizationId } = await createTenant(app, admin);
  const change = (body: unknown) =>
    app.request('POST', `/v1/organization/users/${member.id}`, {
      token: owner.token,
      headers: { 'compat-organization': organizationId },
      body,
    });
  t.match(await change({ role: 'owner' }), { status: 200, body: { role: 'owner' } });
  t.match(await change({ role: 'reader' }), { status: 200, body: { role: 'member' } });
  t.match(await change({ role: null, role_id: null }), { status: 200, body: { role: 'member' } });
  t.match(await change({ role_id: 'role_none' }), { status: 404, body: { error: { code: 'not_found' } } });
  const role = await app.request('POST', '/v1/organization/roles', {
    token: owner.token,
    headers: { 'compat-organization': organizationId },
    body: { role_name: 'Readers', permissions: ['users.read'] },
  });
  t.match(await change({ role_id: role.body.id }), { status: 200, body: { role: 'member' } });
  const roles = await app.request('GET', `/v1/organization/users/${member.id}/roles`, {
    token: owner.token,
    headers: { 'compat-organization': organizationId },
  });
  t.ok(
    roles.body.data.some(({ id }: { id: string }) => id === role.body.id),
    'the role of `role_id` is assigned',
  );
  const { status, body, headers } = await change({ technical_level: 'expert', developer_persona: null });
  t.match({ status, body }, { status: 200, body: { role: 'member' } });
  t.equal(headers.get('svc-ignored-fields'), 'technical_level, developer_persona');
});

t.test('a change with `role` and `role_id` makes both changes or none', async (t) => {
  const { owner, member, organizationKey } = await createTenant(app, admin);
  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    app.request(method, `/v1/organization/${path}`, {
      token: organizationKey,
      ...(body === undefined ? {} : { body }),
    });
  const made = await call('POST', 'roles', { role_name: 'Readers', permissions: ['users.read'] });
  const role_id: string = made.body.id;
  const hasRole = async (id: string) =>
    (await call('GET', `users/${id}/roles`)).body.data.some((role: { id: string }) => role.id === role_id);
  const refused = await call('POST', `users/${owner.id}`, { role: 'member', role_id });
  t.match(refused, { status: 409, body: { error: { code: 'accountable_owner' } } });
  t.notOk(await hasRole(owner.id), 'no role is given beside a refused one');
  t.match(await call('POST', `users/${member.id}`, { role: 'owner', role_id }), {
    status: 200,
    body: { role: 'owner' },
  });
  t.ok(await hasRole(member.id));
});
