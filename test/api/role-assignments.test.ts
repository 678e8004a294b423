import t from 'tap';
import { createTenant, join, type Person, signUp, startWithAdmin, type Tenant } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const groupsPath = '/v1/organization/groups';
const get = (path: string, token: string, headers = {}) => app.request('GET', path, { token, headers });
const post = (path: string, token: string, body: object, headers = {}) =>
  app.request('POST', path, { token, body, headers });
const remove = (path: string, token: string) => app.request('DELETE', path, { token });
const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const refused = [403, 'insufficient_permissions'];
const inProject = (id: string) => ({ 'compat-project': id });
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

async function newMember({ organizationId }: Tenant, role: 'owner' | 'member' = 'member'): Promise<Person> {
  const person = await signUp(app);
  await join(organizationId, person, role);
  return person;
}

async function made(path: string, token: string, body: object): Promise<string> {
  const answer = await post(path, token, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  return answer.body.id;
}

const newRole = (token: string, permissions: string[], base = '/v1/organization') =>
  made(`${base}/roles`, token, { role_name: `Role ${permissions.join()}`, permissions });

/** Lets members reach only the projects in which they have a role. */
const assignedOnly = ({ owner }: Tenant) =>
  post('/v1/organization/settings', owner.token, { project_access: 'assigned' });

t.test('a caller has their own roles and those of their groups, in the organization and projects', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, member, project, sibling } = tenant;
  await assignedOnly(tenant);
  const auditor = await newRole(owner.token, ['audit_log.read']);
  const reader = await newRole(owner.token, ['files.read'], `/v1/projects/${project.id}`);
  const group = await made(groupsPath, owner.token, { name: 'Research' });
  t.match((await post(`${groupsPath}/${group}/roles`, owner.token, { role_id: auditor })).body, {
    object: 'group.role',
    role: { id: auditor },
    group: { id: group, object: 'group', name: 'Research', scim_managed: false },
  });
  const own = `/v1/projects/${project.id}/users/${member.id}/roles`;
  t.match((await post(own, owner.token, { role_id: reader })).body, {
    object: 'user.role',
    role: { id: reader, resource_type: 'api.project' },
    user: { id: member.id },
  });
  t.equal((await get('/v1/files', member.token, inProject(project.id))).status, 200);
  t.strictSame(code(await get('/v1/files', member.token, inProject(sibling.id))), refused);
  t.strictSame(code(await get('/v1/vector_stores', member.token, inProject(project.id))), refused);
  t.strictSame(code(await get('/v1/organization/audit_logs', member.token)), refused);
  await post(`${groupsPath}/${group}/users`, owner.token, { user_id: member.id });
  t.equal((await get('/v1/organization/audit_logs', member.token)).status, 200);
  const groups = `/v1/organization/projects/${sibling.id}/groups`;
  t.match((await post(groups, owner.token, { group_id: group, role: 'viewer' })).body, {
    object: 'project.group',
    group_id: group,
    group_name: 'Research',
    project_id: sibling.id,
  });
  t.equal((await get('/v1/files', member.token, inProject(sibling.id))).status, 200);

  const roles = `/v1/organization/users/${member.id}/roles`;
  const listed = (await get(roles, owner.token)).body;
  t.match(listed.data, [
    {
      name: 'member',
      predefined_role: true,
      assignment_sources: [{ principal_id: member.id, principal_type: 'user' }],
    },
    { id: auditor, assignment_sources: [{ principal_id: group, principal_type: 'group' }], created_by: owner.id },
  ]);
  t.match((await get(`${roles}/${auditor}`, owner.token)).body, { id: auditor, permissions: ['audit_log.read'] });
  t.equal((await remove(`${roles}/${auditor}`, owner.token)).status, 404, 'a role of a group is not taken from a user');
  t.match((await get(groups, owner.token)).body, { data: [{ group_id: group }], next: null });
  t.match((await get(`${groups}/${group}`, owner.token)).body, { group_id: group });
  t.strictSame(names((await get(`/v1/projects/${sibling.id}/groups/${group}/roles`, owner.token)).body), ['viewer']);

  t.equal((await remove(`/v1/organization/roles/${auditor}`, owner.token)).status, 200);
  t.strictSame(code(await get('/v1/organization/audit_logs', member.token)), refused, 'the role is deleted');
  t.strictSame((await remove(`${groups}/${group}`, owner.token)).body, {
    object: 'project.group.deleted',
    deleted: true,
  });
  t.strictSame(code(await get('/v1/files', member.token, inProject(sibling.id))), refused);
  t.strictSame((await remove(`${own}/${reader}`, owner.token)).body, { object: 'user.role.deleted', deleted: true });
  t.strictSame(code(await get('/v1/files', member.token, inProject(project.id))), refused);
});

