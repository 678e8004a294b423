// Refusals of SCIM, and the time within which its changes take hold, with two servers on one database.

import t, { type Test } from 'tap';
import { User } from '../../models/user.ts';
import { hashPassword } from '../../services/people/passwords.ts';
import { client, startApp } from '../harness/app.ts';
import { holdBound } from '../harness/clock.ts';
import { createDirectory, directoryKey, newAddress, patch, type Scim, scimWith } from '../harness/directory.ts';
import { startServer, until } from '../harness/process.ts';
import { createTenant, join, type Person, password, signIn, signUp } from '../harness/world.ts';

const app = await startApp(t);
const other = await startServer(app.database.settings);
t.teardown(() => other.end());
const there = client(t, other.url);
const admin = await signUp(app, { isAdmin: true });
const suspend = patch({ op: 'replace', path: 'active', value: false });
const resume = patch({ op: 'replace', path: 'active', value: true });
const rename = patch({ op: 'replace', path: 'displayName', value: 'Renamed' });
const get = (path: string, token: string) => app.request('GET', path, { token });
const post = (path: string, token: string, body: object = {}) => app.request('POST', path, { token, body });

async function refused(t: Test, answer: ReturnType<Scim>, status: number, scimType: string | undefined, text: RegExp) {
  const { body, status: got } = await answer;
  t.match([got, body.scimType, body.detail], [status, scimType, text]);
}

/** Creates a person by the directory, and gives them a session. */
async function provision(scim: Scim, others: object = {}): Promise<Person> {
  const email = newAddress();
  const { body } = await scim('POST', '/Users', { userName: email, displayName: 'Made', ...others });
  await User.update({ passwordHash: await hashPassword(password) }, { where: { id: body.id } });
  return { id: body.id, email, ...(await signIn(app, email)) };
}

/** Waits until the other server refuses the credential. */
async function untilRefused(t: Test, token: string, path: string): Promise<void> {
  const began = performance.now();
  let last = began;
  await until(async () => {
    const asked = performance.now();
    if ([401, 403].includes((await there('GET', path, { token })).status)) return true;
    last = asked;
    return undefined;
  });
  holdBound(t, 'ms until the other server refuses', last - began, 5000);
}

const statusOf = async (path: string, token: string): Promise<number> => (await get(path, token)).status;

t.test('only an organization key with the permission gets in', async (t) => {
  const { tenant } = await createDirectory(app, admin);
  const other = { name: 'Other', scopes: ['users.write', 'groups.write'] };
  const { body: key } = await post('/v1/organization/admin_api_keys', tenant.owner.token, other);
  for (const token of [key.value, tenant.owner.token, tenant.member.token, tenant.project.key, admin.token])
    await refused(t, scimWith(app, token)('GET', '/Users'), 403, undefined, /\w/);
  const made = await createDirectory(app, admin);
  for (const path of ['/v1/organization/users', '/v1/organization/groups', '/v1/organization/admin_api_keys'])
    t.equal((await get(path, made.key)).status, 403, 'the scope opens nothing else');
});

t.test("a key stops with its maker's role", async (t) => {
  const { tenant } = await createDirectory(app, admin);
  const second = await signUp(app);
  await join(tenant.organizationId, second, 'owner');
  const scim = scimWith(app, await directoryKey(app, second.token));
  t.equal((await scim('GET', '/Users')).status, 200);
  await post(`/v1/organization/users/${second.id}`, tenant.owner.token, { role: 'member' });
  await refused(t, scim('GET', '/Users'), 403, undefined, /lacks the permission scim.write/);
});

t.test("another organization's people are out of reach", async (t) => {
  const { scim } = await createDirectory(app, admin);
  const stranger = (await createTenant(app, admin)).member;
  const path = `/Users/${stranger.id}`;
  for (const [method, body] of [
    ['GET'],
    ['PATCH', suspend],
    ['DELETE'],
    ['PUT', { userName: stranger.email }],
  ] as const)
    await refused(t, scim(method, path, body), 404, undefined, /There is no user/);
  await refused(t, scim('POST', '/Users', { userName: stranger.email }), 409, 'uniqueness', /Invite the person/);
  t.match((await get('/auth/me', stranger.token)).body, { email: stranger.email, name: 'User' });
});

