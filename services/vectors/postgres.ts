// The search engine for deployments that outgrow one machine: PostgreSQL stores and ranks the chunks. The relational
// database still decides which chunks are visible. Chunks are written to PostgreSQL while they are staged, and each
// search first updates PostgreSQL's mirror of the collection. So a publication is atomic and visible on all servers at
// its commit, although it involves two databases, and neither database waits for the other.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { ChunkSet } from '../../models/chunk-set.ts';
import { Collection } from '../../models/collection.ts';
import type { Reader } from '../../models/reader.ts';
import type { Log } from '../platform/index.ts';
import type { SearchHit, SearchRequest } from './collections.ts';
import { type CountedChunk, type Engine, MovedError, type SetOf, splitName } from './engine.ts';
import { openPostgres, type PgValue, type PostgresClient } from './postgres-client.ts';
import { indexName, PostgresIndexes, unindexableWarning } from './postgres-indexes.ts';
import { mirror } from './postgres-mirror.ts';
import { oldTables } from './postgres-old-tables.ts';
import { renewTerms } from './postgres-old-terms.ts';
import { searchPostgres } from './postgres-search.ts';
import { currentTables, type PostgresTables, type StoredRow } from './postgres-tables.ts';
import { areCurrentTerms, encodeTerms, termsOf } from './terms.ts';

export interface PostgresSettings {
  /** The engine's name, if it is not the one of SVC_COLLECTIONS_URL. */
  name?: string;
  url: string;
  poolSize: number;
  /** Creates no tables: `svc doctor` changes nothing. */
  isReadOnly?: boolean;
  /**
   * Collections with more chunks get an index of their own, and are then searched approximately instead of exactly. 0:
   * none does.
   */
  indexChunks: number;
}

const rowsPerWrite = 250;
const idsPerLook = 500;
const attempts = 5;
/** The time to the look for collections that need an index. A look reads the number of chunks of every file. */
const [afterStartMs, afterPublicationMs] = [5000, 30_000];
/** PostgreSQL's code for a table that does not exist. */
const undefinedTable = '42P01';

/** Creates the engines over the open database: the one of the old tables, and the one of the current tables. */
export function postgresEngines(settings: PostgresSettings, reader: Reader, log: Log): [Engine, Engine] {
  const client = openPostgres(settings, log);
  const tables = { ...currentTables, engine: settings.name ?? currentTables.engine };
  const indexes = new PostgresIndexes(client, tables.engine, settings.indexChunks, log);
  const mirrors = new Mirrors({ client, tables, reader, log });
  const warningOf: Engine['warningOf'] = (size) => unindexableWarning(size, settings.indexChunks);
  const old = { ...engineIn(client, oldTables, reader), warningOf };
  const current = { ...engineIn(client, tables, reader), warningOf };
  let isUnused = false;
  return [
    {
      ...old,
      isUsedByOlder: () => isUsedByOlder(client),
      // They are dropped at the second look, because a search may have begun before the last store left them.
      async maintain() {
        if (!(await hasOldTables(client))) return;
        const wasUnused = isUnused;
        isUnused = await isOldUnused(client);
        if (!isUnused) await ifThere(deleteDropped(client, oldTables), undefined);
        else if (wasUnused) await client.query('DROP TABLE IF EXISTS svc_chunks, svc_files, svc_collections');
      },
    },
    {
      ...current,
      async removeSome(set, limit) {
        await mirrors.forgetSet(set);
        return current.removeSome(set, limit);
      },
      async maintain() {
        await deleteDropped(client, tables);
        // A sweep does not wait for a build, which may take hours.
        void indexes.build();
      },
      start: () => indexes.buildAfter(afterStartMs),
      published(storeId) {
        mirrors.update(storeId);
        indexes.buildAfter(afterPublicationMs);
      },
      async prepare(storeId) {
        await mirror(client, tables, reader, storeId, true);
      },
      indexes: () => indexes.states(),
      async close() {
        await indexes.close();
        await mirrors.close();
        await client.close();
      },
    },
  ];
}

async function isUsedByOlder(client: PostgresClient): Promise<boolean> {
  const older =
    "SELECT 1 FROM pg_stat_activity WHERE application_name = 'svc' AND datname = current_database() LIMIT 1";
  return (await client.query(older)).length > 0;
}

async function hasOldTables(client: PostgresClient): Promise<boolean> {
  return (await client.query("SELECT 1 WHERE to_regclass('svc_chunks') IS NOT NULL")).length > 0;
}

/**
 * Returns true if no chunk that somebody needs is in the old tables. A server of an older version that was idle during a
 * move may have published there since, into a store that is in the current tables.
 */
