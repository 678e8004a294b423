import t from 'tap';
import { createTenant, startWithAdmin, type Tenant } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const rolesPath = '/v1/organization/roles';
const groupsPath = '/v1/organization/groups';
const get = (path: string, token: string, query = {}) => app.request('GET', path, { token, query });
const post = (path: string, token: string, body: object) => app.request('POST', path, { token, body });
const remove = (path: string, token: string) => app.request('DELETE', path, { token });
const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

/** Defines a role and returns its id. */
async function newRole({ owner }: Tenant, permissions: string[], path = rolesPath): Promise<string> {
  const { status, body, text } = await post(path, owner.token, { role_name: `Role ${Math.random()}`, permissions });
  if (status !== 200) throw new Error(text);
  return body.id;
}

t.test('an own role of an organization and of a project lives from its definition to its end', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, project, organizationKey } = tenant;
  const places = [
    { path: rolesPath, type: 'api.organization', builtIn: ['owner', 'member'] },
    { path: `/v1/projects/${project.id}/roles`, type: 'api.project', builtIn: ['owner', 'member', 'viewer'] },
  ];
  for (const { path, type, builtIn } of places) {
    const before = (await get(path, organizationKey)).body;
    t.match(before, { object: 'list', has_more: false, next: null });
    t.strictSame(
      before.data.map(({ name }: { name: string }) => name),
      builtIn,
    );
    t.ok(before.data.every((role: object) => 'predefined_role' in role && role.predefined_role === true));
    const body = { role_name: 'Reader', permissions: ['files.read'], description: 'Reads.' };
    const made = (await post(path, owner.token, body)).body;
    t.match(made, { object: 'role', name: 'Reader', description: 'Reads.', predefined_role: false });
    t.match(made, { permissions: ['files.read'], resource_type: type });
    t.strictSame((await get(`${path}/${made.id}`, owner.token)).body, { ...made, people: 0 });
    t.strictSame(code(await post(path, owner.token, body)), [409, 'name_already_exists']);
    t.strictSame(code(await post(path, owner.token, { ...body, role_name: 'member' })), [409, 'name_already_exists']);
    const page = (await get(path, owner.token, { limit: builtIn.length })).body;
    t.match(page, { has_more: true, next: before.data.at(-1).id });
    t.match((await get(path, owner.token, { after: page.next })).body.data, [{ id: made.id }]);
    t.match((await get(path, owner.token, { order: 'desc', limit: 1 })).body.data, [{ id: made.id }]);
    const change = { permissions: ['files.read', 'files.write'], role_name: null, description: null };
    t.match((await post(`${path}/${made.id}`, owner.token, change)).body, {
      name: 'Reader',
      description: null,
      permissions: ['files.read', 'files.write'],
    });
    const [first] = before.data;
    t.strictSame(code(await post(`${path}/${first.id}`, owner.token, change)), [409, 'built_in_role']);
    t.strictSame(code(await remove(`${path}/${first.id}`, owner.token)), [409, 'built_in_role']);
    t.strictSame((await remove(`${path}/${made.id}`, owner.token)).body, {
      id: made.id,
      object: 'role.deleted',
      deleted: true,
    });
    t.equal((await get(`${path}/${made.id}`, owner.token)).status, 404);
  }
  t.equal((await post(rolesPath, owner.token, { role_name: 'X', permissions: ['server.read'] })).status, 422);
});

t.test('one role and one group say how many people lose them', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, member, project } = tenant;
  const role = await newRole(tenant, ['files.read']);
  const { name } = (await get(`${rolesPath}/${role}`, owner.token)).body;
  const group = `${groupsPath}/${(await post(groupsPath, owner.token, { name: 'Research' })).body.id}`;
  for (const { id } of [owner, member]) await post(`${group}/users`, owner.token, { user_id: id });
  t.match((await get(group, owner.token)).body, { people: 2, roles: [] });
  await post(`${group.replace('/organization', `/projects/${project.id}`)}/roles`, owner.token, {
    role_id: 'role_00000000000000000000000005',
  });
  await post(`${group}/roles`, owner.token, { role_id: role });
  await post(`/v1/organization/users/${member.id}/roles`, owner.token, { role_id: role });
  t.strictSame((await get(group, owner.token)).body.roles, [name, 'viewer'].toSorted());
  t.equal((await get(`${rolesPath}/${role}`, owner.token)).body.people, 2);
  t.equal((await app.request('DELETE', `${group}/users/${member.id}`, { token: owner.token })).status, 200);
  t.equal((await get(`${rolesPath}/${role}`, owner.token)).body.people, 2);
  t.notOk('people' in (await get(rolesPath, owner.token)).body.data[0]);
});

t.test('a group takes no member of another organization', async (t) => {
  const [own, other] = [await createTenant(app, admin), await createTenant(app, admin)];
  const { token } = own.owner;
  const mine = (await post(groupsPath, token, { name: 'Mine' })).body.id;
  t.equal((await post(`${groupsPath}/${mine}/users`, token, { user_id: other.member.id })).status, 404);
});

t.test('a key with scopes defines no role with other permissions', async (t) => {
  const { owner } = await createTenant(app, admin);
  const scopes = ['roles.write', 'files.read'];
  const key = (await post('/v1/organization/admin_api_keys', owner.token, { name: 'Key', scopes })).body.value;
  t.equal((await post(rolesPath, key, { role_name: 'Within', permissions: ['files.read'] })).status, 200);
  const beyond = await post(rolesPath, key, { role_name: 'Beyond', permissions: ['files.write'] });
  t.strictSame(code(beyond), [403, 'insufficient_permissions']);
  t.match(beyond.text, 'files.write');
});
