// Fixtures that operations act on, by collection. They replace `{project_id}` in a path or `$fixture` in a contract
// case. Each maker returns the id of a new item. For something that is mailed, it returns the token in the link.

import { randomBytes } from 'node:crypto';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { Invitation } from '../../models/invitation.ts';
import { Login } from '../../models/login.ts';
import { Membership } from '../../models/membership.ts';
import { PasswordReset } from '../../models/password-reset.ts';
import { PendingSignIn } from '../../models/pending-sign-in.ts';
import { User } from '../../models/user.ts';
import { derivedMaker } from '../../scripts/contract/derived-fixtures.ts';
import {
  apiMakers,
  isOfWholeOrganization,
  keysPath,
  type Maker,
  type Place,
  projectsPath,
  setUpOrganization,
  takenIn,
} from '../../scripts/contract/fixtures.ts';
import { type Filling, fixturesOf } from '../../scripts/contract/requests.ts';
import type { OperationCases } from '../../scripts/document/case.ts';
import { digestOf, mint } from '../../services/tenancy/tokens.ts';
import type { TestApp } from './app.ts';
import { finished } from './stores.ts';
import { type Person, password, signInBrowser, signUp } from './world.ts';

/** An organization with a project and their credentials: enough to call any operation once. */
export interface Scope {
  app: TestApp;
  admin: Person;
  organizationId: string;
  projectId: string;
  /** An admin is worth an owner. */
  tokens: { admin: string; owner: string; organization_key: string; project_key: string };
}

/** Creates an organization whose only owner never signs in, because each password costs a hash. */
export async function createScope(app: TestApp, admin: Person): Promise<Scope> {
  const organizationId = await newOrganization(app, admin, await newUser());
  const headers = { 'compat-organization': organizationId };
  const key = await app.request('POST', keysPath, { token: admin.token, headers, body: { name: 'Scope' } });
  const project = await app.request('POST', projectsPath, { token: key.body.value, body: { name: 'Scope' } });
  const projectId: string = project.body.id;
  const projectKey = await app.request('POST', `${projectsPath}/${projectId}/api_keys`, {
    token: key.body.value,
    body: { name: 'Scope' },
  });
  const keys = { organization_key: key.body.value, project_key: projectKey.body.value };
  const tokens = { admin: admin.token, owner: admin.token, ...keys };
  return { app, admin, organizationId, projectId, tokens };
}

/** Creates an organization that belongs to the user. */
export async function newOrganization(app: TestApp, admin: Person, ownerId: string): Promise<string> {
  const body = { name: 'Scope', owner_id: ownerId };
  return (await app.request('POST', '/admin/organization/', { token: admin.token, body })).body.organization.id;
}

/** Creates a user without a password. No operation does this. */
export async function newUser(): Promise<string> {
  return (await User.add({ email: newEmail(), name: null, passwordHash: null, isAdmin: false })).id;
}

export function newEmail(): string {
  return `thing-${randomBytes(8).toString('hex')}@example.com`;
}

/** Adds a member who never signs in. */
export async function newMember({ organizationId }: Scope): Promise<string> {
  const id = await newUser();
  await transaction((tx) => Membership.put(organizationId, id, 'member', tx));
  return id;
}

/** Creates an invitation without sending an email. Returns its id and its token. */
export async function newInvitation(
  { organizationId: own, admin }: Scope,
  email: string,
  organizationId = own,
): Promise<{ id: string; token: string }> {
  const { value, digest, redactedValue } = mint('invitation');
  const fields = { organizationId, inviterId: admin.id, email, digest, redactedToken: redactedValue, mailed: false };
  const { id } = await transaction((tx) => Invitation.replace(fields, 3600, tx));
  return { id, token: value };
}

async function newReset(userId: string): Promise<string> {
  const { value, digest } = mint('reset');
  await PasswordReset.upsert({ userId, digest, origin: 'mail', madeBy: null, expiresAt: nowSeconds() + 3600 });
  return value;
}

/** Creates a sign-in that a user has approved. Returns the token of its holder. */
async function newApproved(clientName: string | null, userCodeDigest: Buffer | null): Promise<string> {
  const { value, digest } = mint('sign_in');
  const madeAt = nowSeconds();
  const approved = { state: 'approved', userId: await newUser(), method: 'operator' } as const;
  const times = { createdAt: madeAt, expiresAt: madeAt + 600 };
  await PendingSignIn.create({ digest, userCodeDigest, clientName, ...approved, ...times });
  return value;
}