async function isOldUnused(client: PostgresClient): Promise<boolean> {
  for (const engine of [oldTables.engine, splitName])
    if ((await Collection.ofEngine(engine, '', 1)).length > 0) return false;
  if ((await Collection.inEngine(null)).stores > 0 || (await isUsedByOlder(client))) return false;
  return !(await ChunkSet.isPublishedByOlder());
}

/** The chunks in the old tables, about, and the bytes that they take up with their indexes. */
export interface OldTablesSize {
  chunks: number;
  bytes: number;
}

/** Returns the size of the old tables, or undefined if there are none. Changes nothing. */
export async function sizeOfOldTables(url: string, log: Log): Promise<OldTablesSize | undefined> {
  const client = openPostgres({ url, poolSize: 1, isReadOnly: true }, log);
  try {
    const [size] = await client.query<OldTablesSize>(
      "SELECT greatest(reltuples, 0)::float8 AS chunks, pg_total_relation_size(oid) AS bytes FROM pg_class WHERE oid = to_regclass('svc_chunks')",
    );
    return size;
  } finally {
    await client.close();
  }
}

/** Creates the engine of the current tables. */
export function postgresEngine(settings: PostgresSettings, reader: Reader, log: Log): Engine {
  return postgresEngines(settings, reader, log)[1];
}

function engineIn(client: PostgresClient, tables: PostgresTables, reader: Reader): Omit<Engine, 'warningOf'> {
  const { chunks, engine: name } = tables;
  const rowsIfThere = <Row>(text: string, values: PgValue[]): Promise<Row[]> =>
    ifThere(client.query<Row>(text, values), []);
  return {
    name,
    add: (set, chunks) => addChunks(client, tables, set, chunks),
    async texts({ setId, collectionId }, from, to) {
      const texts = `SELECT text FROM ${chunks} WHERE collection_id = $4 AND set_id = $1 AND position >= $2 AND position < $3 ORDER BY position`;
      return (await client.query<{ text: string }>(texts, [setId, from, to, collectionId])).map(({ text }) => text);
    },
    async read({ setId, collectionId }, from, to) {
      const rows = await rowsIfThere<StoredRow>(
        `SELECT c.position, c.words, c.text, c.vector::text AS vector, ${tables.termColumns} FROM ${chunks} c
         WHERE c.collection_id = $4 AND c.set_id = $1 AND c.position >= $2 AND c.position < $3 ORDER BY c.position`,
        [setId, from, to, collectionId],
      );
      // PostgreSQL does not store the number of tokens, which nothing reads.
      return rows.map((row) => ({
        ...{ index: row.position, text: row.text, tokens: 0, terms: tables.termsOf(collectionId, row) },
        vector: Float32Array.from(JSON.parse(row.vector) as number[]),
      }));
    },
    async ping() {
      await client.query('SELECT 1');
    },
    async setsAmong(collectionId, setIds) {
      const firsts = `SELECT set_id AS id FROM ${chunks} WHERE collection_id = $2 AND position = 0 AND set_id = ANY ($1::text[])`;
      return (await rowsIfThere<{ id: string }>(firsts, [setIds, collectionId])).map(({ id }) => id);
    },
    async counts(collectionId, setIds) {
      const counts = `SELECT set_id AS id, COUNT(*) AS count FROM ${chunks} WHERE collection_id = $2 AND set_id = ANY ($1::text[]) GROUP BY set_id`;
      const rows = await rowsIfThere<{ id: string; count: number }>(counts, [setIds, collectionId]);
      return new Map(rows.map(({ id, count }) => [id, count]));
    },
    async setsOf(collectionId) {
      const sets = `SELECT DISTINCT set_id AS id FROM ${chunks} WHERE collection_id = $1`;
      return (await rowsIfThere<{ id: string }>(sets, [collectionId])).map(({ id }) => id);
    },
    async removeSome({ setId, collectionId }, limit) {
      const [row] = await rowsIfThere<{ left: number }>(
        `WITH ends AS (SELECT greatest(coalesce(max(position), -1) + 1 - $2::bigint, 0) AS place FROM ${chunks}
             WHERE set_id = $1 AND collection_id = $3),
           removed AS (DELETE FROM ${chunks} c USING ends WHERE c.set_id = $1 AND c.collection_id = $3 AND c.position >= ends.place)
         SELECT place AS "left" FROM ends`,
        [setId, limit, collectionId],
      );
      return row?.left ?? 0;
    },
    forget: (collectionId) => ifThere(forgetCollections(client, tables, [collectionId]), undefined),
    search: (storeId, request) => search(client, tables, reader, storeId, request),
    maintain: async () => undefined,
    close: async () => undefined,
  };
}

