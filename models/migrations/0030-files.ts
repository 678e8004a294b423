// Files, uploads in parts, and the stored bytes of each project.

import type { Migration } from '../migration.ts';

export const files: Migration = {
  name: '0030-files',
  async up({ createTable }) {
    await createTable('files', {
      columns: {
        id: { type: 'id' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        storage_key: { type: 'id' },
        filename: { type: 'name' },
        purpose: { type: 'word' },
        bytes: { type: 'integer' },
        expires_at: { type: 'integer', null: true },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { files_storage_key: ['storage_key'] },
      indexes: {
        files_page: ['project_id', 'id'],
        files_purpose_page: ['project_id', 'purpose', 'id'],
        files_expiry: ['expires_at'],
      },
    });
    await createTable('uploads', {
      columns: {
        id: { type: 'id' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        filename: { type: 'name' },
        mime_type: { type: 'name' },
        purpose: { type: 'word' },
        bytes: { type: 'integer' },
        received_bytes: { type: 'integer' },
        expires_after_seconds: { type: 'integer', null: true },
        status: { type: 'word' },
        file_id: { type: 'id', null: true },
        expires_at: { type: 'integer' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      indexes: { uploads_project: ['project_id'], uploads_expiry: ['status', 'expires_at'] },
    });
    await createTable('upload_parts', {
      columns: {
        id: { type: 'id' },
        upload_id: { type: 'id', references: { table: 'uploads', onDelete: 'cascade' } },
        storage_key: { type: 'id' },
        bytes: { type: 'integer' },
        created_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { upload_parts_storage_key: ['storage_key'] },
      indexes: { upload_parts_upload: ['upload_id'] },
    });
    await createTable('project_storage', {
      columns: {
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        file_bytes: { type: 'integer' },
        vector_store_bytes: { type: 'integer' },
      },
      primaryKey: ['project_id'],
    });
  },
};
