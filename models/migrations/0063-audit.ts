// The audit log. Entries are written in the transaction of the recorded change, and chained later, one at a time.

import type { Migration } from '../migration.ts';

export const audit: Migration = {
  name: '0063-audit',
  async up({ createTable }) {
    await createTable('audit_entries', {
      columns: {
        id: { type: 'id' },
        // No foreign keys, because an entry outlives the resource that it records.
        organization_id: { type: 'id', null: true },
        project_id: { type: 'id', null: true },
        type: { type: 'name' },
        actor_kind: { type: 'word' },
        actor_id: { type: 'id', null: true },
        user_id: { type: 'id', null: true },
        email: { type: 'name', null: true },
        address: { type: 'name' },
        request_id: { type: 'name' },
        target_id: { type: 'name', null: true },
        details: { type: 'text' },
        created_at: { type: 'integer' },
        own_seal: { type: 'id' },
        // The position in the chain and its seal; null until the entry is chained.
        place: { type: 'integer', null: true },
        seal: { type: 'id', null: true },
      },
      primaryKey: ['id'],
      unique: { audit_entries_place: ['place'] },
      indexes: { audit_entries_page: ['organization_id', 'id'] },
    });
    await createTable('audit_chain', {
      columns: {
        id: { type: 'word' },
        place: { type: 'integer' },
        seal: { type: 'id' },
        // Proves that a server wrote this head, so that nobody can replace it by an older one.
        head_seal: { type: 'id' },
      },
      primaryKey: ['id'],
    });
  },
};
