// Service accounts of a project: accounts for programs, whose keys depend on no person.

import t from 'tap';
import { createTenant, join, type Person, signUp, startWithAdmin, type Tenant } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const get = (path: string, token: string, query = {}) => app.request('GET', path, { token, query });
const post = (path: string, token: string, body: object) => app.request('POST', path, { token, body });
const remove = (path: string, token: string) => app.request('DELETE', path, { token });
const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const refused = [403, 'insufficient_permissions'];
const ofProject = ({ project }: Tenant) => `/v1/organization/projects/${project.id}`;
const accountsOf = (tenant: Tenant) => `${ofProject(tenant)}/service_accounts`;
const use = async (value: string, path = '/v1/files') => (await get(path, value)).status;

async function made(
  path: string,
  token: string,
  body: object,
): Promise<{ id: string; api_key: { id: string; value: string } }> {
  const answer = await post(path, token, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
}

async function newOwner({ organizationId }: Tenant): Promise<Person> {
  const person = await signUp(app);
  await join(organizationId, person, 'owner');
  return person;
}

t.test('the keys of an account outlive its maker, and are listed with the account', async (t) => {
  const tenant = await createTenant(app, admin);
  const [maker, leaver] = [await newOwner(tenant), await newOwner(tenant)];
  const account = await made(accountsOf(tenant), maker.token, { name: 'Import' });
  const other = await made(accountsOf(tenant), leaver.token, { name: 'Export' });
  t.equal(await use(account.api_key.value), 200);
  await app.app.services.lastUsed.flush();
  t.match((await get(accountsOf(tenant), tenant.owner.token)).body.data, [
    { id: account.id, name: 'Import', role: 'member', created_by: { id: maker.id }, last_used_at: Number },
    { id: other.id, created_by: { id: leaver.id, email: leaver.email }, last_used_at: null },
  ]);
  await post(`/admin/users/${maker.id}`, admin.token, { disabled: true });
  const left = await remove(`/v1/organization/users/${leaver.id}`, tenant.owner.token);
  t.match(left.body, { revoked_keys: 0, kept_keys: 0, service_accounts: [other.id] });
  t.strictSame([await use(account.api_key.value), await use(other.api_key.value)], [200, 200]);
  const log = '/v1/organization/audit_logs';
  t.match((await get(log, tenant.owner.token, { event_types: 'user.deleted' })).body.data, [
    { 'user.deleted': { service_accounts: [other.id] } },
  ]);
  const disabled = await get('/admin/audit_log', admin.token, { resource_ids: maker.id, event_types: 'user.updated' });
  t.match(disabled.body.data, [{ 'user.updated': { service_accounts: [account.id] } }]);

  const keys = `${ofProject(tenant)}/api_keys`;
  const owner = { type: 'service_account', service_account: { id: other.id, name: 'Export', role: 'member' } };
  const shown = { owner, status: 'active', kept_by: null, owner_project_access: 'active' };
  t.match((await get(`${keys}/${other.api_key.id}`, tenant.owner.token)).body, shown);
  const ids = async (access: string) =>
    (await get(keys, tenant.owner.token, { owner_project_access: access })).body.data.map(
      ({ id }: { id: string }) => id,
    );
  t.ok((await ids('active')).includes(other.api_key.id));
  t.strictSame(await ids('inactive'), []);
});

t.test('a key of an account has the rules of every key, and does what the role of the account allows', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner } = tenant;
  const { id, api_key: key } = await made(accountsOf(tenant), owner.token, { name: 'Reader', role: 'viewer' });
  const path = `${accountsOf(tenant)}/${id}`;
  const upload = async (token: string) =>
    code(await post('/v1/vector_stores', token, { name: `Store ${Math.random()}` }));
  t.strictSame([await use(key.value), await upload(key.value)], [200, refused]);
  t.match((await post(path, owner.token, { role: 'owner' })).body, { role: 'owner', name: 'Reader' });
  t.strictSame(await upload(key.value), [200, undefined]);
  t.strictSame(code(await get(`${ofProject(tenant)}/api_keys`, key.value)), refused, 'it stays a project key');

  const keys = `${ofProject(tenant)}/api_keys/${key.id}`;
  const { body: rotated } = await post(`${keys}/rotate`, owner.token, { overlap_seconds: 0 });
  t.strictSame([await use(key.value), await use(rotated.value)], [401, 200]);
  await post(keys, owner.token, { scopes: ['models.read'] });
  t.strictSame([await use(rotated.value), await use(rotated.value, '/v1/models')], [403, 200]);
  await post(keys, owner.token, { scopes: null, disabled: true });
  t.equal(await use(rotated.value), 401);
  await post(keys, owner.token, { disabled: false });
  t.equal(await use(rotated.value), 200);
  const second = (await post(`${path}/api_keys`, owner.token, { scopes: ['models.read'] })).body;
  t.match(second, { object: 'organization.project.service_account.api_key', name: 'Reader', expires_at: null });
  t.strictSame([await use(second.value), await use(second.value, '/v1/models')], [403, 200]);

  t.strictSame((await remove(path, owner.token)).body, {
    id,
    object: 'organization.project.service_account.deleted',
    deleted: true,
  });
  t.strictSame([await use(rotated.value), await use(second.value, '/v1/models')], [401, 401]);
  t.strictSame(code(await get(path, owner.token)), [404, 'not_found']);
});

