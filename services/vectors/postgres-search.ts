// Searches in PostgreSQL. One statement for each query returns the vector and keyword candidates from one snapshot,
// with the data for their exact scores. Another statement reads the texts of the best. The keyword index contains
// hashes of a term with its collection, so a lookup does not read another tenant's postings.

import type { SearchHit, SearchRequest } from './collections.ts';
import type { PgValue, PostgresClient } from './postgres-client.ts';
import { filterSql } from './postgres-filter.ts';
import { indexedVector } from './postgres-indexes.ts';
import type { Mirrored } from './postgres-mirror.ts';
import type { PostgresTables } from './postgres-tables.ts';
import { rarityOf } from './postings.ts';
import { bm25, candidatesFor, scoreOf, shownScore } from './ranking.ts';
import { type QuestionTerms, questionTermsOf } from './terms.ts';

const noTerms: QuestionTerms = { hashes: new Uint32Array(), weights: new Float64Array() };

/** A look at the heaviest terms is worth its time if the others have so many times the chunks that are asked for. */
const looksPay = 16;

/** The maximum number of query terms that select keyword candidates. All terms count in the scores. */
const maxTerms = 64;

interface CandidateRow {
  set_id: string;
  position: number;
  file_id: string;
  attributes: SearchHit['attributes'];
  cosine: number;
  words: number;
  found: unknown;
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
  tables: PostgresTables,
  { collectionId, dimensions }: Mirrored,
  request: SearchRequest,
): Promise<SearchHit[] | undefined> {
  const best = new Map<string, Scored>();
  for (const query of request.queries) {
    if (query.vector.length !== dimensions)
      throw new Error(`A query has ${query.vector.length} dimensions, the collection ${dimensions}`);
    for (const scored of await candidates(client, tables, collectionId, request, query)) {
      const key = `${scored.row.set_id} ${scored.row.position}`;
      if (scored.score > (best.get(key)?.score ?? Number.NEGATIVE_INFINITY)) best.set(key, scored);
    }
  }
  const chosen = [...best.values()]
    .filter(({ score }) => shownScore(score) >= request.scoreThreshold)
    .sort((a, b) => b.score - a.score)
    .slice(0, request.maxResults);
  const texts = await textsOf(client, tables, collectionId, chosen);
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
  tables: PostgresTables,
  collectionId: string,
  { ranker, vectorWeight, maxResults, filter }: SearchRequest,
  { text, vector }: SearchRequest['queries'][number],
): Promise<Scored[]> {
  const { hashes, weights: questionWeights } = ranker === 'vector' ? noTerms : questionTermsOf(text);
  const corpus = await corpusOf(client, tables, collectionId, hashes);
  const weights = Array.from(
    questionWeights,
    (weight, index) => weight * rarityOf(corpus.documents[index] ?? 0, corpus.chunks),
  );
  const heaviest = [...hashes.keys()]
    .filter((index) => (corpus.documents[index] ?? 0) > 0)
    .sort((a, b) => (weights[b] as number) - (weights[a] as number))
    .slice(0, maxTerms)
    .map((index) => ({
      hash: hashes[index] as number,
      weight: weights[index] as number,
      chunks: corpus.documents[index] as number,
    }));
  const values: PgValue[] = [collectionId, `[${vector.join(',')}]`];
  const condition = filter === undefined ? undefined : filterSql(filter, values);
  const limit = candidatesFor(maxResults);
  const parts: string[] = [];
  if (ranker !== 'keyword') parts.push(vectorSql(tables, vector.length, condition, limit));
  if (heaviest.length > 0) {
    const asked = { collectionId, terms: heaviest, filter, limit: 4 * limit };
    const best = keywordSql(tables, asked, await selecting(client, tables, asked), condition);
    parts.push(`SELECT set_id, position FROM ${best} AS best`);
  }
  if (parts.length === 0) return [];
  const found = tables.foundColumn(collectionId, hashes, values);
  const rows = await client.query<CandidateRow>(statement(tables, parts, found), values);
  return rows.map((row) => {
    const cover = coverOf(row.words, tables.countsIn(row.found, hashes), weights, corpus);
    return { row, score: scoreOf(ranker, row.cosine, cover, vectorWeight) };
  });
}

interface AskedTerm {
  hash: number;
  weight: number;
  /** The number of chunks that contain it. */
  chunks: number;
}

/** The best `limit` chunks by the sum of the weights of their terms are asked for. */
interface Asked {
  collectionId: string;
  /** The heaviest first. */
  terms: AskedTerm[];
  filter: SearchRequest['filter'];
  limit: number;
}

/**
 * Returns the first of the terms, so that each of the best chunks has one of them. Where these have many chunks, a look
 * at those of the heaviest finds a sum that the best reach, which makes them fewer.
 */
async function selecting(client: PostgresClient, tables: PostgresTables, asked: Asked): Promise<AskedTerm[]> {
  const { terms, filter, limit } = asked;
  const frequent = terms.filter(({ chunks }) => chunks >= limit);
  // The chunks of one term that outweighs the others are better than chunks with the others only, if none is filtered out.
  const some = filter === undefined ? outweighing(terms, frequent[0]?.weight ?? 0) : terms;
  if (chunksOf(some) <= looksPay * limit) return some;
  let end = 1;
  while (end < some.length && chunksOf(some.slice(0, end)) < 2 * limit) end += 1;
  if (end === some.length) return some;
  const values: PgValue[] = [asked.collectionId];
  const condition = filter === undefined ? undefined : filterSql(filter, values);
  const best = keywordSql(tables, asked, some.slice(0, end), condition);
  const least = `SELECT min(weight) AS least FROM ${best} AS best HAVING count(*) = ${limit}`;
  const [row] = await client.query<{ least: number }>(least, values);
  return row === undefined ? some : outweighing(some, row.least);
}

