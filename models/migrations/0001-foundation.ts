// Users, organizations, projects, their credentials, vector stores and workers.

import type { Migration } from '../migration.ts';

export const foundation: Migration = {
  name: '0001-foundation',
  async up({ createTable }) {
    await createTable('users', {
      columns: {
        id: { type: 'id' },
        email: { type: 'name' },
        email_key: { type: 'name' },
        name: { type: 'name', null: true },
        password_hash: { type: 'name', null: true },
        is_admin: { type: 'boolean' },
        disabled: { type: 'boolean' },
        default_organization_id: { type: 'id', null: true },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { users_email: ['email_key'] },
    });
    await createTable('organizations', {
      columns: {
        id: { type: 'id' },
        name: { type: 'name' },
        owner_id: { type: 'id', references: { table: 'users', onDelete: 'restrict' } },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
    });
    await createTable('memberships', {
      columns: {
        organization_id: { type: 'id', references: { table: 'organizations', onDelete: 'cascade' } },
        user_id: { type: 'id', references: { table: 'users', onDelete: 'cascade' } },
        role: { type: 'word' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['organization_id', 'user_id'],
      indexes: { memberships_user: ['user_id'] },
    });
    await createTable('logins', {
      columns: {
        id: { type: 'id' },
        user_id: { type: 'id', references: { table: 'users', onDelete: 'cascade' } },
        expires_at: { type: 'integer' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      indexes: { logins_user: ['user_id'], logins_expiry: ['expires_at'] },
    });
    await createTable('login_tokens', {
      columns: {
        digest: { type: 'digest' },
        login_id: { type: 'id', references: { table: 'logins', onDelete: 'cascade' } },
        kind: { type: 'word' },
        expires_at: { type: 'integer' },
        used_at: { type: 'integer', null: true },
      },
      primaryKey: ['digest'],
      indexes: { login_tokens_login: ['login_id'] },
    });
    await createTable('throttles', {
      columns: {
        digest: { type: 'digest' },
        started_at: { type: 'integer' },
        expires_at: { type: 'integer' },
        count: { type: 'integer' },
      },
      primaryKey: ['digest'],
      indexes: { throttles_expiry: ['expires_at'] },
    });
    await createTable('known_addresses', {
      columns: {
        digest: { type: 'digest' },
        user_id: { type: 'id', references: { table: 'users', onDelete: 'cascade' } },
        last_seen_at: { type: 'integer' },
      },
      primaryKey: ['digest'],
    });
    await createTable('admin_api_keys', {
      columns: {
        id: { type: 'id' },
        organization_id: { type: 'id', references: { table: 'organizations', onDelete: 'cascade' } },
        user_id: { type: 'id', references: { table: 'users', onDelete: 'restrict' } },
        name: { type: 'name' },
        digest: { type: 'digest' },
        redacted_value: { type: 'word' },
        last_used_at: { type: 'integer', null: true },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { admin_api_keys_digest: ['digest'] },
      indexes: { admin_api_keys_page: ['organization_id', 'id'] },
    });
    await createTable('projects', {
      columns: {
        id: { type: 'id' },
        organization_id: { type: 'id', references: { table: 'organizations', onDelete: 'cascade' } },
        name: { type: 'name' },
        status: { type: 'word' },
        archived_at: { type: 'integer', null: true },
        models: { type: 'text' },
        custom_endpoints: { type: 'text' },
        mcp_prefixes: { type: 'text' },
        limits: { type: 'text' },
        webhook_url: { type: 'text', null: true },
        webhook_secret: { type: 'text', null: true },
        webhook_signing: { type: 'word' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      indexes: { projects_page: ['organization_id', 'id'], projects_status_page: ['organization_id', 'status', 'id'] },
    });
    await createTable('project_api_keys', {
      columns: {
        id: { type: 'id' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        user_id: { type: 'id', references: { table: 'users', onDelete: 'restrict' } },
        name: { type: 'name' },
        digest: { type: 'digest' },
        redacted_value: { type: 'word' },
        last_used_at: { type: 'integer', null: true },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { project_api_keys_digest: ['digest'] },
      indexes: { project_api_keys_page: ['project_id', 'id'] },
    });
    await createTable('vector_stores', {
      columns: {
        id: { type: 'id' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        name: { type: 'name' },
        name_digest: { type: 'digest', null: true },
        metadata: { type: 'text' },
        chunking_type: { type: 'word' },
        max_chunk_size_tokens: { type: 'integer' },
        chunk_overlap_tokens: { type: 'integer' },
        image_processing_mode: { type: 'word' },
        expires_after_days: { type: 'integer' },
        last_active_at: { type: 'integer' },
        expires_at: { type: 'integer' },
        bytes: { type: 'integer' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      // The project is not the first column: the planner would choose this index to list small pages, and would have to
      // sort.
      unique: { vector_stores_name: ['name_digest', 'project_id'] },
      indexes: { vector_stores_page: ['project_id', 'id'] },
    });
    await createTable('fine_tuning_workers', {
      columns: {
        id: { type: 'id' },
        name: { type: 'name' },
        models: { type: 'text' },
        last_seen_at: { type: 'integer' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { fine_tuning_workers_name: ['name'] },
    });
  },
};
