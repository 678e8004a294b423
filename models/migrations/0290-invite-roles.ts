// The role that an invited person gets.

import type { Migration } from '../migration.ts';

export const inviteRoles: Migration = {
  name: '0290-invite-roles',
  async up({ addColumn }) {
    await addColumn('invitations', 'role', { type: 'word', default: 'member' });
  },
};
