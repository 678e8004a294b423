// Things for operations to act on, by the collection that they stand in: what `{project_id}` in a path, or `$fixture` in a
// contract case, is filled with. Each maker gives the id of a new one; of what is mailed, the token of its link.

import { createHash, randomBytes } from 'node:crypto';
import { transaction } from '../../models/connection.ts';
import { Invitation } from '../../models/invitation.ts';
import { Membership } from '../../models/membership.ts';
import { PasswordReset } from '../../models/password-reset.ts';
import { User } from '../../models/user.ts';
import { nowSeconds } from '../../services/clock.ts';
import { mint } from '../../services/tokens.ts';
import type { Answer, TestApp } from './app.ts';
import { upload } from './forms.ts';
import { finished } from './stores.ts';
import { type Person, password, signUp } from './world.ts';

/** An organization with a project, and what opens them: enough to call any operation once. */
export interface Scope {
  app: TestApp;
  admin: Person;
  organizationId: string;
  projectId: string;
  tokens: { admin: string; organization_key: string; project_key: string };
}

/** What an organization key reads and writes under. */
const projectsPath = '/v1/organization/projects';
const keysPath = '/v1/organization/admin_api_keys';
const storesPath = '/v1/vector_stores';
const partText = 'part';

/** Makes an organization whose one owner never signs in: passwords cost a hash each. */
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
  const tokens = { admin: admin.token, organization_key: key.body.value, project_key: projectKey.body.value };
  return { app, admin, organizationId, projectId, tokens };
}

/** Makes an organization that belongs to the user. */
export async function newOrganization(app: TestApp, admin: Person, ownerId: string): Promise<string> {
  const body = { name: 'Scope', owner_id: ownerId };
  return (await app.request('POST', '/admin/organization/', { token: admin.token, body })).body.organization.id;
}

/** Makes a user without a password, whom no operation makes. */
export async function newUser(): Promise<string> {
  return (await User.add({ email: newEmail(), name: null, passwordHash: null, isAdmin: false })).id;
}

export function newEmail(): string {
  return `thing-${randomBytes(8).toString('hex')}@example.com`;
}

/** Adds a member who never signs in. */
export async function newMember({ organizationId }: Scope): Promise<string> {
  const id = await newUser();
  await transaction((inside) => Membership.put(organizationId, id, 'member', inside));
  return id;
}

/** An invitation whose link nobody has to read from a mail. */
export async function newInvitation(
  { organizationId: own, admin }: Scope,
  email: string,
  organizationId = own,
): Promise<{ id: string; token: string }> {
  const { value, digest, redactedValue } = mint('invitation');
  const fields = { organizationId, inviterId: admin.id, email, digest, redactedToken: redactedValue };
  const { id } = await transaction((inside) => Invitation.replace(fields, 3600, inside));
  return { id, token: value };
}

async function newReset(userId: string): Promise<string> {
  const { value, digest } = mint('reset');
  await PasswordReset.upsert({ userId, digest, expiresAt: nowSeconds() + 3600 });
  return value;
}

/** `within`: the things already made for the same path, by their collection. */
type Maker = (scope: Scope, within: Map<string, string>) => Promise<string>;

