// The facts that directories (SCIM) keep about people and groups.

import type { Migration } from '../migration.ts';

export const directories: Migration = {
  name: '0360-directories',
  async up({ addColumn, createTable }) {
    await createTable('directory_users', {
      columns: {
        organization_id: { type: 'id', references: { table: 'organizations', onDelete: 'cascade' } },
        user_id: { type: 'id', references: { table: 'users', onDelete: 'cascade' } },
        external_id: { type: 'name', null: true },
        given_name: { type: 'name', null: true },
        family_name: { type: 'name', null: true },
        // The directory made the account.
        made_account: { type: 'boolean', default: 0 },
        // The directory disabled the account, so it may enable it again.
        disabled_account: { type: 'boolean', default: 0 },
        // The role and the time of a membership that is suspended, which `memberships` then does not have: so servers of
        // older versions refuse the person too.
        suspended_role: { type: 'word', null: true },
        suspended_created_at: { type: 'integer', null: true },
      },
      primaryKey: ['organization_id', 'user_id'],
      indexes: {
        directory_users_external: ['organization_id', 'external_id'],
        directory_users_user: ['user_id'],
      },
    });
    await addColumn('user_groups', 'external_id', { type: 'name', null: true });
    // A directory made the group.
    await addColumn('user_groups', 'of_directory', { type: 'boolean', default: 0 });
  },
};
