// A collection lists the files of a vector store for search, and which chunk set each file uses. A change increments
// the collection's revision in the same transaction and stores the revision on the file's row. The increment locks the
// collection's row until the commit, so revisions become visible in order: a reader that has seen one revision has seen
// all earlier ones.

import { Op, QueryTypes, type Transaction } from 'sequelize';
import { database, select, transaction } from './connection.ts';
import { isUniqueViolation } from './constraints.ts';
import { newId } from './ids.ts';
import { readOne } from './page.ts';
import { changeIn, insertIn, rowsIn } from './statements.ts';
import { integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type CollectionRow = RowOf<Collection>;
export type CollectionFileRow = RowOf<CollectionFile>;

/** The fields that `bump` reads of a collection, which stays locked until the commit. */
export type HeldCollection = Pick<CollectionRow, 'revision' | 'dimensions' | 'engine'>;

/** The stores whose chunks are in one engine. */
export interface StoresOfEngine {
  /** Null: not recorded yet. */
  engine: string | null;
  stores: number;
  /** The ids of the first `storesNamed` of the stores. */
  first: string[];
}

/** A collection with many chunks. */
export interface LargeCollection {
  id: string;
  storeId: string;
  dimensions: number;
  chunks: number;
}

export interface StoreSize {
  storeId: string;
  /** Null: not recorded yet. */
  engine: string | null;
  dimensions: number;
  chunks: number;
}

/** The stores and chunks of one engine. */
export interface EngineSize {
  /** Null: not recorded yet. */
  engine: string | null;
  stores: number;
  chunks: number;
}

export const storesNamed = 5;
const hasChunks = 'EXISTS (SELECT 1 FROM collection_files f WHERE f.collection_id = c.id AND f.chunks > 0)';

/** The search index of a vector store. The store gets a new collection after the old one was dropped. */
export class Collection extends table('collections', {
  id: primaryKey(text()),
  storeId: text(),
  /** The length of the vectors; 0: not known yet. It may change until the first file is published. */
  dimensions: integer(),
  revision: integer(),
  sweptRevision: integer(),
  /** The name of the search engine that has the published chunks; null: an earlier version wrote the row. */
  engine: nullable(text()),
}) {
  static find(storeId: string): Promise<CollectionRow | undefined> {
    return readOne(Collection, { storeId });
  }

  /**
   * Returns the store's collection. Creates one in the engine if necessary. Throws a reference violation if the store
   * does not exist.
   */
  static async of(storeId: string, engine: string): Promise<CollectionRow> {
    const found = await Collection.find(storeId);
    if (found !== undefined) return found;
    const fresh = { id: newId('collection'), storeId, dimensions: 0, revision: 0, sweptRevision: 0, engine };
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
  static async bump(id: string, tx: Transaction): Promise<HeldCollection | undefined> {
    await changeIn(tx, 'UPDATE collections SET revision = revision + 1 WHERE id = ?', [id]);
    const sql = 'SELECT revision, dimensions, engine FROM collections WHERE id = ?';
    const [row] = await rowsIn<HeldCollection>(tx, sql, [id]);
    return row;
  }

  /**
   * Records the collection's engine if it is still `from`, and that of its sets without one. Returns false if another
   * server was first.
   */
  static async recordEngine(
    { id, engine: from }: Pick<CollectionRow, 'id' | 'engine'>,
    engine: string,
    isOfAllSets: boolean,
  ): Promise<boolean> {
    return transaction(async (tx) => {
      const is = from === null ? 'engine IS NULL' : 'engine = ?';
      const values = from === null ? [engine, id] : [engine, id, from];
      if ((await changeIn(tx, `UPDATE collections SET engine = ? WHERE id = ? AND ${is}`, values)) === 0) return false;
      const ofSets = 'UPDATE chunk_sets SET engine = ? WHERE collection_id = ? AND engine IS NULL';
      if (isOfAllSets) await changeIn(tx, ofSets, [engine, id]);
      return true;
    });
  }

  /** Returns up to `limit` collections with chunks, after an id, that have no engine or one of these. */
  static withEngine(
    engines: string[],
    after: string,
    limit: number,
  ): Promise<Pick<CollectionRow, 'id' | 'storeId' | 'engine'>[]> {
    const isWanted = engines.length === 0 ? '' : ` OR c.engine IN (${placesOf(engines)})`;
    return select(
      `SELECT c.id AS id, c.store_id AS storeId, c.engine AS engine FROM collections c WHERE c.id > ? AND (c.engine IS NULL${isWanted}) AND ${hasChunks} ORDER BY c.id LIMIT ${Math.trunc(limit)}`,
      [after, ...engines],
    );
  }

  /** Returns the stores with chunks outside of these engines, by their engine. */
  static async outside(engines: string[]): Promise<StoresOfEngine[]> {
    const found = await select<{ engine: string | null }>(
      `SELECT DISTINCT engine AS engine FROM collections WHERE engine IS NULL OR engine NOT IN (${placesOf(engines)}) ORDER BY engine`,
      engines,
    );
    const all = await Promise.all(found.map(({ engine }) => Collection.inEngine(engine)));
    return all.filter(({ stores }) => stores > 0);
  }

  /** Returns the stores with chunks in the engine; null: those whose engine is not recorded. */
  static async inEngine(engine: string | null): Promise<StoresOfEngine> {
    const where = `WHERE ${engine === null ? 'c.engine IS NULL' : 'c.engine = ?'} AND ${hasChunks}`;
    const values = engine === null ? [] : [engine];
    const [counted] = await select<{ stores: number }>(`SELECT COUNT(*) AS stores FROM collections c ${where}`, values);
    const first = await select<{ id: string }>(
      `SELECT c.store_id AS id FROM collections c ${where} ORDER BY c.store_id LIMIT ${storesNamed}`,
      values,
    );
    return { engine, stores: Number(counted?.stores ?? 0), first: first.map(({ id }) => id) };
  }

  /** Returns the ids of up to `limit` collections in the engine, after an id, with their stores. */
  static ofEngine(
    engine: string,
    after: string,
    limit: number,
  ): Promise<Pick<CollectionRow, 'id' | 'storeId' | 'dimensions'>[]> {
    const attributes = ['id', 'storeId', 'dimensions'];
    return Collection.findAll({
      attributes,
      where: { engine, id: { [Op.gt]: after } },
      order: ['id'],
      limit,
      raw: true,
    });
  }

  /**
   * Records another engine of the collection and of its published sets, if the engine is still `from` and exactly these
   * sets with chunks are published. Returns false else.
   *
   * @param ended called at the end of the transaction.
   */
  static async move(
    id: string,
    from: string,
    to: string,
    setIds: ReadonlySet<string>,
    ended?: (tx: Transaction) => Promise<void>,
  ): Promise<boolean> {
    return transaction(async (tx) => {
      if ((await Collection.bump(id, tx))?.engine !== from) return false;
      const sql =
        'SELECT set_id AS id FROM collection_files WHERE collection_id = ? AND set_id IS NOT NULL AND chunks > 0';
      const published = await rowsIn<{ id: string }>(tx, sql, [id]);
      if (published.length !== setIds.size || published.some((set) => !setIds.has(set.id))) return false;
      await changeIn(tx, 'UPDATE collections SET engine = ? WHERE id = ?', [to, id]);
      const ofSets = "UPDATE chunk_sets SET engine = ? WHERE collection_id = ? AND state = 'published'";
      await changeIn(tx, ofSets, [to, id]);
      await ended?.(tx);
      return true;
    });
  }

  /** Returns the collections in the engine with more than `moreThan` chunks, the smallest first. */
  static async large(engine: string, moreThan: number): Promise<LargeCollection[]> {
    const rows = await select<LargeCollection>(
      `SELECT c.id AS id, c.store_id AS storeId, c.dimensions AS dimensions, SUM(f.chunks) AS chunks
       FROM collections c JOIN collection_files f ON f.collection_id = c.id WHERE c.engine = ?
       GROUP BY c.id, c.store_id, c.dimensions HAVING SUM(f.chunks) > ? ORDER BY SUM(f.chunks), c.id`,
      [engine, moreThan],
    );
    return rows.map((row) => ({ ...row, dimensions: Number(row.dimensions), chunks: Number(row.chunks) }));
  }

  /** Returns the numbers of stores with files and of published chunks in each engine. */
  static async sizesOfEngines(): Promise<EngineSize[]> {
    const rows = await select<EngineSize>(
      'SELECT c.engine AS engine, COUNT(DISTINCT c.id) AS stores, SUM(f.chunks) AS chunks FROM collections c JOIN collection_files f ON f.collection_id = c.id WHERE f.set_id IS NOT NULL GROUP BY c.engine',
      [],
    );
    return rows.map(({ engine, stores, chunks }) => ({ engine, stores: Number(stores), chunks: Number(chunks) }));
  }

  /** Returns the chunks of the stores' collections, and the engines that have them. */
  static async sizes(storeIds: string[]): Promise<StoreSize[]> {
    if (storeIds.length === 0) return [];
    const rows = await select<StoreSize>(
      `SELECT c.store_id AS storeId, c.engine AS engine, c.dimensions AS dimensions, SUM(f.chunks) AS chunks
       FROM collections c JOIN collection_files f ON f.collection_id = c.id WHERE c.store_id IN (${placesOf(storeIds)})
       GROUP BY c.store_id, c.engine, c.dimensions`,
      storeIds,
    );
    return rows.map((row) => ({ ...row, dimensions: Number(row.dimensions), chunks: Number(row.chunks) }));
  }

  /** Records an engine for the stores and sets that have chunks in the relational database, where a restore puts them. */
  static async recordChunksHere(engine: string): Promise<void> {
    const replacements = { engine };
    await database().sequelize.query(
      'UPDATE collections SET engine = :engine WHERE id IN (SELECT f.collection_id FROM collection_files f JOIN chunks c ON c.set_id = f.set_id AND c.position = 0)',
      { replacements },
    );
    await database().sequelize.query(
      'UPDATE chunk_sets SET engine = :engine WHERE id IN (SELECT c.set_id FROM chunks c WHERE c.position = 0)',
      { replacements },
    );
  }
}

/** A file of a collection, as searches use it. */
export class CollectionFile extends table('collection_files', {
  collectionId: primaryKey(text()),
  fileId: primaryKey(text()),
  /** The chunk set; null: the file was removed, and the row remains so that caches learn of the removal. */
  setId: nullable(text()),
  /** The number of chunks. */
  chunks: integer(),
  /** JSON text. */
  attributes: text(),
  revision: integer(),
}) {
  /** Replaces the chunk set that searches of the file use. Returns the previous set's id, or null. */
  static async replace(
    { collectionId, fileId, setId, chunks, attributes, revision }: CollectionFileRow,
    tx: Transaction,
  ): Promise<string | null> {
    const key = [collectionId, fileId];
    const where = 'WHERE collection_id = ? AND file_id = ?';
    const [before] = await rowsIn<{ setId: string | null }>(
      tx,
      `SELECT set_id AS setId FROM collection_files ${where}`,
      key,
    );
    const columns = ['set_id', 'chunks', 'attributes', 'revision'];
    const values = [setId, chunks, attributes, revision];
    if (before === undefined) {
      await insertIn(tx, 'collection_files', ['collection_id', 'file_id', ...columns], [[...key, ...values]]);
      return null;
    }
    const set = columns.map((name) => `${name} = ?`).join(', ');
    await changeIn(tx, `UPDATE collection_files SET ${set} ${where}`, [...values, ...key]);
    return before.setId;
  }

  /** Returns the ids of up to `limit` published sets with chunks, after an id. */
  static async setsWithChunks(collectionId: string, after: string, limit: number): Promise<string[]> {
    const rows = await select<{ id: string }>(
      `SELECT set_id AS id FROM collection_files WHERE collection_id = ? AND set_id > ? AND chunks > 0 ORDER BY set_id LIMIT ${Math.trunc(limit)}`,
      [collectionId, after],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the published sets with chunks of a collection, and how many each has. */
  static async published(collectionId: string): Promise<Map<string, number>> {
    const rows = await select<{ id: string; chunks: number }>(
      'SELECT set_id AS id, chunks FROM collection_files WHERE collection_id = ? AND set_id IS NOT NULL AND chunks > 0',
      [collectionId],
    );
    return new Map(rows.map(({ id, chunks }) => [id, Number(chunks)]));
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
      await transaction(async (tx) => {
        await Collection.update({ sweptRevision: revision }, { where: { id }, transaction: tx });
        const where = { collectionId: id, setId: null, revision: { [Op.lte]: revision } };
        await CollectionFile.destroy({ where, transaction: tx });
      });
    }
  }
}

function placesOf(values: string[]): string {
  return values.map(() => '?').join(', ');
}
