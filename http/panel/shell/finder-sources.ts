// The lists that the box "Find anything" searches: those that the reader may read, each with the address of a row.

import { apiOf, type ListOf, may, type ProjectContext, type Schemas, type Where } from '../api/index.ts';
import { href } from './address.ts';

/** `isMore`: leads to the list with the rows that the box leaves out. */
export type Item = { text: string; detail?: string | undefined; path: string; isMore?: boolean };
type Source = { title: string; load: (text: string) => Promise<Item[]> };

const limit = 5;

export function sourcesOf(where: Where, signal: AbortSignal): Source[] {
  const { account, organization, project } = where;
  return [
    ...(organization === undefined ? [] : ofOrganization({ account, organization }, signal)),
    ...(organization === undefined || project === undefined ? [] : ofProject(where, project, signal)),
    ...(account?.is_admin === true ? ofServer(signal) : [ofAccount(account?.organizations ?? [])]),
  ].filter((source) => source !== false);
}

function ofOrganization(where: Where, signal: AbortSignal) {
  const organization = where.organization?.id;
  const api = apiOf({ organization, signal });
  const base = `/o/${organization}`;
  return [
    may(where, 'projects.read') &&
      source(
        'Projects',
        `${base}/projects?include_archived=true&`,
        (query) => api.get('/v1/organization/projects', { query: { ...query, include_archived: true } }),
        ({ id, name, status }) => [name, `${base}/projects/${id}`, status === 'archived' ? 'archived' : null],
      ),
    may(where, 'users.read') &&
      source(
        'People',
        `${base}/members?`,
        (query) => api.get('/v1/organization/users', { query }),
        ({ email, name }) => [email, email, name],
      ),
    may(where, 'organization_keys.read') &&
      source(
        'Organization keys',
        `${base}/keys?`,
        (query) => api.get('/v1/organization/admin_api_keys', { query }),
        (key) => [key.name, key.id, key.redacted_value],
      ),
  ];
}

function ofProject(where: Where, { id, name, status }: ProjectContext['project'], signal: AbortSignal) {
  const organization = where.organization?.id;
  const api = apiOf({ organization, project: id, signal });
  const base = `/o/${organization}/projects/${id}`;
  const isActive = status !== 'archived';
  return [
    isActive &&
      may(where, 'vector_stores.read') &&
      source(
        `Vector stores of ${name}`,
        `${base}/stores?`,
        (query) => api.get('/v1/vector_stores', { query }),
        (store) => [store.name || store.id, `${base}/stores/${store.id}`],
      ),
    isActive &&
      may(where, 'files.read') &&
      source(
        `Files of ${name}`,
        `${base}/files?`,
        (query) => api.get('/v1/files', { query }),
        (file) => [file.filename, file.id],
      ),
    may(where, 'keys.read') &&
      source(
        `API keys of ${name}`,
        `${base}/keys?`,
        (query) => api.get('/v1/organization/projects/{project_id}/api_keys', { query }),
        (key) => [key.name, key.id, key.redacted_value],
      ),
  ];
}

function ofAccount(organizations: Schemas['Account']['organizations']): Source {
  return {
    title: 'Organizations',
    load: async (text) =>
      organizations
        .filter(({ id, name }) => `${name}\n${id}`.toLowerCase().includes(text.toLowerCase()))
        .slice(0, limit)
        .map(({ id, name }) => ({ text: name, path: href(`/o/${id}`) })),
  };
}

function ofServer(signal: AbortSignal) {
  const api = apiOf({ signal });
  return [
    source(
      'Organizations',
      '/server/organizations?',
      (query) => api.get('/admin/organization/', { query }),
      ({ id, name }) => [name, `/o/${id}`],
    ),
    source(
      'Users',
      '/server/users?',
      (query) => api.get('/admin/users', { query }),
      ({ email, name }) => [email, email, name],
    ),
  ];
}

/**
 * @param list the address of the whole list, up to its search.
 * @param itemOf returns the text of a row, the path of its page or else what finds it in the list, and more about it.
 */
function source<Row>(
  title: string,
  list: string,
  read: (query: { search: string; limit: number }) => Promise<ListOf<Row>>,
  itemOf: (row: Row) => [text: string, place: string, detail?: string | null],
): Source {
  const searchIn = (search: string) => href(`${list}${new URLSearchParams({ search })}`);
  return {
    title,
    async load(search) {
      const { data, has_more: isMore } = await read({ search, limit });
      const items = data.map(itemOf).map(([text, place, detail]) => {
        const path = place.startsWith('/') ? href(place) : searchIn(place);
        return { text, detail: detail ?? undefined, path };
      });
      return [...items, ...(isMore ? [{ text: 'All that match', path: searchIn(search), isMore }] : [])];
    },
  };
}
