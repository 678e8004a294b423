// The kinds of resources that a run creates beyond other resources of its own, and how each is found and deleted.
// Everything inside of a resource goes with it.

import { inParallel } from '../../parallel/index.ts';
import type { Credentials } from '../credentials.ts';
import type { Answer, Ask, RequestOptions } from '../send.ts';
import { drain, type Item, Unlisted } from './pages.ts';

export interface Kind {
  name: string;
  /** The requests that create one. */
  creation: RegExp;
  /** Returns the id in the response to the creation. */
  idIn(body: Answer['body']): unknown;
  /** The list that has it. Absent: a later run cannot find it; the server removes it when it expires. */
  list?: { path: string; query?: RequestOptions['query'] };
  /** Returns the member of an item that begins with the tag of its run; undefined if there is nothing to delete. */
  labelOf?(item: Item): unknown;
  /** The path of an item whose name can be changed. */
  renamedAt?: RegExp;
  remove(ask: Ask, id: string, token: string): Promise<void>;
}

/** The number of resources that are deleted at the same time. */
export const cleaningWidth = 8;
const organizationsPath = '/admin/organization/';
const projectsPath = '/v1/organization/projects';
const keysPath = '/v1/organization/admin_api_keys';

const organizations: Kind = {
  name: 'organization',
  creation: /^\/admin\/organization\/?$/,
  idIn: (body) => body?.organization?.id,
  list: { path: organizationsPath, query: { order: 'desc' } },
  labelOf: ({ name }) => name,
  renamedAt: /^\/admin\/organization\/[^/?]+$/,
  // An organization can be deleted only if none of its projects is active.
  async remove(ask, id, token) {
    const headers = { 'compat-organization': id };
    await drain(ask, projectsPath, { token, headers }, (items) =>
      inParallel(cleaningWidth, items, (item) => ask('POST', `${projectsPath}/${item.id}/archive`, { token, headers })),
    ).catch(unlessGone);
    await removed(ask, 'DELETE', `${organizationsPath}${id}`, { token });
  },
};

/** No operation deletes users. */
const users: Kind = {
  name: 'user',
  creation: /^\/admin\/users$/,
  idIn: (body) => body?.id,
  list: { path: '/admin/users', query: { order: 'desc' } },
  labelOf: ({ email, disabled }) => (disabled === true ? undefined : email),
  remove: (ask, id, token) => removed(ask, 'POST', `/admin/users/${id}`, { token, body: { disabled: true } }),
};

/** No operation deletes projects: they are emptied and archived. */
const projects: Kind = {
  name: 'project',
  creation: /^\/v1\/organization\/projects$/,
  idIn: (body) => body?.id,
  list: { path: projectsPath, query: { order: 'desc' } },
  labelOf: ({ name, status }) => (status === 'archived' ? undefined : name),
  renamedAt: /^\/v1\/organization\/projects\/[^/?]+$/,
  async remove(ask, id, token) {
    const headers = { 'compat-project': id };
    for (const path of ['/v1/vector_stores', '/v1/files'])
      await drain(ask, path, { token, headers }, (items) =>
        inParallel(cleaningWidth, items, (item) => ask('DELETE', `${path}/${item.id}`, { token, headers })),
      ).catch(unlessUnlisted);
    await removed(ask, 'POST', `${projectsPath}/${id}/archive`, { token });
  },
};

/** Returns a kind that is created at the path and deleted below it. `label` is the member with the tag of its run. */
function simpleKind(name: string, path: string, label?: 'name' | 'filename', more: Partial<Kind> = {}): Kind {
  return {
    name,
    creation: new RegExp(`^${path}$`),
    idIn: (body) => body?.id,
    ...(label && { list: { path, query: { order: 'desc' } }, labelOf: (item) => item[label] }),
    ...(label === 'name' && { renamedAt: new RegExp(`^${path}/[^/?]+$`) }),
    remove: (ask, id, token) => removed(ask, 'DELETE', `${path}/${id}`, { token }),
    ...more,
  };
}

const organizationKeys = simpleKind('organization key', keysPath, 'name');
const stores = simpleKind('vector store', '/v1/vector_stores', 'name');
const files = simpleKind('file', '/v1/files', 'filename', {
  creation: /^\/v1\/files$|^\/v1\/uploads\/[^/]+\/complete$/,
  idIn: (body) => body?.file?.id ?? body?.id,
});
const responses = simpleKind('response', '/v1/responses');

/** Returns the outermost kinds that a run with these credentials creates, those that go first before the others. */
export function kindsOf({ adminToken, organizationKey }: Credentials): Kind[] {
  if (adminToken !== undefined) return [organizations, users];
  return organizationKey !== undefined ? [organizationKeys, projects] : [stores, files, responses];
}

/** Throws unless the resource is gone or was already. */
async function removed(ask: Ask, method: string, path: string, options: RequestOptions): Promise<void> {
  const { status, text } = await ask(method, path, options);
  if (status >= 300 && status !== 404) throw new Error(`${method} ${path} answered ${status} ${text.slice(0, 200)}`);
}

/** The list cannot be read, because a case has deleted the organization. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Unlisted) || ![403, 404].includes(error.status)) throw error;
}

/** The list cannot be read, because a case has archived the project or given it a low rate limit. */
function unlessUnlisted(error: unknown): void {
  if (!(error instanceof Unlisted)) throw error;
}
