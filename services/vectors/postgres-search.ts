// Searches in PostgreSQL. One statement for each query returns the vector and keyword candidates from one snapshot,
// with the data for their exact scores. Another statement reads the texts of the best. The keyword index contains
// hashes of a term with its collection, so a lookup never reads another tenant's postings.

import { finish } from '../gateway/index.ts';
import type { SearchHit, SearchRequest } from './collections.ts';
import type { PgValue, PostgresClient } from './postgres-client.ts';
import { filterSql } from './postgres-filter.ts';
import { indexedVector } from './postgres-indexes.ts';
import type { Mirrored } from './postgres-mirror.ts';
import { rarityOf } from './postings.ts';
import { bm25, candidatesFor, scoreOf, shownScore } from './ranking.ts';
import { decodeTerms, type QuestionTerms, questionTermsOf } from './terms.ts';

const noTerms: QuestionTerms = { hashes: new Uint32Array(), weights: new Float64Array() };

/** The maximum number of query terms that select keyword candidates. All terms count in the scores. */
const maxLexemes = 64;

interface CandidateRow {
  set_id: string;
  position: number;
  file_id: string;
  attributes: SearchHit['attributes'];
  cosine: number;
  words: number;
  terms: Buffer;
}

interface CorpusRow {
  chunks: number;
  words: number;
  documents: number[];
}

interface Scored {
  row: CandidateRow;
  score: number;
}

/** Returns the hits of a collection, or undefined if one of them was removed during the search. */
export async function searchPostgres(
  client: PostgresClient,
  { collectionId, dimensions }: Mirrored,
  request: SearchRequest,
): Promise<SearchHit[] | undefined> {
  const best = new Map<string, Scored>();
  for (const query of request.queries) {
    if (query.vector.length !== dimensions)
      throw new Error(`A query has ${query.vector.length} dimensions, the collection ${dimensions}`);
    for (const scored of await candidates(client, collectionId, request, query)) {
      const key = `${scored.row.set_id} ${scored.row.position}`;
      if (scored.score > (best.get(key)?.score ?? Number.NEGATIVE_INFINITY)) best.set(key, scored);
    }
  }
  const chosen = [...best.values()]
    .filter(({ score }) => shownScore(score) >= request.scoreThreshold)
    .sort((a, b) => b.score - a.score)
    .slice(0, request.maxResults);
  const texts = await textsOf(client, chosen);
  if (texts.size < chosen.length) return undefined;
  return chosen.map(({ row, score }) => ({
    fileId: row.file_id,
    chunkIndex: row.position,
    score: shownScore(score),
    text: texts.get(`${row.set_id} ${row.position}`) ?? '',
    attributes: row.attributes,
  }));
}

async function candidates(
  client: PostgresClient,
  collectionId: string,
  { ranker, vectorWeight, maxResults, filter }: SearchRequest,
  { text, vector }: SearchRequest['queries'][number],
): Promise<Scored[]> {
  const { hashes, weights: questionWeights } = ranker === 'vector' ? noTerms : questionTermsOf(text);
  const corpus = await corpusOf(client, collectionId, hashes);
  const weights = Array.from(
    questionWeights,
    (weight, index) => weight * rarityOf(corpus.documents[index] ?? 0, corpus.chunks),
  );
  const heaviest = [...hashes.keys()]
    .filter((index) => (corpus.documents[index] ?? 0) > 0)
    .sort((a, b) => (weights[b] as number) - (weights[a] as number))
    .slice(0, maxLexemes);
  const lexemes = heaviest.map((index) => lexemeOf(collectionId, hashes[index] as number));
  const values: PgValue[] = [collectionId, `[${vector.join(',')}]`];
  const condition = filter === undefined ? 'true' : filterSql(filter, values);
  const limit = candidatesFor(maxResults);
  const parts = [
    ...(ranker === 'keyword' ? [] : [vectorSql(vector.length, condition, limit)]),
    ...(lexemes.length === 0
      ? []
      : [
          keywordSql(
            lexemes,
            heaviest.map((index) => weights[index] as number),
            condition,
            4 * limit,
          ),
        ]),
  ];
  if (parts.length === 0) return [];
  const rows = await client.query<CandidateRow>(statement(parts), values);
  return rows.map((row) => {
    const cover = coverOf(row, hashes, weights, corpus);
    return { row, score: scoreOf(ranker, row.cosine, cover, vectorWeight) };
  });
}

