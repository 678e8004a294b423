// Creates tenants through the API: an organization with its users, keys and two projects. Only the users are created in
// the database, because no operation creates them.

import { randomBytes } from 'node:crypto';
import { transaction } from '../../models/connection.ts';
import { Membership, type Role } from '../../models/membership.ts';
import { User } from '../../models/user.ts';
import { createUser } from '../../services/people/users.ts';
import { startApp, type TestApp, type TestEnd } from './app.ts';

export const password = 'correct horse battery';

export interface Person {
  id: string;
  email: string;
  token: string;
  refreshToken: string;
}

export interface TestProject {
  id: string;
  key: string;
  keyId: string;
}

export interface Tenant {
  organizationId: string;
  owner: Person;
  member: Person;
  organizationKey: string;
  organizationKeyId: string;
  project: TestProject;
  sibling: TestProject;
}

/** Starts the server, and signs an admin up. */
export async function startWithAdmin(
  t: TestEnd,
  settings: Record<string, string> = {},
): Promise<{ app: TestApp; admin: Person }> {
  const app = await startApp(t, settings);
  return { app, admin: await signUp(app, { isAdmin: true }) };
}

/** Creates a user and signs in. */
export async function signUp(
  app: TestApp,
  { isAdmin = false, email = `user-${randomBytes(8).toString('hex')}@example.com` } = {},
): Promise<Person> {
  const user = await createUser({ email, name: 'User', password, isAdmin });
  return { id: user.id, email, ...(await signIn(app, email)) };
}

export async function signIn(
  app: TestApp,
  email: string,
  secret = password,
): Promise<{ token: string; refreshToken: string }> {
  const { status, body, text } = await app.request('POST', '/auth/login', { body: { email, password: secret } });
  if (status !== 200) throw new Error(`Sign-in failed: ${text}`);
  return { token: body.access_token, refreshToken: body.refresh_token };
}

/** Signs in as a browser. Returns the headers that requests of its pages have. */
export async function signInBrowser(app: TestApp, email: string): Promise<Record<string, string>> {
  const { status, headers, text } = await app.request('POST', '/auth/session', { body: { email, password } });
  if (status !== 200) throw new Error(`Sign-in failed: ${text}`);
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
  return { cookie, origin: app.url };
}

/** Makes the user an owner or a member. */
export async function join(organizationId: string, person: Person, role: Role): Promise<void> {
  await transaction((tx) => Membership.put(organizationId, person.id, role, tx));
}

/** Creates an organization with an owner, a member and a key, and two projects with a key each. */
export async function createTenant(app: TestApp, admin: Person): Promise<Tenant> {
  const owner = await signUp(app);
  const member = await signUp(app);
  const created = await app.request('POST', '/admin/organization/', {
    token: admin.token,
    body: { name: 'Tenant', owner_id: owner.id },
  });
  const organizationId: string = created.body.organization.id;
  await join(organizationId, member, 'member');
  const key = await app.request('POST', '/v1/organization/admin_api_keys', {
    token: owner.token,
    body: { name: 'Key' },
  });
  const organizationKey: string = key.body.value;
  const project = await createProject(app, organizationKey);
  const sibling = await createProject(app, organizationKey);
  return { organizationId, owner, member, organizationKey, organizationKeyId: key.body.id, project, sibling };
}

export async function createProject(app: TestApp, organizationKey: string): Promise<TestProject> {
  const project = await app.request('POST', '/v1/organization/projects', {
    token: organizationKey,
    body: { name: 'Project' },
  });
  const key = await app.request('POST', `/v1/organization/projects/${project.body.id}/api_keys`, {
    token: organizationKey,
    body: { name: 'Key' },
  });
  return { id: project.body.id, key: key.body.value, keyId: key.body.id };
}

/** Returns the number of users, for tests that verify that no user was created. */
export function countUsers(): Promise<number> {
  return User.count();
}
