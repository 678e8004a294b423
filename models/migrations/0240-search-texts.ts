// The search texts of lists (models/search-text.ts), and the indexes that searches read. An index begins with the list's
// scope and key, so it replaces the index of the list's pages. Its end are the columns of the list's filters. The newest
// rows come first, as in most lists: MariaDB compares texts inside of the index only when it reads an index forward.

import type { Migration } from '../migration.ts';
import { searchTextOf } from '../search-text.ts';

/** Table → the list's scope, its key, the columns of the search text, and the filters. */
const lists: Record<string, { scope: string[]; from: string[]; filters?: string[] }> = {
  organizations: { scope: [], from: ['name', 'id'] },
  users: { scope: [], from: ['email', 'name', 'id'] },
  projects: { scope: ['organization_id'], from: ['name', 'id'], filters: ['status'] },
  admin_api_keys: { scope: ['organization_id'], from: ['name', 'id', 'redacted_value'] },
  project_api_keys: { scope: ['project_id'], from: ['name', 'id', 'redacted_value'] },
  invitations: { scope: ['organization_id'], from: ['email', 'id'] },
  vector_stores: { scope: ['project_id'], from: ['name', 'id'] },
  files: { scope: ['project_id'], from: ['filename', 'id'], filters: ['purpose'] },
  webhook_deliveries: { scope: ['project_id'], from: ['id', 'event_id', 'event_type'], filters: ['status'] },
};

export const searchTexts: Migration = {
  name: '0240-search-texts',
  async up({ addColumn, fillColumn, putIndex, dropIndex, run }) {
    for (const [table, { scope, from, filters = [] }] of Object.entries(lists)) {
      await addColumn(table, 'search_text', { type: 'search', null: true });
      await fillColumn(table, 'search_text', from, searchTextOf);
      await putIndex(table, `${table}_search`, [...scope, 'id DESC', 'search_text', ...filters]);
      if (scope.length > 0) await dropIndex(table, `${table}_page`);
    }
    const table = 'vector_store_files';
    await addColumn(table, 'search_text', { type: 'search', null: true });
    const ofFile = 'SELECT search_text FROM files WHERE files.id = vector_store_files.file_id';
    await run(`UPDATE ${table} SET search_text = (${ofFile}) WHERE search_text IS NULL`, table);
    await putIndex(table, `${table}_search`, ['current_in', 'file_id DESC', 'search_text', 'status']);
  },
};
