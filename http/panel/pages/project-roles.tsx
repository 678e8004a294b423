import type { Page } from '../api/types.ts';
import { roleList } from '../lists/role-list.tsx';

const path = '/v1/projects/{project_id}/roles';

export const projectRolesPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/roles',
  title: 'Project roles',
  label: 'Project roles',
  permission: 'roles.read',
  render(context) {
    const { api, project } = context;
    const of = { project_id: project.id };
    const { element, create } = roleList(context, {
      load: (query) => api.get(path, { params: of, query }),
      get: (id) => api.get(`${path}/{role_id}`, { params: { ...of, role_id: id } }),
      create: (body) => api.post(path, { params: of, body }),
      update: (id, body) => api.post(`${path}/{role_id}`, { params: { ...of, role_id: id }, body }),
      remove: (id) => api.remove(`${path}/{role_id}`, { params: { ...of, role_id: id } }),
      isOfProject: true,
    });
    return [
      <header class="section">
        <h2>Roles of the project</h2>
        {create}
      </header>,
      element,
    ];
  },
};