t.test('of an account that the directory did not make, only the membership changes', async (t) => {
  const { tenant, scim } = await createDirectory(app, admin);
  const elsewhere = await createTenant(app, admin);
  await join(elsewhere.organizationId, tenant.member, 'member');
  const { id, email, token } = tenant.member;
  const path = `/Users/${id}`;
  await refused(t, scim('PATCH', path, rename), 400, 'mutability', /only of accounts that it made/);
  const moved = patch({ op: 'replace', path: 'userName', value: newAddress() });
  await refused(t, scim('PATCH', path, moved), 400, 'mutability', /only of accounts that it made/);
  const same = { userName: email, displayName: 'User', externalId: 'x', name: { givenName: 'A' }, active: true };
  t.match((await scim('PUT', path, same)).body, { externalId: 'x', displayName: 'User', name: { formatted: 'User' } });
  const both = patch(
    { op: 'replace', path: 'active', value: false },
    { op: 'replace', path: 'displayName', value: 'R' },
  );
  await refused(t, scim('PATCH', path, both), 400, 'mutability', /only of accounts/);
  t.equal(
    await statusOf(`/v1/organization/users/${id}`, tenant.owner.token),
    200,
    'nothing of a refused change is made',
  );
  t.match((await scim('PATCH', path, suspend)).body, { active: false });
  const me = (await get('/auth/me', token)).body;
  t.strictSame(
    me.organizations.map((one: { id: string }) => one.id),
    [elsewhere.organizationId],
    'the other organization and its sessions stay',
  );
  t.equal(me.default_organization_id, elsewhere.organizationId);
  t.match((await get(`/admin/users/${id}`, admin.token)).body, { disabled: false });
});

t.test('an account of the directory that is elsewhere too, or is an admin, is governed by nobody here', async (t) => {
  const { scim } = await createDirectory(app, admin);
  const person = await provision(scim);
  const path = `/Users/${person.id}`;
  t.equal((await scim('PATCH', path, rename)).body.displayName, 'Renamed');
  const elsewhere = await createTenant(app, admin);
  await join(elsewhere.organizationId, person, 'member');
  const again = patch({ op: 'replace', path: 'displayName', value: 'Again' });
  await refused(t, scim('PATCH', path, again), 400, 'mutability', /no other organization/);
  await scim('PATCH', path, suspend);
  t.match((await get(`/admin/users/${person.id}`, admin.token)).body, { disabled: false });
  const chief = await provision(scim);
  await post(`/admin/users/${chief.id}`, admin.token, { is_admin: true });
  for (const body of [again, suspend, patch({ op: 'replace', path: 'userName', value: newAddress() })])
    await refused(t, scim('PATCH', `/Users/${chief.id}`, body), 400, 'mutability', /admin/);
  t.equal((await scim('DELETE', `/Users/${chief.id}`)).status, 204);
  t.match((await get('/auth/me', chief.token)).body, { is_admin: true, organizations: [] });
});

t.test('the accountable owner stays, and another owner goes only by the key of an owner', async (t) => {
  const { tenant, scim } = await createDirectory(app, admin);
  const path = `/Users/${tenant.owner.id}`;
  await refused(t, scim('PATCH', path, suspend), 409, undefined, /accountable for the organization/);
  await refused(t, scim('DELETE', path), 409, undefined, /accountable for the organization/);
  const second = await signUp(app);
  await join(tenant.organizationId, second, 'owner');
  // Somebody who may do no more than keep the people.
  const role = { role_name: 'Directories', permissions: ['scim.write', 'organization_keys.write', 'projects.read'] };
  const { body: made } = await post('/v1/organization/roles', tenant.owner.token, role);
  await post(`/v1/organization/users/${tenant.member.id}/roles`, tenant.owner.token, { role_id: made.id });
  const narrow = scimWith(app, await directoryKey(app, tenant.member.token));
  t.equal((await narrow('GET', '/Users')).status, 200);
  for (const [method, body] of [['PATCH', suspend], ['DELETE']] as const)
    await refused(t, narrow(method, `/Users/${second.id}`, body), 403, undefined, /owner/);
  t.match((await scim('PATCH', `/Users/${second.id}`, suspend)).body, { active: false });
  await refused(t, narrow('PATCH', `/Users/${second.id}`, resume), 403, undefined, /more than you/);
  await refused(t, narrow('DELETE', `/Users/${second.id}`), 403, undefined, /owner/);
  t.match((await scim('PATCH', `/Users/${second.id}`, resume)).body, { active: true });
  t.match((await get(`/v1/organization/users/${second.id}`, tenant.owner.token)).body, { role: 'owner' });
  t.equal((await scim('DELETE', `/Users/${second.id}`)).status, 204);
});

t.test('a changed address is not verified, and ends open reset links', async (t) => {
  const { scim } = await createDirectory(app, admin);
  const person = await provision(scim);
  await User.update({ emailVerified: true }, { where: { id: person.id } });
  const { body: link } = await post(`/admin/users/${person.id}/password_link`, admin.token);
  const token = new URL(link.url).hash.slice('#token='.length);
  const confirm = { token, password: 'another horse battery' };
  const taken = patch({ op: 'replace', path: 'userName', value: admin.email.toUpperCase() });
  await refused(t, scim('PATCH', `/Users/${person.id}`, taken), 409, 'uniqueness', /Invite the person/);
  const userName = newAddress();
  const moved = await scim('PATCH', `/Users/${person.id}`, patch({ op: 'replace', path: 'userName', value: userName }));
  t.match(moved.body, { userName, emails: [{ value: userName }] });
  t.match((await get(`/admin/users/${person.id}`, admin.token)).body, { email: userName, email_verified: false });
  t.equal((await app.request('POST', '/v1/reset_password/confirm', { body: confirm })).status, 400);
});