t.test('nobody grants what they lack, and nobody changes somebody who has more', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, member, project, sibling } = tenant;
  const other = await newMember(tenant);
  const helper = await newRole(owner.token, ['roles.read', 'roles.write', 'groups.write', 'users.write', 'keys.write']);
  await post(`/v1/organization/users/${member.id}/roles`, owner.token, { role_id: helper });
  const { token } = member;
  const powerful = await newRole(owner.token, ['audit_log.read', 'files.read']);
  const [ownerRole] = (await get('/v1/organization/roles', owner.token)).body.data;
  const group = await made(groupsPath, owner.token, { name: 'Owners' });
  await post(`${groupsPath}/${group}/roles`, owner.token, { role_id: ownerRole.id });
  const [users, roles] = ['/v1/organization/users', '/v1/organization/roles'];
  const attempts: [string, Promise<{ status: number; body: { error?: { code: string } } }>][] = [
    ['define', post(roles, token, { role_name: 'X', permissions: ['audit_log.read'] })],
    ['widen', post(`${roles}/${helper}`, token, { permissions: ['users.write', 'audit_log.read'] })],
    ['narrow a greater one', post(`${roles}/${powerful}`, token, { permissions: ['files.read'] })],
    ['delete a greater one', remove(`${roles}/${powerful}`, token)],
    ['assign to oneself', post(`${users}/${member.id}/roles`, token, { role_id: powerful })],
    ['become an owner', post(`${users}/${member.id}/roles`, token, { role_id: ownerRole.id })],
    ['become an owner by the old way', post(`${users}/${member.id}`, token, { role: 'owner' })],
    ['make an owner', post(`${users}/${other.id}/roles`, token, { role_id: ownerRole.id })],
    ['join a greater group', post(`${groupsPath}/${group}/users`, token, { user_id: member.id })],
    ['rename a greater group', post(`${groupsPath}/${group}`, token, { name: 'Mine' })],
    ['give a greater group', post(`${groupsPath}/${group}/roles`, token, { role_id: helper })],
    ['remove an owner', remove(`${users}/${owner.id}`, token)],
    ['demote an owner', post(`${users}/${owner.id}`, token, { role: 'member' })],
    ['give an owner a role', post(`${users}/${owner.id}/roles`, token, { role_id: helper })],
    ['a project', post(`/v1/organization/projects/${project.id}/users`, token, { user_id: other.id, role: 'owner' })],
    ['delete the key of an owner', remove(`/v1/organization/projects/${project.id}/api_keys/${project.keyId}`, token)],
    ['rotate it', post(`/v1/organization/projects/${project.id}/api_keys/${project.keyId}/rotate`, token, {})],
    ['by a header', post(roles, token, { role_name: 'Y', permissions: ['keys.read'] }, inProject(project.id))],
  ];
  for (const [what, attempt] of attempts) t.strictSame(code(await attempt), refused, what);
  t.equal((await post(`${users}/${other.id}/roles`, token, { role_id: helper })).status, 200, 'what they have');
  t.equal((await remove(`${users}/${other.id}/roles/${helper}`, token)).status, 200);

  // The owner of a project manages that one, and nothing of the organization.
  await post(`/v1/organization/projects/${project.id}/users`, owner.token, { user_id: other.id, role: 'owner' });
  const third = await newMember(tenant);
  const add = { user_id: third.id, role: 'member' };
  t.equal((await post(`/v1/organization/projects/${project.id}/users`, other.token, add)).status, 200);
  t.strictSame(code(await post(`/v1/organization/projects/${sibling.id}/users`, other.token, add)), refused);
  t.strictSame(code(await get(roles, other.token)), refused);
  const made403 = post(`/v1/projects/${project.id}/roles`, other.token, {
    role_name: 'Z',
    permissions: ['usage.read'],
  });
  t.strictSame(code(await made403), refused);
  const plain = { role_name: 'Z', permissions: ['files.read'] };
  t.equal((await post(`/v1/projects/${project.id}/roles`, other.token, plain)).status, 200);
  t.strictSame(code(await post(roles, other.token, plain, inProject(project.id))), refused, 'a header gives nothing');
});

