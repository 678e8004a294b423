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

/**
 * The heaviest terms are looked at alone only if the terms have more than this many times the chunks that are asked for.
 * Otherwise the look costs more than it saves.
 */
const looksPay = 16;

/** If a filter leaves at most this share of a store's chunks, these are all compared, and no vector index is used. */
const fewChunks = 0.2;

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
  const scope = await scopeOf(client, tables, collectionId, request.filter);
  for (const query of request.queries) {
    if (query.vector.length !== dimensions)
      throw new Error(`A query has ${query.vector.length} dimensions, the collection ${dimensions}`);
    for (const scored of await candidates(client, tables, scope, request, query)) {
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
  scope: Scope,
  { ranker, vectorWeight, maxResults }: SearchRequest,
  { text, vector }: SearchRequest['queries'][number],
): Promise<Scored[]> {
  const { hashes, weights: questionWeights } = ranker === 'vector' ? noTerms : questionTermsOf(text);
  const { collectionId } = scope;
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
  const values: PgValue[] = [...scope.values, `[${vector.join(',')}]`];
  const asked = { name: `$${values.length}`, dimensions: vector.length };
  const limit = candidatesFor(maxResults);
  const parts: string[] = [];
  if (ranker !== 'keyword') parts.push(vectorSql(tables, scope, asked, limit));
  if (heaviest.length > 0) {
    const question = { terms: heaviest, limit: 4 * limit };
    const best = keywordSql(tables, scope, question, await selecting(client, tables, scope, question));
    parts.push(`SELECT set_id, position FROM ${best} AS best`);
  }
  if (parts.length === 0) return [];
  const found = tables.foundColumn(collectionId, hashes, values);
  const rows = await client.query<CandidateRow>(statement(tables, parts, asked, found), values);
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
interface Question {
  /** The heaviest first. */
  terms: AskedTerm[];
  limit: number;
}

/**
 * Returns the first of the terms, so that each of the best chunks has one of them. Where these have many chunks, a look
 * at those of the heaviest finds a sum that the best reach, which makes them fewer.
 */
async function selecting(
  client: PostgresClient,
  tables: PostgresTables,
  scope: Scope,
  question: Question,
): Promise<AskedTerm[]> {
  const { terms, limit } = question;
  const frequent = terms.find(({ chunks }) => chunks >= limit);
  // The chunks of one term that outweighs the others are better than chunks with the others only, if none is filtered out.
  const some = scope.isWhole ? outweighing(terms, frequent?.weight ?? 0) : terms;
  if (chunksOf(some) <= looksPay * limit) return some;
  let end = 1;
  while (end < some.length && chunksOf(some.slice(0, end)) < 2 * limit) end += 1;
  if (end === some.length) return some;
  const best = keywordSql(tables, scope, question, some.slice(0, end));
  const least = `SELECT min(weight) AS least FROM ${best} AS best HAVING count(*) = ${limit}`;
  const [row] = await client.query<{ least: number }>(least, scope.values);
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

/** The question's vector: the name of its parameter, and its length. */
interface AskedVector {
  name: string;
  dimensions: number;
}

function statement({ chunks, files }: PostgresTables, parts: string[], asked: AskedVector, found: string): string {
  return `WITH found AS (${parts.join(' UNION ')})
    SELECT c.set_id, c.position, f.file_id, f.attributes, -(c.vector::vector <#> ${asked.name}::vector) AS cosine, c.words, ${found}
    FROM found JOIN ${chunks} c ON c.collection_id = $1 AND c.set_id = found.set_id AND c.position = found.position
    JOIN ${files} f ON f.set_id = c.set_id AND f.collection_id = $1`;
}

/**
 * Returns the query for vector candidates, in the form that lets PostgreSQL use the collection's vector index if it has
 * one.
 */
function vectorSql(
  tables: PostgresTables,
  { visible }: Scope,
  { name, dimensions }: AskedVector,
  limit: number,
): string {
  const [own, asked] = [indexedVector(tables, 'c.vector', dimensions), indexedVector(tables, name, dimensions)];
  return `(SELECT c.set_id, c.position FROM ${tables.chunks} c WHERE c.collection_id = $1 AND ${visible}
    ORDER BY (${own}) <#> ${asked} LIMIT ${limit})`;
}

/**
 * Returns the query for keyword candidates, ordered by the sum of the weights of the matching terms. `some` of the terms
 * select them. Terms and weights are numbers and need no escaping.
 */
function keywordSql(
  { chunks, has, hasAny }: PostgresTables,
  { collectionId, visible }: Scope,
  { terms, limit }: Question,
  some: AskedTerm[],
): string {
  const any = hasAny(
    collectionId,
    some.map(({ hash }) => hash),
  );
  const weights = terms.map(
    ({ hash, weight }) => `CASE WHEN ${has(collectionId, hash)} THEN ${weight}::float8 ELSE 0 END`,
  );
  return `(SELECT c.set_id, c.position, ${weights.join(' + ')} AS weight FROM ${chunks} c
    WHERE c.collection_id = $1 AND ${any} AND ${visible} ORDER BY weight DESC LIMIT ${limit})`;
}

/** The chunks that a search looks at. */
interface Scope {
  collectionId: string;
  /** False: a filter leaves some out. */
  isWhole: boolean;
  /** The condition that the chunk `c` is one of them, with `values` as its parameters. The first is the collection. */
  visible: string;
  values: PgValue[];
}

/**
 * Returns the chunks of visible files that pass the filter. The condition is no join, because PostgreSQL would estimate
 * that by the average size of files and not know the filter: it would scan whole stores, or look in the vector index for
 * chunks that are rare there, and give up before it finds them.
 */
async function scopeOf(
  client: PostgresClient,
  { files }: PostgresTables,
  collectionId: string,
  filter: SearchRequest['filter'],
): Promise<Scope> {
  const values: PgValue[] = [collectionId];
  const condition = filter === undefined ? 'true' : filterSql(filter, values);
  const scope = { collectionId, isWhole: filter === undefined, values };
  if (filter !== undefined) {
    const count = `SELECT coalesce(sum(f.chunks) FILTER (WHERE ${condition}), 0) <= ${fewChunks} * sum(f.chunks) AS few
      FROM ${files} f WHERE f.collection_id = $1`;
    const [row] = await client.query<{ few: boolean | null }>(count, values);
    const sets = `SELECT f.set_id FROM ${files} f WHERE f.collection_id = $1 AND ${condition}`;
    if (row?.few === true) return { ...scope, visible: `c.set_id = ANY (ARRAY(${sets}))` };
  }
  const file = `SELECT 1 FROM ${files} f WHERE f.collection_id = $1 AND f.set_id = c.set_id AND ${condition}`;
  return { ...scope, visible: `(EXISTS (${file})) IS TRUE` };
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
