// The search engine for deployments that outgrow one machine: PostgreSQL stores and ranks the chunks. The relational
// database still decides which chunks are visible. Chunks are written to PostgreSQL while they are staged, and each
// search first updates PostgreSQL's mirror of the collection. So a publication is atomic and visible on all servers at
// its commit, although it involves two databases, and neither database waits for the other.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { Collection } from '../../models/collection.ts';
import type { Reader } from '../../models/reader.ts';
import type { Log } from '../platform/index.ts';
import type { SearchHit, SearchRequest } from './collections.ts';
import type { CountedChunk, Engine } from './engine.ts';
import { openPostgres, type PostgresClient } from './postgres-client.ts';
import { postgresText } from './postgres-filter.ts';
import { indexName, PostgresIndexes, unindexableWarning } from './postgres-indexes.ts';
import { mirror } from './postgres-mirror.ts';
import { searchPostgres } from './postgres-search.ts';
import { indexedTerms, renewTerms } from './postgres-terms.ts';

export interface PostgresSettings {
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

const rowsPerInsert = 100;
const idsPerLook = 500;
const attempts = 5;
/** The time to the look for collections that need an index. A look reads the number of chunks of every file. */
const [afterStartMs, afterPublicationMs] = [5000, 30_000];
/** PostgreSQL's code for a table that does not exist. */
const undefinedTable = '42P01';

/** The name of this engine. */
export const postgresName = 'postgres';

/** Creates the engine over the open database. Connects to PostgreSQL on first use. */
export function postgresEngine(settings: PostgresSettings, reader: Reader, log: Log): Engine {
  const client = openPostgres(settings, log);
  const indexes = new PostgresIndexes(client, postgresName, settings.indexChunks, log);
  return {
    name: postgresName,
    add: (set, chunks) => addChunks(client, set, chunks),
    async texts(setId, from, to) {
      const texts =
        'SELECT text FROM svc_chunks WHERE set_id = $1 AND position >= $2 AND position < $3 ORDER BY position';
      return (await client.query<{ text: string }>(texts, [setId, from, to])).map(({ text }) => text);
    },
    async setsAmong(setIds) {
      const firsts = 'SELECT set_id AS id FROM svc_chunks WHERE position = 0 AND set_id = ANY ($1::text[])';
      const rows = await client.query<{ id: string }>(firsts, [setIds]).catch((error: { code?: string }) => {
        if (error.code === undefinedTable) return [];
        throw error;
      });
      return rows.map(({ id }) => id);
    },
    removeSome: (setId, limit) => removeSome(client, setId, limit),
    search: (storeId, request) => search(client, reader, storeId, request),
    async maintain() {
      await deleteDropped(client);
      // A sweep does not wait for a build, which may take hours.
      void indexes.build();
    },
    start: () => indexes.buildAfter(afterStartMs),
    published: () => indexes.buildAfter(afterPublicationMs),
    indexes: () => indexes.states(),
    warningOf: (size) => unindexableWarning(size, settings.indexChunks),
    async close() {
      await indexes.close();
      await client.close();
    },
  };
}

async function search(
  client: PostgresClient,
  reader: Reader,
  storeId: string,
  request: SearchRequest,
): Promise<SearchHit[]> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const mirrored = await mirror(client, reader, storeId);
    if (mirrored !== undefined) await renewTerms(client, mirrored.collectionId);
    const hits = mirrored === undefined ? [] : await searchPostgres(client, mirrored, request);
    if (hits !== undefined) return hits;
  }
  throw new Error(`The collection of ${storeId} changes faster than it can be searched`);
}

/** Writes chunks of a set. */
export async function addChunks(
  client: PostgresClient,
  { setId, collectionId }: { setId: string; collectionId: string },
  chunks: CountedChunk[],
): Promise<void> {
  for (let first = 0; first < chunks.length; first += rowsPerInsert) {
    const rows = chunks.slice(first, first + rowsPerInsert).map(({ index, text, vector, terms }) => {
      const { words, lexemes } = indexedTerms(collectionId, terms);
      return { index, text: postgresText(text), vector, words, terms, lexemes };
    });
    await client.query(
      `INSERT INTO svc_chunks (set_id, position, collection_id, text, vector, words, terms, lexemes)
       SELECT $1, position, $2, text, vector::vector, words, terms, array_to_tsvector(string_to_array(lexemes, ' '))
       FROM unnest($3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bytea[], $8::text[])
         AS new (position, text, vector, words, terms, lexemes)`,
      [
        ...[setId, collectionId, rows.map(({ index }) => index), rows.map(({ text }) => text)],
        rows.map(({ vector }) => `[${vector.join(',')}]`),
        ...[rows.map(({ words }) => words), rows.map(({ terms }) => terms), rows.map(({ lexemes }) => lexemes)],
      ],
    );
    await nextTurn();
  }
}

async function removeSome(client: PostgresClient, setId: string, limit: number): Promise<number> {
  const [row] = await client.query<{ left: number }>(
    `WITH ends AS (SELECT greatest(coalesce(max(position), -1) + 1 - $2::bigint, 0) AS place FROM svc_chunks WHERE set_id = $1),
       removed AS (DELETE FROM svc_chunks c USING ends WHERE c.set_id = $1 AND c.position >= ends.place)
     SELECT place AS "left" FROM ends`,
    [setId, limit],
  );
  return row?.left ?? 0;
}

/** Deletes the PostgreSQL rows and indexes of dropped collections. */
async function deleteDropped(client: PostgresClient): Promise<void> {
  for (let after = ''; ; ) {
    const look = 'SELECT id FROM svc_collections WHERE id > $1 ORDER BY id LIMIT $2';
    const ids = (await client.query<{ id: string }>(look, [after, idsPerLook])).map(({ id }) => id);
    const alive = new Set((await Collection.findAll({ attributes: ['id'], where: { id: ids } })).map(({ id }) => id));
    const gone = ids.filter((id) => !alive.has(id));
    // Other ways to drop it would wait for the build of another index, and every search behind it.
    for (const id of gone) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${indexName(id)}`);
    await client.query('DELETE FROM svc_files WHERE collection_id = ANY ($1::text[])', [gone]);
    await client.query('DELETE FROM svc_collections WHERE id = ANY ($1::text[])', [gone]);
    if (ids.length < idsPerLook) return;
    after = ids.at(-1) ?? after;
  }
}
