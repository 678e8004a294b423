// The proof that a person owns the address of the account: a link that was mailed to it was used.

import type { Migration } from '../migration.ts';

export const verifiedEmails: Migration = {
  name: '0121-verified-emails',
  async up({ addColumn }) {
    await addColumn('users', 'email_verified', { type: 'boolean', default: 0 });
    // True if the invitation was mailed. A link that was handed over proves nothing about the address.
    await addColumn('invitations', 'mailed', { type: 'boolean', default: 0 });
  },
};