async function newSession(userId: string): Promise<string> {
  const id = newId('login');
  await Login.create({ id, userId, expiresAt: nowSeconds() + 3600, createdAt: createdAt(id) });
  return id;
}

/** The makers that need the database or the harness's own upstream. scripts/contract has those that use the API. */
const makers: Record<string, Maker<Scope>> = {
  organization: async ({ app, admin }) => newOrganization(app, admin, await newUser()),
  // Also a member of the organization, for the operations on members.
  users: async (scope, within) => takenIn(placeOf(scope), await newMember(scope), within),
  engines: async () => 'relational',
  members: async (scope) => newMember(scope),
  member_addresses: async (scope) => (await User.findByPk(await newMember(scope)))?.email ?? '',
  v1: async () => 'ocr',
  mcp: async () => 'tools',
  sso: async () => 'company',
  reveal: async () => 'worker.token',
  invitations: async (scope) => (await newInvitation(scope, newEmail())).id,
  invitation_token: async (scope, within) =>
    (await newInvitation(scope, within.get('email') ?? newEmail(), within.get('own_organization'))).token,
  registration_token: async (scope) => (await newInvitation(scope, newEmail())).token,
  // Void, because the test's server has accounts: test/api/setup.test.ts has a server without one.
  setup_token: async () => mint('setup').value,
  reset_token: async () => newReset(await newUser()),
  device_code: async () => newApproved('Device', digestOf(randomBytes(16).toString('hex'))),
  sign_in_token: async () => newApproved(null, null),
  sessions: async (_, within) => newSession((await User.byEmail(within.get('email') ?? ''))?.id ?? (await newUser())),
  email: async () => newEmail(),
  password: async () => password,
};

/**
 * Returns the scope for the makers of scripts/contract. Its `settled` waits for background work, which would otherwise
 * change the counts of a test.
 */
export function placeOf({ app, organizationId, tokens }: Scope): Place {
  return {
    ask: app.request,
    organizationId,
    tokens,
    tag: 'Thing',
    async settled(token, path) {
      if (app.app.services.config.workers.enabled) await finished(app, token, path);
    },
  };
}

/** Creates the missing fixtures in order, because later ones are created inside of earlier ones. */
export async function createThings(
  scope: Scope,
  collections: Iterable<string>,
  given: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  const things = new Map(given);
  for (const collection of collections) {
    if (given.has(collection)) continue;
    const [own, shared] = [makers[collection], apiMakers[collection] ?? derivedMaker(collection)];
    if (own !== undefined) things.set(collection, await own(scope, things));
    else if (shared !== undefined) things.set(collection, await shared(placeOf(scope), things));
    else throw new Error(`test/harness/fixtures.ts does not know how to make one of '${collection}'`);
  }
  return things;
}

/** Creates a signed-in user with an organization, for operations on the caller's own account. */
export async function createAccount(app: TestApp, admin: Person): Promise<Person & { organizationId: string }> {
  const person = await signUp(app);
  const organizationId = await newOrganization(app, admin, person.id);
  return { ...person, organizationId };
}

/** Returns a credential and fixtures for the operation's own caller. */
export async function fillingOf(shared: Scope, operation: OperationCases): Promise<Filling> {
  const isApart = isOfWholeOrganization(operation);
  const scope = isApart ? await createScope(shared.app, shared.admin) : shared;
  await setUpOrganization(placeOf(scope), operation);
  const { app, admin } = scope;
  const { caller, path } = operation;
  const isOfProject = 'project_id' in operation.fixtures;
  const isAccount = path.startsWith('/auth/') || (caller === 'owner' && !isOfProject);
  if (!isAccount) {
    const given = new Map([['own_organization', scope.organizationId]]);
    const things = await createThings(scope, fixturesOf(operation), given);
    return { token: scope.tokens[caller as 'admin'], fixtures: things };
  }
  const account = await createAccount(app, admin);
  const { organizationId, email } = account;
  const own = { organization: organizationId, own_organization: organizationId, email, password };
  const things = await createThings(scope, fixturesOf(operation), new Map(Object.entries(own)));
  if (caller === 'browser_session')
    return { token: undefined, headers: await signInBrowser(app, email), fixtures: things };
  return { token: caller === 'refresh_token' ? account.refreshToken : account.token, fixtures: things };
}
