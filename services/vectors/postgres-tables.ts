// The tables of the engine in PostgreSQL, and the parts of statements that depend on them. The chunks are in 64
// partitions by collection, because PostgreSQL looks at all vector indexes of a table when it plans a statement, and each
// large store has one of its own. Each key and each statement has the collection's id, so that all rows of a store can be
// in one place.
//
// Installations up to 0.2.0 have other tables (postgres-old-tables.ts), until their stores have been moved out of them.

import type { CountedChunk, SetOf } from './engine.ts';
import type { PgValue, PostgresClient } from './postgres-client.ts';
import { copyHalves, copyInt, copyInts, copyRows } from './postgres-copy.ts';
import { postgresText } from './postgres-filter.ts';
import { decodeTerms, encodeTerms } from './terms.ts';

/** Files of a collection that changed from one revision to another. */
export interface MirrorChange {
  collectionId: string;
  from: number;
  to: number;
  /** The ids of removed files. */
  gone: string[];
  kept: { fileId: string; setId: string; attributes: string }[];
  /** True if each file that is not among `kept` was removed. */
  anew: boolean;
}

export interface Statement {
  text: string;
  values: PgValue[];
}

export type StoredRow = Record<'position' | 'words', number> & { text: string; vector: string; terms: unknown };

export interface PostgresTables {
  /** The name that the database records for the stores in these tables. */
  engine: string;
  collections: string;
  files: string;
  chunks: string;
  /** The type of the column `vector`. */
  vectorType: 'vector' | 'halfvec';
  /** Adds chunks of a set. Chunks that are there already stay. */
  add(client: PostgresClient, set: SetOf, chunks: CountedChunk[]): Promise<void>;
  /** The columns of a chunk that `termsOf` reads, as the column `terms`. */
  termColumns: string;
  /** Returns the encoded terms of a chunk. */
  termsOf(collectionId: string, row: Pick<StoredRow, 'terms' | 'words'>): Buffer;
  /** Returns a column `found` of the chunk `c` that `countsIn` reads. Appends its parameters. */
  foundColumn(collectionId: string, hashes: Uint32Array, values: PgValue[]): string;
  /** Returns how often the chunk has each of the terms. */
  countsIn(found: unknown, hashes: Uint32Array): number[];
  /** Returns the condition that the chunk `c` has the term, which no index answers. */
  has(collectionId: string, hash: number): string;
  /** Returns the condition that the chunk `c` has one of the terms. */
  hasAny(collectionId: string, hashes: number[]): string;
  /** Reads the chunks and words of a collection, and for each term the chunks that contain it. */
  corpus(collectionId: string, hashes: Uint32Array): Statement;
  /** Applies a change if the mirror still has the revision `from`. */
  mirror(change: MirrorChange): Statement;
  /** Deletes what is kept of dropped collections besides their chunks. */
  forget: string[];
}

export const postgresName = 'postgres';

const copiedColumns = 'collection_id, set_id, position, words, vector, terms, counts, text';
/** Another server, which writes the same set, may add chunks between two attempts. */
const copyAttempts = 5;
const uniqueViolation = '23505';

