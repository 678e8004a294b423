// The maker of a password link. A link that an admin made ends when its maker stops being an admin.

import type { Migration } from '../migration.ts';

export const passwordLinkMakers: Migration = {
  name: '0120-password-link-makers',
  async up({ addColumn }) {
    // `mail`, `admin` or `operator`. Null: a version before this one wrote the row, so that its maker is unknown, and
    // the link is refused.
    await addColumn('password_resets', 'origin', { type: 'word', null: true });
    // The admin who made the link.
    await addColumn('password_resets', 'made_by', { type: 'id', null: true });
  },
};
