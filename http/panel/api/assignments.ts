// The roles of a user or a group, in the organization or in a project: four lists with the same operations.

import type { Api, Schemas } from './types.ts';

export interface Principal {
  kind: 'user' | 'group';
  id: string;
  name: string;
}

export interface Assignments {
  list: () => Promise<Schemas['AssignedRole'][]>;
  /** All roles that the organization or the project has. */
  choices: () => Promise<Schemas['Role'][]>;
  add: (roleId: string) => Promise<unknown>;
  remove: (roleId: string) => Promise<unknown>;
}

/** @param projectId undefined: in the organization. */
export function assignmentsOf(api: Api, { kind, id }: Principal, projectId?: string): Assignments {
  const place = projectId === undefined ? '/v1/organization' : '/v1/projects/{project_id}';
  // One path stands for all four: their operations have the same types.
  const path = `${place}/${kind}s/{${kind}_id}/roles` as '/v1/organization/users/{user_id}/roles';
  const own: { user_id: string } = Object.assign({ [`${kind}_id`]: id } as never, { project_id: projectId });
  const roles = `${place}/roles` as '/v1/organization/roles';
  return {
    list: async () => (await api.get(path, { params: own, query: { limit: 100 } })).data,
    choices: async () =>
      (await api.get(roles, { params: { project_id: projectId }, query: { limit: 100 } } as never)).data,
    add: (roleId) => api.post(path, { params: own, body: { role_id: roleId } }),
    remove: (roleId) => api.remove(`${path}/{role_id}`, { params: { ...own, role_id: roleId } }),
  };
}
