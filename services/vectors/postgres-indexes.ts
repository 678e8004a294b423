// The vector indexes of the large collections in PostgreSQL. Each has its own, because in one index for all of them the
// chunks of a small tenant would be hard to reach. Only the current tables get indexes. Until an index is valid,
// PostgreSQL does not use it, and searches are exact.
//
// A build takes minutes to hours, so it has a connection of its own without a time limit. A lock of that connection lets
// one index be built at a time, whichever server builds it. PostgreSQL finishes a build whose server has stopped. An
// index whose build failed stays invalid, and is dropped and built again.

import { Collection, type LargeCollection } from '../../models/collection.ts';
import type { Log } from '../platform/index.ts';
import type { IndexState, StoreIndex } from './collections.ts';
import type { PostgresClient, PostgresSession } from './postgres-client.ts';
import { currentTables, type PostgresTables } from './postgres-tables.ts';

/** An arbitrary number that is the same on all servers. */
const buildLock = 5_482_114;
/** pgvector's maximum dimensions of an index. */
const maxDimensions = 4000;
/** The old tables' maximum dimensions of an index with the whole precision. */
const oldWholeDimensions = 2000;
/**
 * Greater values than pgvector's 16 and 64 find more of the best chunks, above all for the questions that find the
 * fewest, and take longer to build.
 */
const [links, buildCandidates] = [24, 200];

interface IndexRow {
  name: string;
  valid: boolean;
  /** The parts of the build that are done, 0..1; null: nobody builds it now. */
  done: number | null;
}

const indexesSql = `
SELECT c.relname AS name, i.indisvalid AS valid,
  (SELECT CASE WHEN p.blocks_total > 0 THEN p.blocks_done::float8 / p.blocks_total ELSE 0 END
   FROM pg_stat_progress_create_index p WHERE p.index_relid = c.oid AND p.datname = current_database() LIMIT 1) AS done
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE c.relname LIKE 'svc2\\_hnsw\\_%' AND pg_table_is_visible(c.oid)`;

export class PostgresIndexes {
  readonly #client: PostgresClient;
  readonly #engine: string;
  readonly #fromChunks: number;
  readonly #log: Log;
  #building: Promise<void> | undefined;
  #session: PostgresSession | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param fromChunks collections with more chunks get an index; 0: none does. */
  constructor(client: PostgresClient, engine: string, fromChunks: number, log: Log) {
    this.#client = client;
    this.#engine = engine;
    this.#fromChunks = fromChunks;
    this.#log = log;
  }

  /** Returns the state of the index of each collection that is large enough for one. */
  async states(): Promise<StoreIndex[]> {
    const large = await this.#large();
    if (large.length === 0) return [];
    const found = await indexesByName(this.#client);
    return large.map(({ id, storeId, chunks, dimensions }) => {
      const index = found.get(indexName(id));
      return { storeId, chunks, dimensions, state: stateOf(dimensions, index), done: index?.done ?? 0 };
    });
  }

  /** Builds what is missing after a while. Further calls until then change nothing. */
  buildAfter(ms: number): void {
    if (this.#isClosed || this.#fromChunks === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.build();
    }, ms).unref();
  }