const makers: Record<string, Maker> = {
  organization: async ({ app, admin }) => newOrganization(app, admin, await newUser()),
  own_organization: async ({ organizationId }) => organizationId,
  // A member of the organization too, for the operations on members.
  users: async (scope) => newMember(scope),
  admin_api_keys: async (scope) => (await create(scope, keysPath, { name: 'Thing' })).body.id,
  // With a webhook, since some operations need one; nothing answers at its address.
  projects: async (scope) =>
    (await create(scope, projectsPath, { name: 'Thing', webhook_url: 'https://hooks.invalid/' })).body.id,
  api_keys: async (scope, within) =>
    (await create(scope, `${projectsPath}/${within.get('projects')}/api_keys`, { name: 'Thing' })).body.id,
  webhook_deliveries: async (scope, within) => {
    const path = `${projectsPath}/${within.get('projects')}/webhook_test`;
    return (await create(scope, path, { type: 'vector_store.file_batch.completed' })).body.id;
  },
  vector_stores: async ({ app, tokens }) =>
    (await app.request('POST', '/v1/vector_stores', { token: tokens.project_key, body: {} })).body.id,
  files: async (scope, within) => {
    const content = `A thing. ${randomBytes(8).toString('hex')}`;
    const id = await upload(scope.app, scope.tokens.project_key, { content });
    const store = within.get('vector_stores');
    if (store !== undefined) await attach(scope, `${storesPath}/${store}/files`, { file_id: id });
    return id;
  },
  file_batches: async (scope, within) => {
    const file = await upload(scope.app, scope.tokens.project_key, { content: 'A thing of a batch.' });
    return attach(scope, `${storesPath}/${within.get('vector_stores')}/file_batches`, { file_ids: [file] });
  },
  uploads: async ({ app, tokens }) => {
    const body = { filename: 'thing.txt', purpose: 'assistants', mime_type: 'text/plain', bytes: partText.length };
    return (await app.request('POST', '/v1/uploads', { token: tokens.project_key, body })).body.id;
  },
  parts: async ({ app, tokens }, within) => {
    const form = new FormData();
    form.append('data', new Blob([partText]), 'part');
    const path = `/v1/uploads/${within.get('uploads')}/parts`;
    return (await app.request('POST', path, { token: tokens.project_key, form })).body.id;
  },
  md5: async () => createHash('md5').update(partText).digest('hex'),
  models: async ({ app, tokens }) =>
    (await app.request('GET', '/v1/models', { token: tokens.project_key })).body.data.at(-1).id,
  v1: async () => 'ocr',
  mcp: async () => 'tools',
  reveal: async () => 'worker.token',
  responses: async (scope) => {
    const body = { model: await makers.models?.(scope, new Map()), input: 'Hello?' };
    return (await scope.app.request('POST', '/v1/responses', { token: scope.tokens.project_key, body })).body.id;
  },
  invitations: async (scope) => (await newInvitation(scope, newEmail())).id,
  invitation_token: async (scope, within) =>
    (await newInvitation(scope, within.get('email') ?? newEmail(), within.get('own_organization'))).token,
  registration_token: async (scope) => (await newInvitation(scope, newEmail())).token,
  reset_token: async () => newReset(await newUser()),
  email: async () => newEmail(),
  password: async () => password,
  // The panel's version stands in the addresses that its page names.
  assets: async ({ app }) => {
    const { text } = await app.request('GET', '/panel');
    return /\/panel\/assets\/([0-9a-f]+)\//.exec(text)?.[1] ?? '';
  },
  file: async () => 'main.js',
};

/**
 * Attaches files to a store, and waits until they are processed where the server does that: what goes on behind a test's
 * back shows in its counts. Returns the id of what the request made.
 */
async function attach({ app, tokens }: Scope, path: string, body: object): Promise<string> {
  const token = tokens.project_key;
  const made = await app.request('POST', path, { token, body });
  if (app.app.services.config.workers.enabled) await finished(app, token, `${path}/${made.body.id}`);
  return made.body.id;
}

/** Makes the things that are not given, one after another: the later ones stand in the earlier ones. */
export async function createThings(
  scope: Scope,
  collections: Iterable<string>,
  given: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  const things = new Map(given);
  for (const collection of collections) {
    if (given.has(collection)) continue;
    const maker = makers[collection];
    if (maker === undefined) throw new Error(`test/harness/things.ts does not know how to make one of '${collection}'`);
    things.set(collection, await maker(scope, things));
  }
  return things;
}

/** A signed-in user with an organization, for operations on the caller's own account. */
export async function createAccount(app: TestApp, admin: Person): Promise<Person & { organizationId: string }> {
  const person = await signUp(app);
  const organizationId = await newOrganization(app, admin, person.id);
  app.app.services.access.forgetUser(person.id);
  return { ...person, organizationId };
}

function create({ app, tokens }: Scope, path: string, body: unknown): Promise<Answer> {
  return app.request('POST', path, { token: tokens.organization_key, body });
}