t.test('usage and the audit log name the account', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner } = tenant;
  const { id, api_key: key } = await made(accountsOf(tenant), owner.token, { name: 'Import' });
  const store = (await post('/v1/vector_stores', key.value, { name: 'Documents' })).body.id;
  await remove(`/v1/vector_stores/${store}`, key.value);
  await app.app.services.usage.flush();
  const start_time = Math.floor(Date.now() / 1000) - 3600;
  const window = { start_time, bucket_width: '1d', group_by: 'user_id', user_ids: id };
  const { body } = await get('/v1/organization/usage/requests', owner.token, window);
  t.match(
    body.data.flatMap(({ results }: { results: object[] }) => results),
    [{ user_id: id }],
  );
  const log = await get('/v1/organization/audit_logs', owner.token, { event_types: 'vector_store.deleted' });
  t.match(log.body.data, [
    { actor: { type: 'api_key', api_key: { id: key.id, type: 'service_account', service_account: { id } } } },
  ]);
  const created = await get('/v1/organization/audit_logs', owner.token, { resource_ids: id });
  t.match(created.body.data, [
    { type: 'service_account.created', target_name: 'Import', 'service_account.created': { data: { role: 'member' } } },
  ]);
});

t.test('persons make accounts, with at most what they have in the project', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, member, organizationKey } = tenant;
  const path = accountsOf(tenant);
  t.strictSame(code(await post(path, organizationKey, { name: 'By a key' })), refused);
  t.strictSame(code(await post(path, member.token, { name: 'By a member' })), refused);
  const account = await made(path, owner.token, { name: 'Owner', role: 'owner', create_service_account_only: true });
  t.equal(account.api_key, null);
  t.equal((await get(path, organizationKey)).body.data.length, 1, 'a key reads them');
  const of = `${path}/${account.id}`;
  t.strictSame(code(await post(of, organizationKey, { role: 'member' })), refused);
  t.strictSame(code(await post(`${of}/api_keys`, organizationKey, {})), refused);

  const keysOnly = await made(`/v1/projects/${tenant.project.id}/roles`, owner.token, {
    role_name: 'Keys',
    permissions: ['keys.read', 'keys.write'],
  });
  await post(`/v1/projects/${tenant.project.id}/users/${member.id}/roles`, owner.token, { role_id: keysOnly.id });
  const own = await made(path, member.token, { name: 'By a member with the permission' });
  t.strictSame(code(await post(path, member.token, { name: 'More', role: 'owner' })), refused);
  t.strictSame(code(await post(`${path}/${own.id}`, member.token, { role: 'owner' })), refused);
  t.strictSame(code(await post(`${of}/api_keys`, member.token, {})), refused, 'no key of an account with more');
  t.strictSame(code(await post(of, member.token, { role: 'viewer' })), refused);
  t.strictSame(code(await remove(of, member.token)), refused);
  const key = (await post(`${of}/api_keys`, owner.token, {})).body;
  t.strictSame(code(await post(`${ofProject(tenant)}/api_keys/${key.id}/rotate`, member.token, {})), refused);

  await post(`${ofProject(tenant)}/archive`, owner.token, {});
  t.strictSame(code(await post(path, owner.token, { name: 'Late' })), [403, 'project_archived']);
});

t.test('creations with one Idempotency-Key make one account, and hide the value of a deleted key', async (t) => {
  const tenant = await createTenant(app, admin);
  const headers = { 'idempotency-key': 'once' };
  const options = { token: tenant.owner.token, body: { name: 'Import' }, headers };
  const [first, second] = [
    await app.request('POST', accountsOf(tenant), options),
    await app.request('POST', accountsOf(tenant), options),
  ];
  t.strictSame(second.body, first.body);
  await remove(`${ofProject(tenant)}/api_keys/${first.body.api_key.id}`, tenant.owner.token);
  const third = await app.request('POST', accountsOf(tenant), options);
  t.match(third.body.api_key, { status: 'deleted', value: first.body.api_key.redacted_value });
});