t.test('an owner by a group is one, but the accountable owner stays a direct one', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, member } = tenant;
  const [ownerRole, memberRole] = (await get('/v1/organization/roles', owner.token)).body.data;
  const group = await made(groupsPath, owner.token, { name: 'Owners' });
  await post(`${groupsPath}/${group}/roles`, owner.token, { role_id: ownerRole.id });
  for (const { id } of [member, owner]) await post(`${groupsPath}/${group}/users`, owner.token, { user_id: id });
  t.equal((await get('/v1/organization/audit_logs', member.token)).status, 200);
  const roles = `/v1/organization/users/${owner.id}/roles`;
  t.strictSame(code(await remove(`${roles}/${ownerRole.id}`, member.token)), [409, 'accountable_owner']);
  t.strictSame(code(await remove(`${roles}/${memberRole.id}`, owner.token)), [409, 'built_in_role']);
  t.strictSame(names((await get(roles, member.token)).body), ['owner', 'member']);
  t.equal(
    (await post(`/v1/organization/users/${member.id}/roles`, owner.token, { role_id: ownerRole.id })).status,
    200,
  );
  t.match((await get(`/v1/organization/users/${member.id}`, owner.token)).body, { role: 'owner' });
  const theirs = `/v1/organization/users/${member.id}/roles/${ownerRole.id}`;
  t.equal((await remove(theirs, owner.token)).status, 200);
  t.match((await get(`/v1/organization/users/${member.id}`, owner.token)).body, { role: 'member' });
  await remove(`${groupsPath}/${group}`, owner.token);
  t.strictSame(code(await get('/v1/organization/audit_logs', member.token)), refused);
  t.equal((await get('/v1/organization/audit_logs', owner.token)).status, 200);
});

t.test('nothing of another organization is assigned', async (t) => {
  const [own, other] = [await createTenant(app, admin), await createTenant(app, admin)];
  const { token } = own.owner;
  const theirRole = await newRole(other.owner.token, ['files.read']);
  const theirGroup = await made(groupsPath, other.owner.token, { name: 'Theirs' });
  const ownRole = await newRole(token, ['files.read']);
  for (const [path, body] of [
    [`/v1/organization/users/${own.member.id}/roles`, { role_id: theirRole }],
    [`/v1/organization/users/${other.member.id}/roles`, { role_id: ownRole }],
    [`/v1/organization/groups/${theirGroup}/roles`, { role_id: ownRole }],
    [`/v1/projects/${own.project.id}/users/${own.member.id}/roles`, { role_id: ownRole }],
    [`/v1/organization/projects/${own.project.id}/groups`, { group_id: theirGroup, role: 'viewer' }],
    [`/v1/organization/projects/${own.project.id}/users`, { user_id: other.member.id, role: 'viewer' }],
    [`/v1/organization/projects/${other.project.id}/users`, { user_id: own.member.id, role: 'viewer' }],
  ] as const)
    t.equal((await post(path, token, body)).status, 404, path);
  // The same person in two organizations has in each what that one gives.
  await join(other.organizationId, own.member, 'member');
  await assignedOnly(own);
  await post(`/v1/organization/projects/${other.project.id}/users`, other.owner.token, {
    user_id: own.member.id,
    role: 'owner',
  });
  const headers = { 'compat-organization': own.organizationId, 'compat-project': other.project.id };
  t.equal((await get('/v1/files', own.member.token, headers)).status, 403);
  const there = { 'compat-organization': other.organizationId, 'compat-project': other.project.id };
  t.equal((await get('/v1/files', own.member.token, there)).status, 200);
});

t.test('the audit log says who gave which role to whom, and where', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, member, project } = tenant;
  const users = `/v1/organization/projects/${project.id}/users`;
  await post(users, owner.token, { user_id: member.id, role: 'viewer' });
  await post(users, owner.token, { user_id: member.id, role: 'viewer' });
  await remove(`${users}/${member.id}`, owner.token);
  const { data } = (await get('/v1/organization/audit_logs?event_types[]=role.*', owner.token)).body;
  const entry = (type: string) => ({
    type,
    actor: { session: { user: { id: owner.id } } },
    project: { id: project.id },
    [type]: { role_name: 'viewer', principal_type: 'user', principal_id: member.id },
  });
  t.match(data, [entry('role.assignment.deleted'), entry('role.assignment.created')]);
  t.equal(data.length, 2);
});
