// The built-in roles, which no table has. Their ids are those of the first moment of ids, so that lists begin with them.

import { organizationRoles, type Permissions, projectRoles } from './permissions.ts';

export interface BuiltInRole {
  id: string;
  name: string;
  description: string;
  permissions: Permissions;
  of: 'organization' | 'project';
}

const idOf = (number: number): string => `role_${String(number).padStart(26, '0')}`;

export const organizationOwnerId = idOf(1);
export const organizationMemberId = idOf(2);
export const projectRoleIds = { owner: idOf(3), member: idOf(4), viewer: idOf(5) };

const roles: BuiltInRole[] = [
  {
    id: organizationOwnerId,
    name: 'owner',
    description: 'Does everything in the organization and its projects.',
    permissions: organizationRoles.owner,
    of: 'organization',
  },
  {
    id: organizationMemberId,
    name: 'member',
    description: 'Belongs to the organization. Works in all its projects if its project access is "all".',
    permissions: organizationRoles.member,
    of: 'organization',
  },
  {
    id: projectRoleIds.owner,
    name: 'owner',
    description: 'Works in the project, and manages its keys, roles and members.',
    permissions: projectRoles.owner,
    of: 'project',
  },
  {
    id: projectRoleIds.member,
    name: 'member',
    description: 'Works in the project.',
    permissions: projectRoles.member,
    of: 'project',
  },
  {
    id: projectRoleIds.viewer,
    name: 'viewer',
    description: 'Reads files, stores, conversations and responses of the project.',
    permissions: projectRoles.viewer,
    of: 'project',
  },
];

export const builtInRoles: ReadonlyMap<string, BuiltInRole> = new Map(roles.map((role) => [role.id, role]));
