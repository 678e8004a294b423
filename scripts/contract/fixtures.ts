// Fixtures that operations act on, by collection. They replace `{project_id}` in a path or `$fixture` in a contract
// case. This file has the makers that use only the API; each returns the id of a new item.

import { createHash, randomBytes } from 'node:crypto';
import { Missing } from './credentials.ts';
import type { Answer, Ask, RequestOptions } from './send.ts';

/** The tenant in which fixtures are created. */
export interface Place {
  ask: Ask;
  organizationId: string;
  tokens: { admin: string; organization_key: string; project_key: string };
  /** The prefix of all names. */
  tag: string;
  /**
   * Resolves when the server has finished processing the resource at the path. Until then, the resource changes by
   * itself.
   */
  settled(token: string, path: string): Promise<void>;
}

/** `within`: the fixtures that were already created for the same path, by collection. */
export type Maker<From> = (from: From, within: ReadonlyMap<string, string>) => Promise<string>;

/** An organization key may call this path and the next one. */
export const projectsPath = '/v1/organization/projects';
export const keysPath = '/v1/organization/admin_api_keys';
const groupsPath = '/v1/organization/groups';
export const storesPath = '/v1/vector_stores';
const partText = 'part';
/** The amount in cents. */
const highestSpendLimit = 900_000_000;

/** The name of the lack in a report. */
export const earlierRuns = 'time since earlier sign-ins';

/** The server refused to create a fixture. */
class NotMade extends Error {
  constructor(method: string, path: string, { status, text }: Answer) {
    super(`${method} ${path} answered ${status} ${text.slice(0, 300)}`);
    this.name = 'NotMade';
  }
}

/** Returns the error of a fixture that the server refused. */
export function notMade(method: string, path: string, answer: Answer): Error {
  // Sign-ins have limits by address and by account, which last up to an hour: runs before this one count.
  return isLimited(path, answer) ? new Missing(earlierRuns) : new NotMade(method, path, answer);
}

/** Returns true if the limit of sign-ins refused the call. */
export function isLimited(path: string, { status }: Answer): boolean {
  return status === 429 && path.startsWith('/auth/');
}

/** The makers that use only the API. */
export const apiMakers: Record<string, Maker<Place>> = {
  organization: ({ ask, tokens, tag }) => newOrganization(ask, tokens.admin, { name: tag }),
  own_organization: async ({ organizationId }) => organizationId,
  admin_api_keys: (place) => ofOrganization(place, keysPath, { name: place.tag }),
  // Some operations need a project with a webhook, a spend limit or model permissions. The webhook's host does not exist,
  // no run costs as much as the limit, and no model has the id.
  projects: async (place) => {
    const { ask, tokens } = place;
    const body = { name: place.tag, webhook_url: 'https://hooks.invalid/' };
    const id = await ofOrganization(place, projectsPath, body);
    await ofOrganization(place, `${projectsPath}/${id}/spend_limit`, { threshold_amount: highestSpendLimit });
    const permissions = { mode: 'deny_list', model_ids: ['no-such-model'] };
    await made(ask, 'POST', `${projectsPath}/${id}/model_permissions`, {
      token: tokens.organization_key,
      body: permissions,
    });
    return id;
  },
  api_keys: (place, within) =>
    ofOrganization(place, `${projectsPath}/${within.get('projects')}/api_keys`, { name: place.tag }),
  // A person makes them: no key may.
  service_accounts: async ({ ask, tokens, organizationId, tag }, within) => {
    const path = `${projectsPath}/${within.get('projects')}/service_accounts`;
    const headers = { 'compat-organization': organizationId };
    return (await made(ask, 'POST', path, { token: tokens.admin, headers, body: { name: tag } })).body.id;
  },
  roles: async (place, within) => {
    const [user, group] = [within.get('users'), within.get('groups')];
    const base = basePath(within.get('projects'));
    const id = await newRole(place, base);
    const holder = user === undefined ? `groups/${group}` : `users/${user}`;
    if ((user !== undefined && user !== 'none') || group !== undefined)
      await ofOrganization(place, `${base}/${holder}/roles`, { role_id: id });
    return id;
  },
  groups: async (place, within) => {
    const id = await newGroup(place);
    const project = within.get('projects');
    if (project !== undefined)
      await ofOrganization(place, `${projectsPath}/${project}/groups`, { group_id: id, role: 'viewer' });
    return id;
  },
  user_code: async ({ ask, tag }) =>
    (await made(ask, 'POST', '/auth/device', { body: { client_name: tag } })).body.user_code,
  unassigned_roles: (place, within) => newRole(place, basePath(within.get('projects'))),
  unassigned_groups: newGroup,
  rate_limits: async ({ ask, tokens }, within) => {
    const path = `${projectsPath}/${within.get('projects')}/rate_limits`;
    return (await made(ask, 'GET', path, { token: tokens.organization_key })).body.last_id;
  },
  spend_alerts: (place, within) => {
    const channel = { type: 'email', recipients: ['contract@example.com'] };
    const alert = { threshold_amount: 100, currency: 'USD', interval: 'month', notification_channel: channel };
    const project = within.get('projects');
    return ofOrganization(
      place,
      `${project === undefined ? '/v1/organization' : `${projectsPath}/${project}`}/spend_alerts`,
      alert,
    );
  },
  vector_stores: (place) =>
    ofProject(place, storesPath, { body: { name: `${place.tag} ${randomBytes(4).toString('hex')}` } }),
  files: async (place, within) => {
    const id = await upload(place, `A thing. ${randomBytes(8).toString('hex')}`);
    const store = within.get('vector_stores');
    if (store !== undefined) await attach(place, `${storesPath}/${store}/files`, { file_id: id });
    return id;
  },
  file_batches: async (place, within) => {
    const file = await upload(place, 'A thing of a batch.');
    return attach(place, `${storesPath}/${within.get('vector_stores')}/file_batches`, { file_ids: [file] });
  },
  uploads: (place) => {
    const body = {
      filename: `${place.tag}.txt`,
      purpose: 'assistants',
      mime_type: 'text/plain',
      bytes: partText.length,
    };
    return ofProject(place, '/v1/uploads', { body });
  },
  parts: (place, within) => {
    const form = new FormData();
    form.append('data', new Blob([partText]), 'part');
    return ofProject(place, `/v1/uploads/${within.get('uploads')}/parts`, { form });
  },
  md5: async () => createHash('md5').update(partText).digest('hex'),
  models: async ({ ask, tokens }) =>
    (await made(ask, 'GET', '/v1/models', { token: tokens.project_key })).body.data.at(-1).id,
  responses: async (place, within) => {
    const body = { model: within.get('models') ?? (await apiMakers.models?.(place, within)), input: 'Hello?' };
    return ofProject(place, '/v1/responses', { body });
  },
  // The URLs in the panel's page contain the version of the panel.
  assets: async ({ ask }) => {
    const { text } = await made(ask, 'GET', '/panel', {});
    return /\/panel\/assets\/([0-9a-f]+)\//.exec(text)?.[1] ?? '';
  },
  file: async () => 'main.js',
  engines: async () => 'relational',
  docs: async () => 'getting-started',
  ResourceTypes: async () => 'User',
  Schemas: async () => 'urn:ietf:params:scim:schemas:core:2.0:User',
};

