// The tables of vector search: collections, their files and chunks.

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
        // Incremented by each change that a search can see.
        revision: { type: 'integer' },
        // Tombstones of removed files were deleted up to this revision. A cache with an older revision must reload
        // everything.
        swept_revision: { type: 'integer' },
      },
      primaryKey: ['id'],
      unique: { collections_store: ['store_id'] },
    });
    // No foreign keys from here on: the sweep deletes the rows of a dropped collection in small steps.
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
        // The last write, or the time when the set became garbage, in milliseconds of the database's clock.
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
    // Separate from the texts: loading a cache reads all vectors, but only few texts.
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
