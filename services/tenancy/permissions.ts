// The permissions of the built-in roles. An admin has every permission, in every organization and project.

import { type Permission, permissions } from '../../generated/operations.ts';
import type { Role } from '../../models/membership.ts';

export type Permissions = ReadonlySet<Permission>;

export const allPermissions: Permissions = new Set(permissions);
export const noPermissions: Permissions = new Set();

/** The permissions of a project's viewer. */
const viewing: Permission[] = [
  'conversations.read',
  'files.read',
  'models.read',
  'responses.read',
  'vector_stores.read',
  'workers.read',
];

/** The permissions of a project's member. */
const working: Permission[] = [
  ...viewing,
  'conversations.write',
  'endpoints.request',
  'files.write',
  'mcp.request',
  'model.request',
  'responses.write',
  'vector_stores.write',
];

/** The permissions of every member of an organization, in it and in the projects that they reach. */
export const belonging: Permission[] = ['projects.read', 'users.read', 'webhooks.read'];

/** The built-in roles of a project. A permission of the organization, such as `keys.write`, holds for the one project. */
export const projectRoles = {
  owner: new Set<Permission>([
    ...belonging,
    ...working,
    'keys.read',
    'keys.write',
    'roles.read',
    'roles.write',
    'webhooks.write',
  ]),
  member: new Set<Permission>(working),
  viewer: new Set<Permission>(viewing),
} satisfies Record<string, Permissions>;

/** The built-in roles of an organization. With the project access `all`, its members are members of all its projects. */
export const organizationRoles = {
  owner: new Set(permissions.filter((permission) => !permission.startsWith('server.'))),
  member: new Set<Permission>([...belonging, ...working]),
} satisfies Record<Role, Permissions>;
