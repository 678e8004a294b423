// Groups that a directory keeps, by sequences of requests as the two large directories document them.

import t, { type Test } from 'tap';
import { AuditEntry } from '../../models/audit-entry.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { Membership } from '../../models/membership.ts';
import { User } from '../../models/user.ts';
import { hashPassword } from '../../services/people/passwords.ts';
import { client, startApp } from '../harness/app.ts';
import { holdBound } from '../harness/clock.ts';
import {
  createDirectory,
  directoryKey,
  groupSchema,
  newAddress,
  patch,
  type Scim,
  scimWith,
} from '../harness/directory.ts';
import { startServer, until } from '../harness/process.ts';
import { password, signIn, signUp } from '../harness/world.ts';

const app = await startApp(t);
const other = await startServer(app.database.settings);
t.teardown(() => other.end());
const there = client(t, other.url);
const admin = await signUp(app, { isAdmin: true });
const post = (path: string, token: string, body: object = {}) => app.request('POST', path, { token, body });

async function refused(t: Test, answer: ReturnType<Scim>, status: number, scimType: string | undefined, text: RegExp) {
  const { body, status: got } = await answer;
  t.match([got, body.scimType, body.detail], [status, scimType, text]);
}

async function createPeople(scim: Scim, count: number): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: count }, () => scim('POST', '/Users', { userName: newAddress() })),
  );
  return made.map(({ body }) => body.id);
}

