// A collection lists the files of a vector store for search, and which chunk set each file uses. A change increments
// the collection's revision in the same transaction and stores the revision on the file's row. The increment locks the
// collection's row until the commit, so revisions become visible in order: a reader that has seen one revision has seen
// all earlier ones.

import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  Op,
  QueryTypes,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { database, transaction } from './connection.ts';
import { isUniqueViolation } from './constraints.ts';
import { newId } from './ids.ts';
import { readOne } from './page.ts';
import { changeIn, insertIn, rowsIn } from './statements.ts';

export type CollectionRow = InferAttributes<Collection>;
export type CollectionFileRow = InferAttributes<CollectionFile>;

/** The fields that `bump` reads of a collection, which stays locked until the commit. */
export type HeldCollection = Pick<CollectionRow, 'revision' | 'dimensions'>;

/** The search index of a vector store. The store gets a new collection after the old one was dropped. */
export class Collection extends Model<InferAttributes<Collection>, InferCreationAttributes<Collection>> {
  declare id: string;
  declare storeId: string;
  /** The length of the vectors; 0: not known yet. It may change until the first file is published. */
  declare dimensions: number;
  declare revision: number;
  declare sweptRevision: number;

  /**
   * Returns the store's collection and creates one if necessary. Throws a reference violation if the store does not
   * exist.
   */
  static async of(storeId: string): Promise<CollectionRow> {
    const found = await readOne(Collection, { storeId });
    if (found !== undefined) return found;
    const fresh = { id: newId('collection'), storeId, dimensions: 0, revision: 0, sweptRevision: 0 };
    await Collection.create(fresh).catch((error: unknown) => {
      // Another request created the collection in the meantime.
      if (!isUniqueViolation(error)) throw error;
    });
    return Collection.findOne({ where: { storeId }, rejectOnEmpty: true });
  }

  /**
   * Sets the dimensions of a collection that never had a published file. Returns false if the collection has other
   * dimensions or does not exist.
   */
  static async setDimensions(id: string, dimensions: number): Promise<boolean> {
    const isUnused = 'NOT EXISTS (SELECT 1 FROM collection_files WHERE collection_id = :id)';
    await database().sequelize.query(
      `UPDATE collections SET dimensions = :dimensions WHERE id = :id AND (dimensions = 0 OR ${isUnused})`,
      { replacements: { id, dimensions }, type: QueryTypes.UPDATE },
    );
    return (await Collection.count({ where: { id, dimensions } })) === 1;
  }

  /**
   * Starts a change: increments the revision and locks the collection until the commit. Returns undefined if the
   * collection does not exist.
   */
  static async bump(id: string, transaction: Transaction): Promise<HeldCollection | undefined> {
    await changeIn(transaction, 'UPDATE collections SET revision = revision + 1 WHERE id = ?', [id]);
    const sql = 'SELECT revision, dimensions FROM collections WHERE id = ?';
    const [row] = await rowsIn<HeldCollection>(transaction, sql, [id]);
    return row;
  }
}

/** A file of a collection, as searches use it. */
export class CollectionFile extends Model<InferAttributes<CollectionFile>, InferCreationAttributes<CollectionFile>> {
  declare collectionId: string;
  declare fileId: string;
  /** The chunk set; null: the file was removed, and the row remains so that caches learn of the removal. */
  declare setId: string | null;
  /** The number of chunks. */
  declare chunks: number;
  /** JSON text. */
  declare attributes: string;
  declare revision: number;

  /** Replaces the chunk set that searches of the file use. Returns the previous set's id, or null. */
  static async replace(
    { collectionId, fileId, setId, chunks, attributes, revision }: CollectionFileRow,
    transaction: Transaction,
  ): Promise<string | null> {
    const key = [collectionId, fileId];
    const where = 'WHERE collection_id = ? AND file_id = ?';
    const [before] = await rowsIn<{ setId: string | null }>(
      transaction,
      `SELECT set_id AS setId FROM collection_files ${where}`,
      key,
    );
    const columns = ['set_id', 'chunks', 'attributes', 'revision'];
    const values = [setId, chunks, attributes, revision];
    if (before === undefined) {
      await insertIn(transaction, 'collection_files', ['collection_id', 'file_id', ...columns], [[...key, ...values]]);
      return null;
    }
    const set = columns.map((name) => `${name} = ?`).join(', ');
    await changeIn(transaction, `UPDATE collection_files SET ${set} ${where}`, [...values, ...key]);
    return before.setId;
  }

  /** Removes up to `limit` rows of one collection that no longer exists. Returns false if no such rows exist. */
  static async sweepOrphans(limit: number): Promise<boolean> {
    const [orphan] = await database().sequelize.query<{ id: string }>(
      'SELECT f.collection_id AS id FROM collection_files f LEFT JOIN collections c ON c.id = f.collection_id WHERE c.id IS NULL LIMIT 1',
      { type: QueryTypes.SELECT },
    );
    if (orphan === undefined) return false;
    const where = { collectionId: orphan.id };
    const rows = await CollectionFile.findAll({ attributes: ['fileId'], where, limit });
    await CollectionFile.destroy({ where: { ...where, fileId: rows.map(({ fileId }) => fileId) } });
    return true;
  }

  /** Deletes the rows of removed files in collections that have more than `kept` such rows. */
  static async sweepRemoved(kept: number): Promise<void> {
    const collections = await database().sequelize.query<{ id: string; revision: number }>(
      'SELECT collection_id AS id, MAX(revision) AS revision FROM collection_files WHERE set_id IS NULL ' +
        'GROUP BY collection_id HAVING COUNT(*) > :kept',
      { replacements: { kept }, type: QueryTypes.SELECT },
    );
    for (const { id, revision } of collections) {
      await transaction(async (transaction) => {
        await Collection.update({ sweptRevision: revision }, { where: { id }, transaction });
        const where = { collectionId: id, setId: null, revision: { [Op.lte]: revision } };
        await CollectionFile.destroy({ where, transaction });
      });
    }
  }
}

export function defineCollection(sequelize: Sequelize): void {
  Collection.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      storeId: DataTypes.STRING,
      dimensions: DataTypes.BIGINT,
      revision: DataTypes.BIGINT,
      sweptRevision: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'collections' },
  );
  CollectionFile.init(
    {
      collectionId: { type: DataTypes.STRING, primaryKey: true },
      fileId: { type: DataTypes.STRING, primaryKey: true },
      setId: DataTypes.STRING,
      chunks: DataTypes.BIGINT,
      attributes: DataTypes.TEXT,
      revision: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'collection_files' },
  );
}