/** Returns `none` if a table does not exist: a new installation has no old ones, and `svc doctor` creates none. */
function ifThere<Result>(result: Promise<Result>, none: Result): Promise<Result> {
  return result.catch((error: { code?: string }) => {
    if (error.code === undefinedTable) return none;
    throw error;
  });
}

async function search(
  client: PostgresClient,
  tables: PostgresTables,
  reader: Reader,
  storeId: string,
  request: SearchRequest,
): Promise<SearchHit[]> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const mirrored = await mirror(client, tables, reader, storeId);
    if (mirrored !== undefined && tables === oldTables) await renewTerms(client, mirrored.collectionId);
    const hits = mirrored === undefined ? [] : await searchPostgres(client, tables, mirrored, request);
    if (hits !== undefined) return hits;
  }
  throw new Error(`The collection of ${storeId} changes faster than it can be searched`);
}

/** Writes chunks of a set. */
async function addChunks(
  client: PostgresClient,
  tables: PostgresTables,
  set: SetOf,
  chunks: CountedChunk[],
): Promise<void> {
  for (let first = 0; first < chunks.length; first += rowsPerWrite) {
    const some = chunks
      .slice(first, first + rowsPerWrite)
      .map((chunk) => (areCurrentTerms(chunk.terms) ? chunk : { ...chunk, terms: encodeTerms(termsOf(chunk.text)) }));
    await tables.add(client, set, some);
    await nextTurn();
  }
}

/** Deletes the PostgreSQL rows and indexes of dropped collections. */
async function deleteDropped(client: PostgresClient, tables: PostgresTables): Promise<void> {
  const { collections } = tables;
  for (let after = ''; ; ) {
    const look = `SELECT id FROM ${collections} WHERE id > $1 ORDER BY id LIMIT $2`;
    const ids = (await client.query<{ id: string }>(look, [after, idsPerLook])).map(({ id }) => id);
    const alive = new Set((await Collection.findAll({ attributes: ['id'], where: { id: ids } })).map(({ id }) => id));
    const gone = ids.filter((id) => !alive.has(id));
    await forgetCollections(client, tables, gone);
    if (ids.length < idsPerLook) return;
    after = ids.at(-1) ?? after;
  }
}

async function forgetCollections(client: PostgresClient, { forget }: PostgresTables, ids: string[]): Promise<void> {
  // Other ways to drop it would wait for the build of another index, and every search behind it.
  for (const id of ids) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${indexName(id)}`);
  for (const statement of forget) await client.query(statement, [ids]);
}

interface MirrorParts {
  client: PostgresClient;
  tables: PostgresTables;
  reader: Reader;
  log: Log;
}

/** Keeps the mirrors of the current tables young. */
class Mirrors {
  readonly #client: PostgresClient;
  readonly #tables: PostgresTables;
  readonly #reader: Reader;
  readonly #log: Log;
  /** The stores whose mirrors are being updated; true: they have changed again. */
  readonly #running = new Map<string, boolean>();
  #work: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor({ client, tables, reader, log }: MirrorParts) {
    this.#client = client;
    this.#tables = tables;
    this.#reader = reader;
    this.#log = log;
  }

  /** Begins to update a store's mirror after a publication, so that the next search does not have to. */
  update(storeId: string): void {
    if (this.#isClosed) return;
    const isIdle = !this.#running.has(storeId);
    this.#running.set(storeId, !isIdle);
    if (isIdle) this.#work = Promise.all([this.#work, this.#run(storeId)]);
  }

  /** Takes a set out of its mirror before its chunks are removed, because the counts of its terms are read from them. */
  async forgetSet({ setId, collectionId }: SetOf): Promise<void> {
    const isThere = 'SELECT 1 FROM svc2_files WHERE collection_id = $1 AND set_id = $2';
    if ((await this.#client.query(isThere, [collectionId, setId])).length === 0) return;
    const collection = await Collection.findByPk(collectionId, { attributes: ['storeId'] });
    if (collection !== null) await this.#mirror(collection.storeId);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#work;
  }

  async #run(storeId: string): Promise<void> {
    try {
      do {
        this.#running.set(storeId, false);
        await this.#mirror(storeId);
      } while (this.#running.get(storeId) === true && !this.#isClosed);
    } catch (error) {
      this.#log.debug({ err: error, store: storeId }, 'the next search updates the mirror of a store');
    } finally {
      this.#running.delete(storeId);
    }
  }

  async #mirror(storeId: string): Promise<void> {
    await mirror(this.#client, this.#tables, this.#reader, storeId).catch((error: unknown) => {
      if (!(error instanceof MovedError)) throw error;
    });
  }
}
