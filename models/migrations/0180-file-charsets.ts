// The charset that was declared with a file, which decodes its text.

import type { Migration } from '../migration.ts';

export const fileCharsets: Migration = {
  name: '0180-file-charsets',
  async up({ addColumn }) {
    await addColumn('files', 'charset', { type: 'text', null: true });
  },
};
