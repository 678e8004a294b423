import type { Page } from '../api/types.ts';
import { roleList } from '../lists/role-list.tsx';
import { heading } from '../shell/heading.tsx';

const path = '/v1/organization/roles';

export const rolesPage: Page = {
  scope: 'organization',
  path: '/o/:organization/roles',
  title: 'Roles',
  label: 'Roles',
  permission: 'roles.read',
  render(context) {
    const { api } = context;
    const { element, create } = roleList(context, {
      load: (query) => api.get(path, { query }),
      get: (id) => api.get(`${path}/{role_id}`, { params: { role_id: id } }),
      create: (body) => api.post(path, { body }),
      update: (id, body) => api.post(`${path}/{role_id}`, { params: { role_id: id }, body }),
      remove: (id) => api.remove(`${path}/{role_id}`, { params: { role_id: id } }),
    });
    const lead = 'A role is a list of permissions. Give it to members or to groups; a project has roles of its own.';
    return [heading('Roles', { lead, actions: [create] }), element];
  },
};