async function createGroup(scim: Scim, displayName: string, others: object = {}): Promise<string> {
  const { body, status } = await scim('POST', '/Groups', { schemas: [groupSchema], displayName, ...others });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

const refs = (...ids: string[]) => ids.map((value) => ({ value }));
const membersOf = async (scim: Scim, id: string): Promise<string[]> =>
  (await scim('GET', `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value).toSorted();

t.test('Microsoft Entra ID: finds and makes a group, adds and removes members, renames and deletes it', async (t) => {
  const { tenant, scim } = await createDirectory(app, admin);
  const [ann, bob, cid] = (await createPeople(scim, 3)).toSorted() as [string, string, string];
  const query = { excludedAttributes: 'members', filter: 'displayName eq "Research"' };
  t.match((await scim('GET', '/Groups', undefined, query)).body, { totalResults: 0, Resources: [] });
  const created = await scim('POST', '/Groups', {
    schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'Research',
    meta: { resourceType: 'Group' },
  });
  t.match(created, { status: 201, body: { schemas: [groupSchema], displayName: 'Research', members: [] } });
  const { id, meta } = created.body;
  t.equal(created.headers.get('location'), meta.location);
  const path = `/Groups/${id}`;
  const shown = await app.request('GET', `/v1/organization/groups/${id}`, { token: tenant.owner.token });
  t.match(shown.body, { name: 'Research', is_scim_managed: true, people: 0 });
  const change = async (...operations: object[]) =>
    t.equal((await scim('PATCH', path, patch(...operations))).status, 204);
  await change({
    op: 'Add',
    path: 'members',
    value: [
      { $ref: null, value: ann },
      { $ref: null, value: bob },
    ],
  });
  await change({
    op: 'Add',
    path: 'members',
    value: [
      { $ref: null, value: bob },
      { $ref: null, value: cid },
    ],
  });
  t.strictSame(await membersOf(scim, id), [ann, bob, cid]);
  const found = await scim('GET', '/Groups', undefined, query);
  t.match(found.body, { totalResults: 1, itemsPerPage: 1, Resources: [{ id, displayName: 'Research' }] });
  t.notOk('members' in found.body.Resources[0]);
  t.notOk('members' in (await scim('GET', path, undefined, { excludedAttributes: 'members' })).body);
  // Entra asks whether a person is a member.
  const has = async (user: string) =>
    (await scim('GET', '/Groups', undefined, { filter: `id eq "${id}" and members eq "${user}"`, attributes: 'id' }))
      .body.totalResults;
  await change({ op: 'Remove', path: 'members', value: [{ $ref: null, value: ann }] });
  t.strictSame([await has(ann), await has(bob)], [0, 1]);
  await change({ op: 'Remove', path: `members[value eq "${bob}"]` });
  t.strictSame(await membersOf(scim, id), [cid]);
  await change(
    { op: 'Replace', path: 'displayName', value: 'Research 2' },
    { op: 'Replace', path: 'externalId', value: 'x' },
  );
  t.match((await scim('GET', '/Groups', undefined, { filter: 'externalId eq "x"' })).body, {
    Resources: [{ id, displayName: 'Research 2', members: [{ value: cid, type: 'User' }] }],
  });
  t.equal((await scim('DELETE', path)).status, 204);
  await refused(t, scim('GET', path), 404, undefined, /group/);
});

t.test('Okta: pushes a group, replaces it, changes members with and without a path, reads the groups', async (t) => {
  const { scim } = await createDirectory(app, admin);
  const [ann, bob, cid] = (await createPeople(scim, 3)).toSorted() as [string, string, string];
  const id = await createGroup(scim, 'Okta group', { members: [{ value: ann, display: 'ann@example.com' }] });
  const path = `/Groups/${id}`;
  const change = async (...operations: object[]) =>
    t.equal((await scim('PATCH', path, patch(...operations))).status, 204);
  await change({ op: 'replace', value: { id, displayName: 'Renamed' } });
  await change(
    { op: 'remove', path: `members[value eq "${ann}"]` },
    { op: 'add', path: 'members', value: [{ value: bob, display: 'bob@example.com' }] },
  );
  t.strictSame(await membersOf(scim, id), [bob]);
  await change({ op: 'replace', path: 'members', value: refs(ann, cid) });
  t.strictSame(await membersOf(scim, id), [ann, cid]);
  await change({ op: 'add', value: { members: refs(bob) } });
  t.strictSame(await membersOf(scim, id), [ann, bob, cid]);
  const whole = { schemas: [groupSchema], id, displayName: 'Whole' };
  const replaced = await scim('PUT', path, { ...whole, members: refs(cid) });
  t.match(replaced, { status: 200, body: { displayName: 'Whole', members: [{ value: cid }] } });
  t.match((await scim('PUT', path, whole)).body.members, [{ value: cid }], 'what is absent stays');
  await change({ op: 'remove', path: 'members' });
  t.strictSame(await membersOf(scim, id), []);
  await createGroup(scim, 'Second', { members: refs(ann) });
  const page = await scim('GET', '/Groups', undefined, { startIndex: '2', count: '1' });
  t.match(page.body, { totalResults: 2, startIndex: 2, itemsPerPage: 1, Resources: [{ displayName: 'Second' }] });
  t.match((await scim('GET', '/Groups', undefined, { filter: `members.value eq "${ann}"` })).body, {
    totalResults: 1,
  });
});

t.test('wrong requests are refused, and change nothing', async (t) => {
  const { scim, tenant } = await createDirectory(app, admin);
  const stranger = await signUp(app);
  const [ann] = (await createPeople(scim, 1)) as [string];
  const id = await createGroup(scim, 'Kept', { members: refs(ann) });
  await post('/v1/organization/groups', tenant.owner.token, { name: 'Taken' });
  const path = `/Groups/${id}`;
  await refused(t, scim('POST', '/Groups', { displayName: 'Taken' }), 409, 'uniqueness', /named 'Taken'/);
  await refused(t, scim('POST', '/Groups', {}), 400, 'invalidValue', /displayName/);
  const elsewhere = { displayName: 'New', members: refs(stranger.id) };
  await refused(t, scim('POST', '/Groups', elsewhere), 400, 'invalidValue', /no user/);
  await refused(t, scim('GET', '/Groups', undefined, { filter: 'title eq "a"' }), 400, 'invalidFilter', /title/);
  for (const [operation, status, scimType, text] of [
    [{ op: 'add', path: 'members', value: refs(stranger.id) }, 400, 'invalidValue', /no user/],
    [{ op: 'add', path: 'members', value: refs('nobody') }, 400, 'invalidValue', /no user/],
    [{ op: 'add', path: 'members', value: [ann] }, 400, 'invalidValue', /ids of users/],
    [{ op: 'remove', path: 'members[type eq "User"]' }, 400, 'invalidPath', /members\[value/],
    [{ op: 'replace', path: `members[value eq "${ann}"]`, value: 1 }, 400, 'invalidPath', /Only remove/],
    [{ op: 'replace', path: 'displayName', value: 'Taken' }, 409, 'uniqueness', /named 'Taken'/],
    [{ op: 'remove', path: 'displayName' }, 400, 'invalidValue', /displayName/],
    [{ op: 'replace', path: 'id', value: 'other' }, 400, 'mutability', /id/],
    [{ op: 'remove' }, 400, 'invalidPath', /path/],
  ] as const) {
    const both = patch({ op: 'remove', path: 'members' }, operation);
    await refused(t, scim('PATCH', path, both), status, scimType, text);
  }
  t.strictSame(await membersOf(scim, id), [ann]);
  await refused(t, (await createDirectory(app, admin)).scim('GET', path), 404, undefined, /group/);
});

t.test('a group gives its role to its members, and takes it, on the other server within five seconds', async (t) => {
  const { scim, tenant } = await createDirectory(app, admin);
  const email = newAddress();
  const { body: person } = await scim('POST', '/Users', { userName: email });
  await User.update({ passwordHash: await hashPassword(password) }, { where: { id: person.id } });
  const { token } = await signIn(app, email);
  const id = await createGroup(scim, 'Auditors');
  const role = { role_name: 'Auditor', permissions: ['audit_log.read'] };
  const { body: made } = await post('/v1/organization/roles', tenant.owner.token, role);
  t.equal((await post(`/v1/organization/groups/${id}/roles`, tenant.owner.token, { role_id: made.id })).status, 200);
  const seen = async () => (await there('GET', '/v1/organization/audit_logs', { token })).status;
  t.equal(await seen(), 403);
  for (const [op, status] of [
    ['add', 200],
    ['remove', 403],
  ] as const) {
    const operation = op === 'add' ? { op, path: 'members', value: refs(person.id) } : { op, path: 'members' };
    t.equal((await scim('PATCH', `/Groups/${id}`, patch(operation))).status, 204);
    const began = performance.now();
    await until(async () => ((await seen()) === status ? true : undefined));
    holdBound(t, `ms until the other server knows: ${op}`, performance.now() - began, 5000);
  }
  await scim('PATCH', `/Groups/${id}`, patch({ op: 'add', path: 'members', value: refs(person.id) }));
  await scim('PATCH', `/Users/${person.id}`, patch({ op: 'replace', path: 'active', value: false }));
  t.strictSame(await membersOf(scim, id), [person.id], 'a suspended member stays in the group');
  await scim('DELETE', `/Users/${person.id}`);
  t.strictSame(await membersOf(scim, id), []);
  const { body: log } = await app.request('GET', '/v1/organization/audit_logs?limit=100', {
    token: tenant.owner.token,
  });
  const types = log.data.map(({ type }: { type: string }) => type);
  for (const type of ['group.created', 'group_user.created', 'group_user.deleted']) t.ok(types.includes(type), type);
});

t.test('a group gets many members at once, with an audit entry for each', async (t) => {
  const { scim, tenant } = await createDirectory(app, admin);
  const { organizationId } = tenant;
  // More than one statement takes.
  const userIds = Array.from({ length: 600 }, () => newId('user')).sort();
  const rowOf = (id: string) => ({ email: `${id}@example.com`, emailKey: `${id.toLowerCase()}@example.com` });
  const known = { name: null, passwordHash: null, isAdmin: false, emailVerified: false, disabled: false };
  await User.bulkCreate(
    userIds.map((id) => ({ id, ...rowOf(id), ...known, defaultOrganizationId: null, createdAt: createdAt(id) })),
  );
  await Membership.bulkCreate(
    userIds.map((userId) => ({ organizationId, userId, role: 'member' as const, createdAt: createdAt(userId) })),
  );
  const id = await createGroup(scim, 'Everybody', { members: refs(...userIds) });
  t.strictSame(await membersOf(scim, id), userIds);
  const entries = await AuditEntry.findAll({ where: { type: 'group_user.created', targetId: id }, raw: true });
  t.strictSame(entries.map(({ details }) => JSON.parse(details).user_id).sort(), userIds);
});

t.test('nobody gets a role by a directory that they or the key lack', async (t) => {
  const { scim, tenant } = await createDirectory(app, admin);
  const [ann] = (await createPeople(scim, 1)) as [string];
  const { owner } = tenant;
  const role = { role_name: 'Keepers', permissions: ['scim.write', 'organization_keys.write', 'projects.read'] };
  const { body: keeper } = await post('/v1/organization/roles', owner.token, role);
  await post(`/v1/organization/users/${tenant.member.id}/roles`, owner.token, { role_id: keeper.id });
  const narrow = scimWith(app, await directoryKey(app, tenant.member.token));
  const { body: strong } = await post('/v1/organization/roles', owner.token, {
    role_name: 'Auditor',
    permissions: ['audit_log.read'],
  });
  // A group of people that somebody made by hand and gave a role.
  const { body: byHand } = await post('/v1/organization/groups', owner.token, { name: 'By hand' });
  const add = patch({ op: 'add', path: 'members', value: refs(ann) });
  t.equal((await scim('PATCH', `/Groups/${byHand.id}`, add)).status, 204, 'without a role');
  await post(`/v1/organization/groups/${byHand.id}/roles`, owner.token, { role_id: strong.id });
  await refused(t, scim('PATCH', `/Groups/${byHand.id}`, add), 403, undefined, /scopes of this key/);
  await refused(t, scim('DELETE', `/Groups/${byHand.id}`), 403, undefined, /scopes of this key/);
  // A group of the directory, by the key of somebody who has less than the group gives.
  const id = await createGroup(narrow, 'Of the directory');
  await post(`/v1/organization/groups/${id}/roles`, owner.token, { role_id: strong.id });
  t.equal((await scim('PATCH', `/Groups/${id}`, add)).status, 204);
  await refused(
    t,
    narrow('PATCH', `/Groups/${id}`, patch({ op: 'remove', path: 'members' })),
    403,
    undefined,
    /Ask an owner/,
  );
  const weak = await createGroup(narrow, 'Weak');
  const addOwner = patch({ op: 'add', path: 'members', value: refs(owner.id) });
  await refused(t, narrow('PATCH', `/Groups/${weak}`, addOwner), 403, undefined, /more than you/);
});