function statement(parts: string[]): string {
  return `WITH found AS (${parts.join(' UNION ')})
    SELECT c.set_id, c.position, f.file_id, f.attributes, -(c.vector <#> $2::vector) AS cosine, c.words, c.terms
    FROM found JOIN svc_chunks c ON c.set_id = found.set_id AND c.position = found.position
    JOIN svc_files f ON f.set_id = c.set_id AND f.collection_id = $1`;
}

/**
 * Returns the query for vector candidates, in the form that lets PostgreSQL use the collection's vector index if it has
 * one.
 */
function vectorSql(dimensions: number, condition: string, limit: number): string {
  return `(SELECT c.set_id, c.position FROM svc_chunks c JOIN svc_files f ON f.set_id = c.set_id
    WHERE c.collection_id = $1 AND f.collection_id = $1 AND ${condition}
    ORDER BY (${indexedVector('c.vector', dimensions)}) <#> ${indexedVector('$2', dimensions)} LIMIT ${limit})`;
}

/**
 * Returns the query for keyword candidates, ordered by the sum of the weights of the matching terms. Lexemes and
 * weights are generated here and need no escaping.
 */
function keywordSql(lexemes: string[], weights: number[], condition: string, limit: number): string {
  const weight = lexemes.map((lexeme, index) => `${weights[index]} * (c.lexemes @@ '${lexeme}'::tsquery)::int`);
  return `(SELECT c.set_id, c.position FROM svc_chunks c JOIN svc_files f ON f.set_id = c.set_id
    WHERE f.collection_id = $1 AND c.lexemes @@ '${lexemes.join(' | ')}'::tsquery AND ${condition}
    ORDER BY ${weight.join(' + ')} DESC LIMIT ${limit})`;
}

/** Returns the size of the collection, and for each term the number of chunks that contain it. */
async function corpusOf(client: PostgresClient, collectionId: string, hashes: Uint32Array): Promise<CorpusRow> {
  if (hashes.length === 0) return { chunks: 0, words: 0, documents: [] };
  const lexemes = [...hashes].map((hash) => lexemeOf(collectionId, hash));
  const [row] = await client.query<CorpusRow>(
    `SELECT coalesce(sum(chunks), 0)::float8 AS chunks, coalesce(sum(words), 0)::float8 AS words,
       (SELECT array_agg(documents ORDER BY place) FROM (
          SELECT t.place, (SELECT count(*)::float8 FROM svc_chunks c JOIN svc_files f ON f.set_id = c.set_id
            WHERE f.collection_id = $1 AND c.lexemes @@ t.lexeme::tsquery) AS documents
          FROM unnest($2::text[]) WITH ORDINALITY AS t (lexeme, place)) AS counted) AS documents
     FROM svc_files WHERE collection_id = $1`,
    [collectionId, lexemes],
  );
  return row as CorpusRow;
}

/** Computes BM25 as in postings.ts, for the terms of one chunk. */
function coverOf(row: CandidateRow, hashes: Uint32Array, weights: number[], corpus: CorpusRow): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const { hashes: own, counts } = decodeTerms(row.terms);
  const { k1, b } = bm25;
  const norm = k1 * (1 - b + (b * row.words) / (corpus.words / Math.max(corpus.chunks, 1)));
  let cover = 0;
  for (const [index, hash] of hashes.entries()) {
    const at = own.indexOf(hash);
    if (at < 0) continue;
    const count = counts[at] as number;
    cover += ((weights[index] as number) / total) * ((count * (k1 + 1)) / (count + norm));
  }
  return cover;
}

async function textsOf(client: PostgresClient, chosen: Scored[]): Promise<Map<string, string>> {
  const rows = await client.query<{ set_id: string; position: number; text: string }>(
    `SELECT c.set_id, c.position, c.text FROM unnest($1::text[], $2::bigint[]) AS wanted (set_id, position)
     JOIN svc_chunks c ON c.set_id = wanted.set_id AND c.position = wanted.position`,
    [chosen.map(({ row }) => row.set_id), chosen.map(({ row }) => row.position)],
  );
  return new Map(rows.map((row) => [`${row.set_id} ${row.position}`, row.text]));
}

/** Returns the lexeme of a collection's term in the keyword index. */
export function lexemeOf(collectionId: string, hash: number): string {
  let seed = 0x811c9dc5;
  for (let index = 0; index < collectionId.length; index += 1)
    seed = Math.imul(seed ^ collectionId.charCodeAt(index), 0x01000193);
  const parts = [finish(hash ^ seed), finish(Math.imul(hash, 31) + finish(seed))];
  return parts.map((part) => part.toString(36).padStart(7, '0')).join('');
}
