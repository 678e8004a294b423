// The SHA-256 of each file's content, computed while it is received, so that a verification finds bytes that have changed.
// Files of earlier versions have none.

import type { Migration } from '../migration.ts';

export const contentDigests: Migration = {
  name: '0094-content-digests',
  async up({ addColumn }) {
    await addColumn('files', 'sha256', { type: 'digest', null: true });
    await addColumn('upload_parts', 'sha256', { type: 'digest', null: true });
  },
};
