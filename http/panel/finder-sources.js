// The lists that the box "Find anything" searches: those that the reader may read, each with the address of a row.

/** @import { ListOf, ProjectContext } from './types.ts' */

import { href } from './address.js';
import { apiOf } from './api.js';

/** @typedef {Partial<Pick<ProjectContext, 'account' | 'organization' | 'project'>>} Where */
/** @typedef {{ text: string, detail?: string | undefined, path: string }} Item */
/** @typedef {{ title: string, load: (text: string) => Promise<Item[]> }} Source */

const limit = 5;

/**
 * @param {Where} where
 * @param {AbortSignal} signal
 * @returns {Source[]}
 */
export function sourcesOf({ account, organization, project }, signal) {
  return [
    ...(organization === undefined ? [] : ofOrganization(organization, signal)),
    ...(organization === undefined || project === undefined ? [] : ofProject(organization, project, signal)),
    ...(account?.is_admin === true ? ofServer(signal) : []),
  ];
}

/**
 * @param {ProjectContext['organization']} organization
 * @param {AbortSignal} signal
 */
function ofOrganization({ id, role }, signal) {
  const api = apiOf({ organization: id, signal });
  const base = `/o/${id}`;
  const ofAll = [
    source(
      'Projects',
      (query) => api.get('/v1/organization/projects', { query: { ...query, include_archived: true } }),
      (project) => ({
        text: project.name,
        detail: project.status === 'archived' ? 'archived' : undefined,
        path: `${base}/projects/${project.id}`,
      }),
    ),
    source(
      'People',
      (query) => api.get('/v1/organization/users', { query }),
      ({ email, name }) => ({ text: email, detail: name ?? undefined, path: rowIn(`${base}/members`, email) }),
    ),
  ];
  const keys = source(
    'Organization keys',
    (query) => api.get('/v1/organization/admin_api_keys', { query }),
    (key) => ({ text: key.name, detail: key.redacted_value, path: rowIn(`${base}/keys`, key.id) }),
  );
  return role === 'owner' ? [...ofAll, keys] : ofAll;
}

/**
 * @param {ProjectContext['organization']} organization
 * @param {ProjectContext['project']} project
 * @param {AbortSignal} signal
 */
function ofProject(organization, { id, name, status }, signal) {
  const api = apiOf({ organization: organization.id, project: id, signal });
  const ofKeys = apiOf({ organization: organization.id, signal });
  const base = `/o/${organization.id}/projects/${id}`;
  const contents = [
    source(
      `Vector stores of ${name}`,
      (query) => api.get('/v1/vector_stores', { query }),
      (store) => ({ text: store.name || store.id, path: `${base}/stores/${store.id}` }),
    ),
    source(
      `Files of ${name}`,
      (query) => api.get('/v1/files', { query }),
      (file) => ({ text: file.filename, path: rowIn(`${base}/files`, file.id) }),
    ),
  ];
  const keys = source(
    `API keys of ${name}`,
    (query) => ofKeys.get('/v1/organization/projects/{project_id}/api_keys', { params: { project_id: id }, query }),
    (key) => ({ text: key.name, detail: key.redacted_value, path: rowIn(`${base}/keys`, key.id) }),
  );
  return [...(status === 'archived' ? [] : contents), ...(organization.role === 'owner' ? [keys] : [])];
}

/** @param {AbortSignal} signal */
function ofServer(signal) {
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

/**
 * @template Row
 * @param {string} title
 * @param {(query: { search: string, limit: number }) => Promise<ListOf<Row>>} read
 * @param {(row: Row) => Item} itemOf
 * @returns {Source}
 */
function source(title, read, itemOf) {
  return {
    title,
    async load(search) {
      const { data } = await read({ search, limit });
      return data.map(itemOf).map((item) => ({ ...item, path: href(item.path) }));
    },
  };
}

/**
 * Returns the address of a list that shows one row.
 * @param {string} path
 * @param {string} search
 */
function rowIn(path, search) {
  return `${path}?${new URLSearchParams({ search })}`;
}
