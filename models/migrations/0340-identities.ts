// The people of identity providers: their accounts here, and the roles that their groups give.

import type { Migration } from '../migration.ts';

export const identities: Migration = {
  name: '0340-identities',
  async up({ createTable, addColumn }) {
    await createTable('identities', {
      columns: {
        digest: { type: 'digest' },
        user_id: { type: 'id', references: { table: 'users', onDelete: 'cascade' } },
        issuer: { type: 'text' },
        subject: { type: 'text' },
        created_at: { type: 'integer' },
        last_used_at: { type: 'integer' },
      },
      primaryKey: ['digest'],
      indexes: { identities_user: ['user_id'] },
    });
    await createTable('group_roles', {
      columns: {
        user_id: { type: 'id', references: { table: 'users', onDelete: 'cascade' } },
        scope: { type: 'id' },
        issuer_digest: { type: 'digest' },
        role: { type: 'word' },
        own_role: { type: 'word', null: true },
        set_role: { type: 'word' },
      },
      primaryKey: ['user_id', 'scope', 'issuer_digest'],
    });
    await addColumn('logins', 'method', { type: 'word', default: 'password' });
  },
};