export const currentTables: PostgresTables = {
  engine: postgresName,
  collections: 'svc2_collections',
  files: 'svc2_files',
  chunks: 'svc2_chunks',
  vectorType: 'halfvec',
  async add(client, { setId, collectionId }, chunks) {
    const [collection, set] = [Buffer.from(collectionId), Buffer.from(setId)];
    let rest = chunks;
    for (let attempt = 1; ; attempt += 1) {
      const rows = rest.map(({ index, text, vector, terms }) => {
        const { words, hashes, counts } = decodeTerms(terms);
        const keys = copyInts(termKeys(collectionId, hashes));
        const numbers = [copyInt(index), copyInt(words), copyHalves(vector), keys];
        return [collection, set, ...numbers, Buffer.from(counts), Buffer.from(postgresText(text))];
      });
      try {
        return await client.copy('svc2_chunks', copiedColumns, copyRows(rows));
      } catch (error) {
        if ((error as { code?: string }).code !== uniqueViolation || attempt === copyAttempts) throw error;
        const found = await client.query<{ position: number }>(
          'SELECT position FROM svc2_chunks WHERE collection_id = $1 AND set_id = $2 AND position = ANY ($3::int[])',
          [collectionId, setId, rest.map(({ index }) => index)],
        );
        const there = new Set(found.map(({ position }) => position));
        rest = rest.filter(({ index }) => !there.has(index));
      }
    }
  },
  termColumns: 'json_build_array(c.terms, c.counts) AS terms',
  termsOf(collectionId, { terms, words }) {
    const [keys, counts] = terms as [number[], string];
    const hashes = Uint32Array.from(termKeys(collectionId, Uint32Array.from(keys)));
    return encodeTerms({ words, hashes, counts: Buffer.from(counts.slice(2), 'hex') });
  },
  foundColumn(collectionId, hashes, values) {
    const keys = `$${values.push(termKeys(collectionId, hashes))}::int[]`;
    return `ARRAY(SELECT coalesce(get_byte(c.counts, array_position(c.terms, asked.term) - 1), 0)
      FROM unnest(${keys}) WITH ORDINALITY AS asked (term, place) ORDER BY asked.place) AS found`;
  },
  countsIn: (found) => found as number[],
  has: (collectionId, hash) => `${termKeys(collectionId, Uint32Array.of(hash))[0]} = ANY (c.terms)`,
  hasAny: (collectionId, hashes) =>
    `c.terms && '{${termKeys(collectionId, Uint32Array.from(hashes)).join(',')}}'::int[]`,
  corpus: (collectionId, hashes) => ({
    text: `SELECT c.chunks::float8 AS chunks, c.words::float8 AS words,
       ARRAY(SELECT coalesce(t.chunks, 0)::float8 FROM unnest($2::int[]) WITH ORDINALITY AS asked (term, place)
         LEFT JOIN svc2_terms t ON t.collection_id = $1 AND t.term = asked.term ORDER BY asked.place) AS documents
     FROM svc2_collections c WHERE c.id = $1`,
    values: [collectionId, termKeys(collectionId, hashes)],
  }),
  // The numbers of a term change with the files that have it, in the same statement.
  mirror({ collectionId, from, to, gone, kept, anew }) {
    const isGone = anew ? 'NOT (f.file_id = ANY ($5::text[]))' : 'f.file_id = ANY ($4::text[])';
    return {
      text: `WITH new AS (
         SELECT n.file_id, n.set_id, n.attributes, sums.chunks, sums.words
         FROM unnest($5::text[], $6::text[], $7::text[]) AS n (file_id, set_id, attributes)
         CROSS JOIN LATERAL (
           SELECT count(*) AS chunks, coalesce(sum(c.words), 0) AS words FROM svc2_chunks c
           WHERE c.collection_id = $1 AND c.set_id = n.set_id
         ) AS sums
       ), old AS (
         SELECT f.set_id, f.chunks, f.words FROM svc2_files f
         WHERE f.collection_id = $1 AND (${isGone} OR f.file_id = ANY ($4::text[]) OR f.file_id = ANY ($5::text[]))
       ), changes AS (
         SELECT set_id, 1 AS sign, chunks, words FROM new WHERE set_id NOT IN (SELECT set_id FROM old)
         UNION ALL
         SELECT set_id, -1, chunks, words FROM old WHERE set_id NOT IN (SELECT set_id FROM new)
       ), turn AS (
         UPDATE svc2_collections c SET revision = $3, chunks = c.chunks + sums.chunks, words = c.words + sums.words
         FROM (SELECT coalesce(sum(sign * chunks), 0) AS chunks, coalesce(sum(sign * words), 0) AS words FROM changes) AS sums
         WHERE c.id = $1 AND c.revision = $2 RETURNING c.id
       ), removed AS (
         DELETE FROM svc2_files f USING turn
         WHERE f.collection_id = $1 AND (${isGone} OR f.file_id = ANY ($4::text[]))
       ), counted AS (
         INSERT INTO svc2_terms (collection_id, term, chunks)
         SELECT $1, t.term, sum(changes.sign) FROM turn CROSS JOIN changes
         JOIN svc2_chunks c ON c.collection_id = $1 AND c.set_id = changes.set_id
         CROSS JOIN LATERAL unnest(c.terms) AS t (term)
         GROUP BY t.term HAVING sum(changes.sign) <> 0 ORDER BY t.term
         ON CONFLICT (collection_id, term) DO UPDATE SET chunks = svc2_terms.chunks + excluded.chunks
       )
       INSERT INTO svc2_files (collection_id, file_id, set_id, attributes, chunks, words)
       SELECT $1, new.file_id, new.set_id, new.attributes::jsonb, new.chunks, new.words FROM turn CROSS JOIN new
       ON CONFLICT (collection_id, file_id) DO UPDATE SET
         set_id = excluded.set_id, attributes = excluded.attributes, chunks = excluded.chunks, words = excluded.words`,
      values: mirrorValues({ collectionId, from, to, gone, kept }),
    };
  },
  forget: [
    'DELETE FROM svc2_terms WHERE collection_id = ANY ($1::text[])',
    'DELETE FROM svc2_files WHERE collection_id = ANY ($1::text[])',
    'DELETE FROM svc2_collections WHERE id = ANY ($1::text[])',
  ],
};

/** Returns the parameters of a mirror's statement. */
export function mirrorValues({ collectionId, from, to, gone, kept }: Omit<MirrorChange, 'anew'>): PgValue[] {
  return [
    ...[collectionId, from, to, gone, kept.map(({ fileId }) => fileId), kept.map(({ setId }) => setId)],
    kept.map(({ attributes }) => attributes),
  ];
}

/**
 * Returns the numbers of terms in a collection; the numbers' own are the terms. They differ from collection to
 * collection, so that the lookup of a term does not read what other tenants have.
 */
function termKeys(collectionId: string, hashes: Uint32Array): number[] {
  const seed = seedOf(collectionId);
  return Array.from(hashes, (hash) => hash ^ seed);
}

/** Returns a number of the collection's id. */
export function seedOf(collectionId: string): number {
  let seed = 0x811c9dc5;
  for (let index = 0; index < collectionId.length; index += 1)
    seed = Math.imul(seed ^ collectionId.charCodeAt(index), 0x01000193);
  return seed;
}
