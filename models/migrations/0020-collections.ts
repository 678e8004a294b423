// What vector search reads: collections, their files, and the chunks of those.

import type { Migration } from '../migration.ts';

export const collections: Migration = {
  name: '0020-collections',
  async up({ createTable, addColumn }) {
    await addColumn('vector_stores', 'embedding_model', { type: 'name', default: 'svc-embedding-384' });
    await addColumn('vector_stores', 'embedding_dimensions', { type: 'integer', default: 384 });
    await createTable('collections', {
      columns: {
        id: { type: 'id' },
        store_id: { type: 'id', references: { table: 'vector_stores', onDelete: 'cascade' } },
        dimensions: { type: 'integer' },
        // Goes up by one with every change that a search can see.
        revision: { type: 'integer' },
        // Traces of removed files are gone up to this revision: who knows only an older one reads everything anew.
        swept_revision: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { collections_store: ['store_id'] },
    });
    // From here on no foreign keys: what a dropped collection leaves behind is swept in small pieces.
    await createTable('collection_files', {
      columns: {
        collection_id: { type: 'id' },
        file_id: { type: 'id' },
        // Null: the file was removed.
        set_id: { type: 'id', null: true },
        chunks: { type: 'integer' },
        attributes: { type: 'text' },
        revision: { type: 'integer' },
      },
      primaryKey: ['collection_id', 'file_id'],
      indexes: { collection_files_revision: ['collection_id', 'revision'] },
    });
    await createTable('chunk_sets', {
      columns: {
        id: { type: 'id' },
        collection_id: { type: 'id' },
        file_id: { type: 'id' },
        state: { type: 'word' },
        // Milliseconds of the database's clock: when it was last written to, or became garbage.
        touched_at: { type: 'integer' },
      },
      primaryKey: ['id'],
      indexes: { chunk_sets_state: ['state', 'touched_at'], chunk_sets_collection: ['collection_id'] },
    });
    await createTable('chunks', {
      columns: {
        set_id: { type: 'id' },
        position: { type: 'integer' },
        text: { type: 'text' },
        tokens: { type: 'integer' },
      },
      primaryKey: ['set_id', 'position'],
    });
    // Apart from the texts: filling a cache reads these from end to end, and the texts of few chunks only.
    await createTable('chunk_vectors', {
      columns: {
        set_id: { type: 'id' },
        position: { type: 'integer' },
        vector: { type: 'blob' },
        terms: { type: 'blob' },
      },
      primaryKey: ['set_id', 'position'],
    });
  },
};
