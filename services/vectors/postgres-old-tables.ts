// The tables of installations up to 0.2.0. A server moves their stores to the current tables; until then it searches
// and fills them here. They are dropped when no store is left in them.

import { finish } from '../gateway/index.ts';
import { postgresText } from './postgres-filter.ts';
import { mirrorValues, type PostgresTables, seedOf } from './postgres-tables.ts';
import { decodeTerms } from './terms.ts';

export const oldTables: PostgresTables = {
  engine: 'postgres-0.2',
  collections: 'svc_collections',
  files: 'svc_files',
  chunks: 'svc_chunks',
  vectorType: 'vector',
  async add(client, { setId, collectionId }, chunks) {
    const rows = chunks.map(({ index, text, vector, terms }) => {
      const { words, lexemes } = indexedTerms(collectionId, terms);
      return { index, text: postgresText(text), vector, words, terms, lexemes };
    });
    await client.query(
      `INSERT INTO svc_chunks (set_id, position, collection_id, text, vector, words, terms, lexemes)
       SELECT $1, position, $2, text, vector::vector, words, terms, array_to_tsvector(string_to_array(lexemes, ' '))
       FROM unnest($3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bytea[], $8::text[])
         AS new (position, text, vector, words, terms, lexemes)
       ON CONFLICT (set_id, position) DO NOTHING`,
      [
        ...[setId, collectionId, rows.map(({ index }) => index), rows.map(({ text }) => text)],
        rows.map(({ vector }) => `[${vector.join(',')}]`),
        ...[rows.map(({ words }) => words), rows.map(({ terms }) => terms), rows.map(({ lexemes }) => lexemes)],
      ],
    );
  },
  termColumns: 'c.terms AS terms',
  termsOf: (_, { terms }) => terms as Buffer,
  foundColumn: () => 'c.terms AS found',
  countsIn(found, hashes) {
    const { hashes: own, counts } = decodeTerms(found as Buffer);
    return Array.from(hashes, (hash) => counts[own.indexOf(hash)] ?? 0);
  },
  has: (collectionId, hash) => oldTables.hasAny(collectionId, [hash]),
  hasAny: (collectionId, hashes) =>
    `c.lexemes @@ '${hashes.map((hash) => lexemeOf(collectionId, hash)).join(' | ')}'::tsquery`,
  corpus: (collectionId, hashes) => ({
    text: `SELECT coalesce(sum(chunks), 0)::float8 AS chunks, coalesce(sum(words), 0)::float8 AS words,
       (SELECT array_agg(documents ORDER BY place) FROM (
          SELECT t.place, (SELECT count(*)::float8 FROM svc_chunks c JOIN svc_files f ON f.set_id = c.set_id
            WHERE f.collection_id = $1 AND c.collection_id = $1 AND c.lexemes @@ t.lexeme::tsquery) AS documents
          FROM unnest($2::text[]) WITH ORDINALITY AS t (lexeme, place)) AS counted) AS documents
     FROM svc_files WHERE collection_id = $1`,
    values: [collectionId, [...hashes].map((hash) => lexemeOf(collectionId, hash))],
  }),
  mirror({ collectionId, from, to, gone, kept, anew }) {
    const removed = anew ? 'NOT (f.file_id = ANY ($5::text[]))' : 'f.file_id = ANY ($4::text[])';
    return {
      text: `WITH turn AS (
       UPDATE svc_collections SET revision = $3 WHERE id = $1 AND revision = $2 RETURNING id
     ), removed AS (
       DELETE FROM svc_files f USING turn
       WHERE f.collection_id = $1 AND (${removed} OR f.file_id = ANY ($4::text[]))
     )
     INSERT INTO svc_files (collection_id, file_id, set_id, attributes, chunks, words)
     SELECT turn.id, new.file_id, new.set_id, new.attributes::jsonb, sums.chunks, sums.words
     FROM turn
     CROSS JOIN unnest($5::text[], $6::text[], $7::text[]) AS new (file_id, set_id, attributes)
     CROSS JOIN LATERAL (
       SELECT count(*) AS chunks, coalesce(sum(words), 0) AS words FROM svc_chunks c
       WHERE c.set_id = new.set_id AND c.collection_id = $1
     ) AS sums
     ON CONFLICT (collection_id, file_id) DO UPDATE SET
       set_id = excluded.set_id, attributes = excluded.attributes, chunks = excluded.chunks, words = excluded.words`,
      values: mirrorValues({ collectionId, from, to, gone, kept }),
    };
  },
  forget: [
    'DELETE FROM svc_files WHERE collection_id = ANY ($1::text[])',
    'DELETE FROM svc_collections WHERE id = ANY ($1::text[])',
  ],
};

/** Returns the word count of a chunk and its lexemes. */
export function indexedTerms(collectionId: string, terms: Buffer): { words: number; lexemes: string } {
  const { words, hashes } = decodeTerms(terms);
  return { words, lexemes: Array.from(hashes, (hash) => lexemeOf(collectionId, hash)).join(' ') };
}

/** Returns the lexeme of a collection's term in the keyword index. */
function lexemeOf(collectionId: string, hash: number): string {
  const seed = seedOf(collectionId);
  const parts = [finish(hash ^ seed), finish(Math.imul(hash, 31) + finish(seed))];
  return parts.map((part) => part.toString(36).padStart(7, '0')).join('');
}
