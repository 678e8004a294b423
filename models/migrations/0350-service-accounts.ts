// Service accounts of projects, and the keys that belong to them.

import type { Migration } from '../migration.ts';

export const serviceAccounts: Migration = {
  name: '0350-service-accounts',
  async up({ addColumn, createTable, putIndex }) {
    await createTable('service_accounts', {
      columns: {
        id: { type: 'id' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        organization_id: { type: 'id', references: { table: 'organizations', onDelete: 'cascade' } },
        name: { type: 'name' },
        role: { type: 'word' },
        created_by: { type: 'id', references: { table: 'users', onDelete: 'restrict' } },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      indexes: {
        service_accounts_project: ['project_id', 'id'],
        service_accounts_organization: ['organization_id'],
        service_accounts_maker: ['created_by', 'organization_id'],
      },
    });
    await addColumn('project_api_keys', 'service_account_id', { type: 'id', null: true });
    await putIndex('project_api_keys', 'project_api_keys_account', ['service_account_id']);
  },
};