  /** Builds what is missing, unless another server does. Never throws: failures are logged, and seen in `states`. */
  build(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#building ??= this.#buildAll()
      .catch((error: unknown) => {
        if (!this.#isClosed) this.#log.error({ err: error }, 'cannot build the vector indexes in PostgreSQL');
      })
      .finally(() => {
        this.#building = undefined;
      });
    return this.#building;
  }

  /** Leaves a build to PostgreSQL. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#session?.leave();
    await this.#building;
  }

  async #large(): Promise<LargeCollection[]> {
    return this.#fromChunks === 0 ? [] : Collection.large(this.#engine, this.#fromChunks);
  }

  async #buildAll(): Promise<void> {
    if (!(await this.#states(missingStates)).length) return;
    const session = await this.#client.session();
    this.#session = session;
    try {
      const [lock] = await session.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${buildLock}) AS held`);
      if (lock?.held !== true) return;
      // Looks again under the lock, because another server may just have built an index.
      for (const collection of await this.#states(missingStates)) {
        if (this.#isClosed) return;
        await this.#buildOne(session, collection);
      }
    } finally {
      this.#session = undefined;
      await session.end();
    }
  }

  async #states(wanted: ReadonlySet<IndexState>): Promise<LargeCollection[]> {
    const large = await this.#large();
    const found = large.length === 0 ? new Map<string, IndexRow>() : await indexesByName(this.#client);
    return large.filter(({ id, dimensions }) => wanted.has(stateOf(dimensions, found.get(indexName(id)))));
  }

  async #buildOne(session: PostgresSession, { id, storeId, chunks, dimensions }: LargeCollection): Promise<void> {
    const began = performance.now();
    const fields = { store: storeId, chunks };
    this.#log.info(fields, 'builds a vector index in PostgreSQL');
    try {
      await session.query(`DROP INDEX CONCURRENTLY IF EXISTS ${indexName(id)}`);
      const partition = await partitionOf(session, id);
      await session.query(
        `CREATE INDEX CONCURRENTLY ${indexName(id)} ON ${partition}
         USING hnsw ((${indexedVector(currentTables, 'vector', dimensions)}) halfvec_ip_ops)
         WITH (m = ${links}, ef_construction = ${buildCandidates}) WHERE collection_id = '${id}'`,
      );
      // Without statistics of a store that was just filled, PostgreSQL takes it for small, and does not use the index.
      await session.query(`ANALYZE ${partition} (collection_id, set_id), svc2_files (collection_id, set_id)`);
      const seconds = Math.round((performance.now() - began) / 1000);
      this.#log.info({ ...fields, seconds }, 'has built a vector index in PostgreSQL');
    } catch (error) {
      if (this.#isClosed) return;
      this.#log.error({ ...fields, err: error }, 'cannot build a vector index in PostgreSQL: its searches stay exact');
      if (session.isBroken()) throw error;
    }
  }
}

const missingStates: ReadonlySet<IndexState> = new Set(['missing', 'failed']);

async function indexesByName(client: PostgresClient): Promise<Map<string, IndexRow>> {
  let rows = await client.query<IndexRow>(indexesSql);
  // An index that became valid during the look seems to be neither valid nor built by anybody.
  if (rows.some(({ valid, done }) => !valid && done === null)) rows = await client.query<IndexRow>(indexesSql);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Returns a sentence on a store that is so large that it would have an index, but whose vectors are too long for one. */
export function unindexableWarning(
  { chunks, dimensions }: { chunks: number; dimensions: number },
  indexChunks: number,
): string | undefined {
  if (indexChunks === 0 || chunks <= indexChunks || dimensions <= maxDimensions) return undefined;
  return (
    `The vectors of this vector store have ${dimensions} dimensions, and an index holds at most ${maxDimensions}: ` +
    'each search compares all its chunks. A model with fewer dimensions makes searches fast.'
  );
}

function stateOf(dimensions: number, index: IndexRow | undefined): IndexState {
  if (dimensions > maxDimensions) return 'impossible';
  if (index === undefined) return 'missing';
  if (index.valid) return 'valid';
  return index.done === null ? 'failed' : 'building';
}

/** Returns the partition that has the collection's chunks: PostgreSQL builds no index of all of them while it answers. */
async function partitionOf(session: PostgresSession, collectionId: string): Promise<string> {
  const find = `SELECT tableoid::regclass::text AS name FROM svc2_chunks WHERE collection_id = '${collectionId}' LIMIT 1`;
  const [row] = await session.query<{ name: string }>(find);
  if (row === undefined) throw new Error(`The collection ${collectionId} has no chunks in PostgreSQL`);
  return row.name;
}

/** Returns the expression of a vector that an index of a collection has, and that its searches must use. */
export function indexedVector({ vectorType }: PostgresTables, vector: string, dimensions: number): string {
  const isHalf = vectorType === 'halfvec' || (dimensions > oldWholeDimensions && dimensions <= maxDimensions);
  return `${vector}::${isHalf ? 'halfvec' : 'vector'}(${dimensions})`;
}

/** The id needs no escaping: svc generates it from letters, digits and underscores. */
export function indexName(collectionId: string): string {
  return `svc2_hnsw_${collectionId.toLowerCase()}`;
}
