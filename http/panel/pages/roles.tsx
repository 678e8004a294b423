import type { Page } from '../api/index.ts';
import { roleList } from '../lists/index.ts';
import { heading, subheading } from '../shell/index.ts';

export const rolesPage: Page = {
  scope: 'organization',
  path: '/o/:organization/roles',
  title: 'Roles',
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
  permission: 'roles.read',
  render(context) {
    const { element, create } = roleList(context, '/v1/projects/{project_id}/roles');
    return [subheading('Roles of the project', create), element];
  },
};
