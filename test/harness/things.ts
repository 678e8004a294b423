// Things for operations to act on, by the collection that they stand in: what `{project_id}` in a path, or `$fixture` in a
// contract case, is filled with. Each maker gives the id of a new one.

import { createHash, randomBytes } from 'node:crypto';
import { User } from '../../models/user.ts';
import type { OperationCases } from '../../scripts/generate/contract/case.ts';
import type { Answer, TestApp } from './app.ts';
import { upload } from './forms.ts';
import { finished } from './stores.ts';
import { type Person, signUp } from './world.ts';

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
  const email = `thing-${randomBytes(8).toString('hex')}@example.com`;
  return (await User.add({ email, name: null, passwordHash: null, isAdmin: false })).id;
}

/** `within`: the things already made for the same path, by their collection. */
type Maker = (scope: Scope, within: Map<string, string>) => Promise<string>;

const makers: Record<string, Maker> = {
  organization: async ({ app, admin }) => newOrganization(app, admin, await newUser()),
  users: () => newUser(),
  admin_api_keys: async (scope) => (await create(scope, keysPath, { name: 'Thing' })).body.id,
  projects: async (scope) => (await create(scope, projectsPath, { name: 'Thing' })).body.id,
  api_keys: async (scope, within) =>
    (await create(scope, `${projectsPath}/${within.get('projects')}/api_keys`, { name: 'Thing' })).body.id,
  vector_stores: async ({ app, tokens }) =>
    (await app.request('POST', '/v1/vector_stores', { token: tokens.project_key, body: {} })).body.id,
  files: async ({ app, tokens }, within) => {
    const id = await upload(app, tokens.project_key, { content: `A thing. ${randomBytes(8).toString('hex')}` });
    const store = within.get('vector_stores');
    if (store !== undefined) await attach({ app, token: tokens.project_key, path: `${storesPath}/${store}/files` }, id);
    return id;
  },
  file_batches: async ({ app, tokens }, within) => {
    const token = tokens.project_key;
    const file = await upload(app, token, { content: 'A thing of a batch.' });
    const path = `${storesPath}/${within.get('vector_stores')}/file_batches`;
    const { body } = await app.request('POST', path, { token, body: { file_ids: [file] } });
    await finished(app, token, `${path}/${body.id}`);
    return body.id;
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
    (await app.request('GET', '/v1/models', { token: tokens.project_key })).body.data[0].id,
};

/** What an operation needs: the things in its path, and those that the bodies of its cases name. */
export function thingsOf({ fixtures, cases }: OperationCases): Set<string> {
  const named = cases.flatMap(({ request }) =>
    [...JSON.stringify(request).matchAll(/\{"\$fixture":"([a-z0-9_]+)"\}/g)].map(([, name = '']) => name),
  );
  return new Set([...Object.values(fixtures), ...named.filter((name) => makers[name] !== undefined)]);
}

/** Attaches a file to a store, and waits until it is processed: what goes on behind a test's back shows in its counts. */
async function attach(
  { app, token, path }: { app: TestApp; token: string; path: string },
  fileId: string,
): Promise<void> {
  await app.request('POST', path, { token, body: { file_id: fileId } });
  await finished(app, token, `${path}/${fileId}`);
}

/** Makes the things, one after another: the later ones stand in the earlier ones. */
export async function createThings(scope: Scope, collections: Iterable<string>): Promise<Map<string, string>> {
  const things = new Map<string, string>();
  for (const collection of collections) {
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
