import type { Page } from '../api/types.ts';
import { roleList } from '../lists/role-list.tsx';
import { heading, subheading } from '../shell/heading.tsx';

export const rolesPage: Page = {
  scope: 'organization',
  path: '/o/:organization/roles',
  title: 'Roles',
  label: 'Roles',
  permission: 'roles.read',
  render(context) {
    const { element, create } = roleList(context, '/v1/organization/roles');
    const lead = 'A role is a list of permissions. Give it to members or to groups; a project has roles of its own.';
    return [heading('Roles', { lead, actions: [create] }), element];
  },
};

export const projectRolesPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/roles',
  title: 'Project roles',
  label: 'Project roles',
  permission: 'roles.read',
  render(context) {
    const { element, create } = roleList(context, '/v1/projects/{project_id}/roles');
    return [subheading('Roles of the project', create), element];
  },
};
