// The lists that the box "Find anything" searches: those that the reader may read, each with the address of a row.

import { may } from '../api/account.ts';
import { apiOf } from '../api/api.ts';
import type { ListOf, ProjectContext, Where } from '../api/types.ts';
import { href } from './address.ts';

/** `isMore`: leads to the list with the rows that the box leaves out. */
export type Item = { text: string; detail?: string | undefined; path: string; isMore?: boolean };
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
        `${base}/projects?include_archived=true&`,
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
        `${base}/members?`,
        (query) => api.get('/v1/organization/users', { query }),
        ({ email, name }) => ({ text: email, detail: name ?? undefined, path: searchIn(`${base}/members?`, email) }),
      ),
    may(of, 'organization_keys.read') &&
      source(
        'Organization keys',
        `${base}/keys?`,
        (query) => api.get('/v1/organization/admin_api_keys', { query }),
        (key) => ({ text: key.name, detail: key.redacted_value, path: searchIn(`${base}/keys?`, key.id) }),
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
        `${base}/stores?`,
        (query) => api.get('/v1/vector_stores', { query }),
        (store) => ({ text: store.name || store.id, path: `${base}/stores/${store.id}` }),
      ),
    isActive &&
      may(where, 'files.read') &&
      source(
        `Files of ${name}`,
        `${base}/files?`,
        (query) => api.get('/v1/files', { query }),
        (file) => ({ text: file.filename, path: searchIn(`${base}/files?`, file.id) }),
      ),
    may(where, 'keys.read') &&
      source(
        `API keys of ${name}`,
        `${base}/keys?`,
        (query) => ofKeys.get('/v1/organization/projects/{project_id}/api_keys', { params: { project_id: id }, query }),
        (key) => ({ text: key.name, detail: key.redacted_value, path: searchIn(`${base}/keys?`, key.id) }),
      ),
  ];
}

function ofServer(signal: AbortSignal) {
  const api = apiOf({ signal });
  return [
    source(
      'Organizations',
      '/server/organizations?',
      (query) => api.get('/admin/organization/', { query }),
      ({ id, name }) => ({ text: name, path: `/o/${id}` }),
    ),
    source(
      'Users',
      '/server/users?',
      (query) => api.get('/admin/users', { query }),
      ({ email, name }) => ({ text: email, detail: name ?? undefined, path: searchIn('/server/users?', email) }),
    ),
  ];
}

/** @param list the address of the whole list, up to its search. */
function source<Row>(
  title: string,
  list: string,
  read: (query: { search: string; limit: number }) => Promise<ListOf<Row>>,
  itemOf: (row: Row) => Item,
): Source {
  return {
    title,
    async load(search) {
      const { data, has_more: isMore } = await read({ search, limit });
      const more = isMore ? [{ text: 'All that match', path: searchIn(list, search), isMore }] : [];
      return [...data.map(itemOf), ...more].map((item) => ({ ...item, path: href(item.path) }));
    },
  };
}

/** Returns the address of a list with a search. */
function searchIn(list: string, search: string) {
  return `${list}${new URLSearchParams({ search })}`;
}
