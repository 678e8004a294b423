// The lists that the box "Find anything" searches: those that the reader may read, each with the address of a row.

import { may } from '../api/account.ts';
import { apiOf } from '../api/api.ts';
import type { ListOf, ProjectContext, Where } from '../api/types.ts';
import { href } from './address.ts';

export type Item = { text: string; detail?: string | undefined; path: string };
type Source = { title: string; load: (text: string) => Promise<Item[]> };

const limit = 5;

export function sourcesOf(where: Where, signal: AbortSignal): Source[] {
  const { account, organization, project } = where;
  return [
    ...(organization === undefined ? [] : ofOrganization(where, organization.id, signal)),
    ...(organization === undefined || project === undefined ? [] : ofProject(where, organization.id, project, signal)),
    ...(account?.is_admin === true ? ofServer(signal) : []),
  ].filter((source) => source !== false);
}

function ofOrganization(where: Where, id: string, signal: AbortSignal) {
  const api = apiOf({ organization: id, signal });
  const base = `/o/${id}`;
  const of = { account: where.account, organization: where.organization };
  return [
    may(of, 'projects.read') &&
      source(
        'Projects',
        (query) => api.get('/v1/organization/projects', { query: { ...query, include_archived: true } }),
        (project) => ({
          text: project.name,
          detail: project.status === 'archived' ? 'archived' : undefined,
          path: `${base}/projects/${project.id}`,
        }),
      ),
    may(of, 'users.read') &&
      source(
        'People',
        (query) => api.get('/v1/organization/users', { query }),
        ({ email, name }) => ({ text: email, detail: name ?? undefined, path: rowIn(`${base}/members`, email) }),
      ),
    may(of, 'organization_keys.read') &&
      source(
        'Organization keys',
        (query) => api.get('/v1/organization/admin_api_keys', { query }),
        (key) => ({ text: key.name, detail: key.redacted_value, path: rowIn(`${base}/keys`, key.id) }),
      ),
  ];
}

function ofProject(
  where: Where,
  organizationId: string,
  { id, name, status }: ProjectContext['project'],
  signal: AbortSignal,
) {
  const api = apiOf({ organization: organizationId, project: id, signal });
  const ofKeys = apiOf({ organization: organizationId, signal });
  const base = `/o/${organizationId}/projects/${id}`;
  const isActive = status !== 'archived';
  return [
    isActive &&
      may(where, 'vector_stores.read') &&
      source(
        `Vector stores of ${name}`,
        (query) => api.get('/v1/vector_stores', { query }),
        (store) => ({ text: store.name || store.id, path: `${base}/stores/${store.id}` }),
      ),
    isActive &&
      may(where, 'files.read') &&
      source(
        `Files of ${name}`,
        (query) => api.get('/v1/files', { query }),
        (file) => ({ text: file.filename, path: rowIn(`${base}/files`, file.id) }),
      ),
    may(where, 'keys.read') &&
      source(
        `API keys of ${name}`,
        (query) => ofKeys.get('/v1/organization/projects/{project_id}/api_keys', { params: { project_id: id }, query }),
        (key) => ({ text: key.name, detail: key.redacted_value, path: rowIn(`${base}/keys`, key.id) }),
      ),
  ];
}

function ofServer(signal: AbortSignal) {
  const api = apiOf({ signal });
  return [
    source(
      'Organizations',
      (query) => api.get('/admin/organization/', { query }),
      ({ id, name }) => ({ text: name, path: `/o/${id}` }),
    ),
    source(
      'Users',
      (query) => api.get('/admin/users', { query }),
      ({ email, name }) => ({ text: email, detail: name ?? undefined, path: rowIn('/server/users', email) }),
    ),
  ];
}

function source<Row>(
  title: string,
  read: (query: { search: string; limit: number }) => Promise<ListOf<Row>>,
  itemOf: (row: Row) => Item,
): Source {
  return {
    title,
    async load(search) {
      const { data } = await read({ search, limit });
      return data.map(itemOf).map((item) => ({ ...item, path: href(item.path) }));
    },
  };
}

/** Returns the address of a list that shows one row. */
function rowIn(path: string, search: string) {
  return `${path}?${new URLSearchParams({ search })}`;
}