t.test('an account that an admin disabled stays disabled', async (t) => {
  const { scim } = await createDirectory(app, admin);
  const { id } = await provision(scim);
  await scim('PATCH', `/Users/${id}`, suspend);
  await post(`/admin/users/${id}`, admin.token, { disabled: true });
  await refused(t, scim('PATCH', `/Users/${id}`, resume), 400, 'mutability', /Only an admin/);
  await post(`/admin/users/${id}`, admin.token, { disabled: false });
  t.match((await scim('PATCH', `/Users/${id}`, resume)).body, { active: true });
});

t.test('no invitation gets around a suspension, and keys, groups and roles come back with its end', async (t) => {
  const { tenant, scim } = await createDirectory(app, admin);
  const { owner, organizationId } = tenant;
  const person = await signUp(app);
  const invite = { email: person.email, organization_id: organizationId };
  const { body: invitation } = await post('/v1/invitations/link', owner.token, invite);
  await join(organizationId, person, 'member');
  const permissions = ['organization_keys.write', 'projects.read'];
  const { body: role } = await post('/v1/organization/roles', owner.token, { role_name: 'Keepers', permissions });
  const { body: group } = await post('/v1/organization/groups', owner.token, { name: 'Keepers' });
  await post(`/v1/organization/groups/${group.id}/roles`, owner.token, { role_id: role.id });
  await post(`/v1/organization/groups/${group.id}/users`, owner.token, { user_id: person.id });
  const { body: key } = await post('/v1/organization/admin_api_keys', person.token, { name: 'Mine' });
  const projects = '/v1/organization/projects';
  t.equal(await statusOf(projects, key.value), 200);
  await scim('PATCH', `/Users/${person.id}`, suspend);
  t.equal(await statusOf(projects, key.value), 401);
  const { token } = await signIn(app, person.email);
  const link = { token: new URL(invitation.url).hash.slice('#token='.length) };
  const accepted = await post('/v1/invitations/accept', token, link);
  t.match([accepted.status, accepted.text], [403, /suspended/]);
  t.equal((await post('/v1/invitations/link', owner.token, invite)).body.error.code, 'already_member');
  const headers = { 'compat-organization': organizationId };
  t.equal((await app.request('GET', projects, { token, headers })).status, 403);
  await scim('PATCH', `/Users/${person.id}`, resume);
  t.equal(await statusOf(projects, key.value), 200);
  t.match((await get(`/v1/organization/groups/${group.id}/users`, owner.token)).body.data, [{ id: person.id }]);
});

for (const [what, method, body] of [
  ['suspended', 'PATCH', suspend],
  ['removed', 'DELETE', undefined],
] as const) {
  t.test(`a person who is ${what} loses sessions and keys on the other server within five seconds`, async (t) => {
    const { tenant, scim } = await createDirectory(app, admin);
    const person = await provision(scim);
    await post(`/v1/organization/users/${person.id}`, tenant.owner.token, { role: 'owner' });
    const { body: key } = await post('/v1/organization/admin_api_keys', person.token, { name: 'Mine' });
    t.equal((await there('GET', '/auth/me', { token: person.token })).status, 200);
    t.equal((await there('GET', '/v1/organization/projects', { token: key.value })).status, 200);
    t.ok((await scim(method, `/Users/${person.id}`, body)).status < 300);
    await Promise.all([
      untilRefused(t, person.token, '/auth/me'),
      untilRefused(t, key.value, '/v1/organization/projects'),
    ]);
    const refresh = await there('POST', '/auth/refresh', { token: person.refreshToken });
    t.equal(refresh.status, 401);
    const login = await there('POST', '/auth/login', { body: { email: person.email, password } });
    t.equal(login.status, 401, 'the account is disabled');
  });
}

t.test('the audit log names the key of the directory', async (t) => {
  const { tenant, scim } = await createDirectory(app, admin);
  const person = await provision(scim);
  await scim('PATCH', `/Users/${person.id}`, suspend);
  await scim('PATCH', `/Users/${person.id}`, suspend);
  const { body } = await get('/v1/organization/audit_logs?limit=20', tenant.owner.token);
  const made = body.data.filter(({ actor }: { actor: { type: string } }) => actor.type === 'api_key');
  t.match(JSON.stringify(made), new RegExp(person.id));
  const suspensions = body.data.filter((one: object) => JSON.stringify(one).includes('"suspended":true'));
  t.equal(suspensions.length, 1, 'a repeated change is no change');
});