/** Returns the path under which the roles of the project, or of the organization, are. */
function basePath(project: string | undefined): string {
  return project === undefined ? '/v1/organization' : `/v1/projects/${project}`;
}

function newRole(place: Place, base: string): Promise<string> {
  const role_name = `${place.tag} ${randomBytes(4).toString('hex')}`;
  return ofOrganization(place, `${base}/roles`, { role_name, permissions: ['files.read'] });
}

function newGroup(place: Place): Promise<string> {
  return ofOrganization(place, groupsPath, { name: `${place.tag} ${randomBytes(4).toString('hex')}` });
}

/** Adds the member to the group and the project of the path, if it has them. Returns the member. */
export async function takenIn(place: Place, userId: string, within: ReadonlyMap<string, string>): Promise<string> {
  const [group, project] = [within.get('groups'), within.get('projects')];
  if (group !== undefined) await ofOrganization(place, `${groupsPath}/${group}/users`, { user_id: userId });
  if (project !== undefined)
    await ofOrganization(place, `${projectsPath}/${project}/users`, { user_id: userId, role: 'viewer' });
  return userId;
}

/** Returns the e-mail address of a member of the organization. */
export async function addressOf({ ask, tokens }: Place, userId: string): Promise<string> {
  const path = `/v1/organization/users/${userId}`;
  return (await made(ask, 'GET', path, { token: tokens.organization_key })).body.email;
}

/**
 * Returns true for what an organization has once. A change concerns every call of its projects, so it is tried in an
 * organization of its own.
 */
export function isOfWholeOrganization({ path }: { path: string }): boolean {
  return /^\/v1\/organization\/(data_retention|settings|spend_limit)$/.test(path);
}

/** Gives the organization what the operation reads or removes, if it has no id. */
export async function setUpOrganization({ ask, tokens }: Place, { path }: { path: string }): Promise<void> {
  if (path !== '/v1/organization/spend_limit') return;
  const body = { threshold_amount: highestSpendLimit };
  await made(ask, 'POST', path, { token: tokens.organization_key, body });
}

/** Creates an organization, for the given owner or for the caller. Returns its id. */
async function newOrganization(
  ask: Ask,
  adminToken: string,
  body: { name: string; owner_id?: string },
): Promise<string> {
  return (await made(ask, 'POST', '/admin/organization/', { token: adminToken, body })).body.organization.id;
}

/** Returns the response. Throws NotMade, or Missing for a limit of sign-ins, if its status is not 200. */
export async function made(ask: Ask, method: string, path: string, options: RequestOptions): Promise<Answer> {
  const answer = await ask(method, path, options);
  if (answer.status !== 200) throw notMade(method, path, answer);
  return answer;
}

async function ofOrganization({ ask, tokens }: Place, path: string, body: object): Promise<string> {
  return (await made(ask, 'POST', path, { token: tokens.organization_key, body })).body.id;
}

async function ofProject({ ask, tokens }: Place, path: string, options: RequestOptions): Promise<string> {
  return (await made(ask, 'POST', path, { token: tokens.project_key, ...options })).body.id;
}

function upload(place: Place, content: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), `${place.tag}.txt`);
  form.append('purpose', 'assistants');
  return ofProject(place, '/v1/files', { form });
}

/** Attaches files to a vector store. Returns the id of the created resource. */
async function attach(place: Place, path: string, body: object): Promise<string> {
  const id = await ofProject(place, path, { body });
  await place.settled(place.tokens.project_key, `${path}/${id}`);
  return id;
}
