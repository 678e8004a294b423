// Own roles, groups of users, and the assignments of roles to users and groups.

import type { Migration } from '../migration.ts';

export const roles: Migration = {
  name: '0320-roles',
  async up({ addColumn, createTable }) {
    const organization = { type: 'id', references: { table: 'organizations', onDelete: 'cascade' } } as const;
    await createTable('roles', {
      columns: {
        id: { type: 'id' },
        organization_id: organization,
        // The organization or the project that the role is for.
        resource_id: { type: 'id' },
        name: { type: 'name' },
        description: { type: 'text', null: true },
        // A JSON list.
        permissions: { type: 'text' },
        created_by: { type: 'id', null: true },
        created_at: { type: 'integer' },
        updated_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { roles_name: ['resource_id', 'name'] },
      indexes: { roles_organization: ['organization_id'] },
    });
    // Not `groups`, which is a reserved word in MySQL.
    await createTable('user_groups', {
      columns: {
        id: { type: 'id' },
        organization_id: organization,
        name: { type: 'name' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { user_groups_name: ['organization_id', 'name'] },
    });
    await createTable('group_members', {
      columns: {
        group_id: { type: 'id', references: { table: 'user_groups', onDelete: 'cascade' } },
        user_id: { type: 'id', references: { table: 'users', onDelete: 'cascade' } },
        organization_id: organization,
        created_at: { type: 'integer' },
      },
      primaryKey: ['group_id', 'user_id'],
      indexes: {
        group_members_user: ['user_id', 'organization_id'],
        group_members_organization: ['organization_id'],
      },
    });
    await createTable('role_assignments', {
      columns: {
        // The organization or the project in which the role is assigned.
        resource_id: { type: 'id' },
        // A user or a group.
        principal_id: { type: 'id' },
        // A built-in role has no row in `roles`.
        role_id: { type: 'id' },
        organization_id: organization,
        created_by: { type: 'id', null: true },
        created_at: { type: 'integer' },
      },
      primaryKey: ['resource_id', 'principal_id', 'role_id'],
      indexes: {
        role_assignments_principal: ['principal_id', 'organization_id'],
        role_assignments_role: ['role_id'],
        role_assignments_organization: ['organization_id'],
      },
    });
    await addColumn('organizations', 'project_access', { type: 'word', default: 'all' });
  },
};