function chunksOf(terms: AskedTerm[]): number {
  return terms.reduce((sum, { chunks }) => sum + chunks, 0);
}

/** Returns the first of the terms, so that those that follow weigh less than this together. */
function outweighing(terms: AskedTerm[], least: number): AskedTerm[] {
  let rest = terms.reduce((sum, { weight }) => sum + weight, 0);
  const end = terms.findIndex(({ weight }) => {
    rest -= weight;
    return rest < least;
  });
  return end < 0 ? terms : terms.slice(0, end + 1);
}

function statement({ chunks, files }: PostgresTables, parts: string[], found: string): string {
  return `WITH found AS (${parts.join(' UNION ')})
    SELECT c.set_id, c.position, f.file_id, f.attributes, -(c.vector::vector <#> $2::vector) AS cosine, c.words, ${found}
    FROM found JOIN ${chunks} c ON c.collection_id = $1 AND c.set_id = found.set_id AND c.position = found.position
    JOIN ${files} f ON f.set_id = c.set_id AND f.collection_id = $1`;
}

/**
 * Returns the query for vector candidates, in the form that lets PostgreSQL use the collection's vector index if it has
 * one. Without a filter, the files are asked for each candidate: PostgreSQL underestimates what a join with them finds
 * where a store has larger files than its neighbours, and then takes the exact order for cheaper. With a filter that
 * leaves few chunks the exact order is right, because the index would not reach them.
 */
function vectorSql(tables: PostgresTables, dimensions: number, condition: string | undefined, limit: number): string {
  const [own, asked] = [indexedVector(tables, 'c.vector', dimensions), indexedVector(tables, '$2', dimensions)];
  const isVisible = `f.collection_id = $1 AND f.set_id = c.set_id`;
  const chunks =
    condition === undefined
      ? `${tables.chunks} c WHERE (EXISTS (SELECT 1 FROM ${tables.files} f WHERE ${isVisible})) IS TRUE`
      : `${tables.chunks} c JOIN ${tables.files} f ON ${isVisible} WHERE ${condition}`;
  return `(SELECT c.set_id, c.position FROM ${chunks} AND c.collection_id = $1
    ORDER BY (${own}) <#> ${asked} LIMIT ${limit})`;
}

/**
 * Returns the query for keyword candidates, ordered by the sum of the weights of the matching terms. `some` of the terms
 * select them. Terms and weights are numbers and need no escaping.
 */
function keywordSql(
  { chunks, files, has, hasAny }: PostgresTables,
  { collectionId, terms, limit }: Asked,
  some: AskedTerm[],
  condition = 'true',
): string {
  const any = hasAny(
    collectionId,
    some.map(({ hash }) => hash),
  );
  const weights = terms.map(
    ({ hash, weight }) => `CASE WHEN ${has(collectionId, hash)} THEN ${weight}::float8 ELSE 0 END`,
  );
  return `(SELECT c.set_id, c.position, ${weights.join(' + ')} AS weight
    FROM ${chunks} c JOIN ${files} f ON f.set_id = c.set_id
    WHERE c.collection_id = $1 AND f.collection_id = $1 AND ${any} AND ${condition}
    ORDER BY weight DESC LIMIT ${limit})`;
}

/** Returns the size of the collection, and for each term the number of chunks that contain it. */
async function corpusOf(
  client: PostgresClient,
  tables: PostgresTables,
  collectionId: string,
  hashes: Uint32Array,
): Promise<CorpusRow> {
  const none = { chunks: 0, words: 0, documents: [] };
  if (hashes.length === 0) return none;
  const { text, values } = tables.corpus(collectionId, hashes);
  const [row] = await client.query<CorpusRow>(text, values);
  return row ?? none;
}

/** Computes BM25 as in postings.ts, for the terms of one chunk. */
function coverOf(words: number, counts: number[], weights: number[], corpus: CorpusRow): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const { k1, b } = bm25;
  const norm = k1 * (1 - b + (b * words) / (corpus.words / Math.max(corpus.chunks, 1)));
  let cover = 0;
  for (const [index, count] of counts.entries())
    if (count > 0) cover += ((weights[index] as number) / total) * ((count * (k1 + 1)) / (count + norm));
  return cover;
}

async function textsOf(
  client: PostgresClient,
  { chunks }: PostgresTables,
  collectionId: string,
  chosen: Scored[],
): Promise<Map<string, string>> {
  const rows = await client.query<{ set_id: string; position: number; text: string }>(
    `SELECT c.set_id, c.position, c.text FROM unnest($1::text[], $2::bigint[]) AS wanted (set_id, position)
     JOIN ${chunks} c ON c.collection_id = $3 AND c.set_id = wanted.set_id AND c.position = wanted.position`,
    [chosen.map(({ row }) => row.set_id), chosen.map(({ row }) => row.position), collectionId],
  );
  return new Map(rows.map((row) => [`${row.set_id} ${row.position}`, row.text]));
}
