import t from 'tap';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const groupsPath = '/v1/organization/groups';
const get = (path: string, token: string, query = {}) => app.request('GET', path, { token, query });
const post = (path: string, token: string, body: object) => app.request('POST', path, { token, body });
const remove = (path: string, token: string) => app.request('DELETE', path, { token });
const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

t.test('a group lives from its creation to its end, and members leave it with the organization', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, member } = tenant;
  const made = (await post(groupsPath, owner.token, { name: 'Research' })).body;
  t.match(made, { object: 'group', name: 'Research', group_type: 'group', is_scim_managed: false });
  t.strictSame(code(await post(groupsPath, owner.token, { name: 'Research' })), [409, 'name_already_exists']);
  const path = `${groupsPath}/${made.id}`;
  t.match((await post(path, owner.token, { name: 'Science' })).body, { id: made.id, name: 'Science' });
  t.match((await get(groupsPath, owner.token)).body, { data: [{ id: made.id, name: 'Science' }], next: null });
  const users = `${path}/users`;
  for (const _again of [1, 2]) {
    t.strictSame((await post(users, owner.token, { user_id: member.id })).body, {
      object: 'group.user',
      user_id: member.id,
      group_id: made.id,
    });
  }
  t.match((await get(users, owner.token)).body.data, [{ id: member.id, email: member.email, user_type: 'user' }]);
  t.match((await get(`${users}/${member.id}`, owner.token)).body, { id: member.id });
  t.match((await remove(`${users}/${member.id}`, owner.token)).body, { object: 'group.user.deleted', deleted: true });
  t.equal((await get(`${users}/${member.id}`, owner.token)).status, 404);
  await post(users, owner.token, { user_id: member.id });
  await remove(`/v1/organization/users/${member.id}`, owner.token);
  t.strictSame((await get(users, owner.token)).body.data, []);
  t.match((await remove(path, owner.token)).body, { object: 'group.deleted', deleted: true });
  t.equal((await get(path, owner.token)).status, 404);
});

t.test('a key with scopes gives and takes nothing that they lack', async (t) => {
  const { owner, member } = await createTenant(app, admin);
  const keyWith = async (scopes: string[]) =>
    (await post('/v1/organization/admin_api_keys', owner.token, { name: 'Scoped', scopes })).body.value;
  const ofMember = (await get('/v1/organization/roles', owner.token)).body.data.find(
    ({ name }: { name: string }) => name === 'member',
  ).permissions;
  const narrow = await keyWith(['groups.write', 'users.write', 'roles.write']);
  const wide = await keyWith([...ofMember, 'groups.write', 'users.write', 'roles.write']);
  const role = { role_name: 'Auditor', permissions: ['audit_log.read'] };
  const { body: auditor } = await post('/v1/organization/roles', owner.token, role);
  const { body: plain } = await post(groupsPath, owner.token, { name: 'Plain' });
  const { body: strong } = await post(groupsPath, owner.token, { name: 'Auditors' });
  await post(`${groupsPath}/${strong.id}/roles`, owner.token, { role_id: auditor.id });
  const body = { user_id: member.id };
  const refused = [403, 'insufficient_permissions'];
  t.strictSame(code(await post(`${groupsPath}/${strong.id}/users`, wide, body)), refused, 'a group that gives more');
  t.strictSame(code(await post(`${groupsPath}/${plain.id}/users`, narrow, body)), refused, 'a member who has more');
  t.equal((await post(`${groupsPath}/${plain.id}/users`, wide, body)).status, 200);
  t.strictSame(code(await post(`${groupsPath}/${strong.id}`, wide, { name: 'Mine' })), refused);
  t.strictSame(code(await remove(`${groupsPath}/${strong.id}`, wide)), refused);
  t.strictSame(code(await remove(`/v1/organization/users/${owner.id}`, wide)), refused);
  t.strictSame(code(await remove(`/v1/organization/users/${member.id}`, narrow)), refused);
  t.equal((await remove(`/v1/organization/users/${member.id}`, wide)).status, 200);
});
