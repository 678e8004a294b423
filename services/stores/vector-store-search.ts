// Searches vector stores: translates the API's request into searches of the stores' collections.

import { LRUCache } from 'lru-cache';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { filenamesOf } from '../../models/stored-file.ts';
import type { VectorStoreRow } from '../../models/vector-store.ts';
import { builtInModel, type Embedder, type Incoming, keyLimitsOf, ModelProblem, type Payer } from '../gateway/index.ts';
import { callerIdOf } from '../limits/index.ts';
import { type ErrorCode, ServiceError } from '../platform/index.ts';
import { type Collections, type Ranker, type SearchHit, vectorWeights } from '../vectors/index.ts';
import { type RewriteServices, rewriteQueries, rewritesQueries } from './query-rewriting.ts';
import { type Ranking, type RankingOptions, rankingOf } from './ranking-options.ts';
import { rerankedFor, rerankHits } from './reranking.ts';
import type { StoreActivity } from './store-files/activity.ts';

type Searcher = Pick<Incoming, 'project' | 'caller' | 'requestId' | 'rates' | 'onGone'>;

export interface SearchRequest extends Pick<components['schemas']['SearchVectorStoreRequest'], 'filters'> {
  query: string[];
  rewrite_query?: boolean;
  max_num_results?: number;
  ranking_options?: RankingOptions;
}

export interface SearchServices extends RewriteServices {
  collections: Collections;
  embedders: { find(model: string): Promise<Embedder> };
  storeActivity: StoreActivity;
}

export interface NamedHit extends SearchHit {
  filename: string;
}

export interface SearchOutcome {
  /** The queries that were searched for: rewritten ones if the request wanted that. */
  queries: string[];
  hits: NamedHit[];
}

/** Receives the duration of each step of a search. */
export type StepListener = (step: 'rewrite' | 'embed' | 'search' | 'rerank', ms: number) => void;

/** The parts of the request that the search of one store needs. */
interface Search extends Pick<SearchRequest, 'query' | 'filters'> {
  maxResults: number;
  ranking: Ranking;
  payer: Payer;
  signal: AbortSignal;
}

const defaultResults = 10;
/** More than the files in the hits of one search, which are at most 50 for each store. */
const namesKept = 10_000;

/**
 * Searches for the chunks of the stores that match the queries best.
 *
 * Throws a ValidationError, `vector_store_expired` or `vector_store_too_large`, and `upstream_failed` or
 * `upstream_timeout` if the embedding model of a store or the reranking model does not answer.
 */
export async function searchVectorStores(
  searcher: Searcher,
  stores: VectorStoreRow[],
  request: SearchRequest,
  services: SearchServices,
  onStep: StepListener = () => undefined,
): Promise<SearchOutcome> {
  const { filters, max_num_results: maxResults = defaultResults, ranking_options: options = {} } = request;
  const { project, caller, requestId, rates } = searcher;
  const ranking = await rankingOf(project, options, ['body', 'ranking_options'], services);
  const { reranker, scoreThreshold } = ranking;
  const gone = new AbortController();
  searcher.onGone(() => gone.abort());
  const { signal } = gone;
  const payer = { project, requestId, rates, callerId: callerIdOf(caller), keyLimits: keyLimitsOf(caller) };
  for (const store of stores) noteUse(store, services);
  // A store without dimensions has no completed file yet.
  const searched = stores.filter(({ embeddingDimensions }) => embeddingDimensions > 0);
  if (searched.length === 0) return { queries: request.query, hits: [] };
  const timed = async <Result>(step: Parameters<StepListener>[0], work: Promise<Result>): Promise<Result> => {
    const begun = performance.now();
    const result = await work;
    onStep(step, performance.now() - begun);
    return result;
  };
  const query =
    request.rewrite_query === true && rewritesQueries(services)
      ? await timed('rewrite', rewriteQueries(request.query, payer, services, signal))
      : request.query;
  const candidates = reranker === undefined ? maxResults : rerankedFor(maxResults);
  const search = {
    query,
    ...(filters === undefined ? {} : { filters }),
    maxResults: candidates,
    ranking,
    payer,
    signal,
  };
  const found = await Promise.all(searched.map((store) => searchStore(store, search, services, onStep)));
  const hits = found.length === 1 ? found.flat() : bestOf(found.flat(), candidates);
  if (reranker === undefined || hits.length === 0) return { queries: query, hits };
  const { modelCalls } = services;
  const ranked = await timed('rerank', rerankHits(reranker, query, hits, { payer, modelCalls, signal }));
  return { queries: query, hits: ranked.filter(({ score }) => score >= scoreThreshold).slice(0, maxResults) };
}

/** Notes the use of a store. Throws `vector_store_expired`. */
function noteUse({ id, expiresAt }: VectorStoreRow, { storeActivity }: SearchServices): void {
  if (expiresAt <= nowSeconds())
    throw new ServiceError('vector_store_expired', `The vector store '${id}' has expired.`);
  storeActivity.touch('vector_store', id);
}

async function searchStore(
  store: VectorStoreRow,
  { query, filters, maxResults, ranking, payer, signal }: Search,
  { collections, embedders }: SearchServices,
  onStep: StepListener,
): Promise<NamedHit[]> {
  const { ranker, reranker, scoreThreshold, vectorWeight } = ranking;
  const begun = performance.now();
  const vectors = await vectorsOf(query, ranker, store, payer, embedders, signal);
  const embedded = performance.now();
  if (ranker !== 'keyword') onStep('embed', embedded - begun);
  const ownWeight = store.embeddingModel === builtInModel ? vectorWeights.lexical : vectorWeights.semantic;
  const hits = await collections.search(store.id, {
    queries: query.map((text, index) => ({ text, vector: vectors[index] as Float32Array })),
    maxResults,
    ...(filters === undefined ? {} : { filter: filters }),
    scoreThreshold: reranker === undefined ? scoreThreshold : 0,
    ranker,
    projectId: store.projectId,
    vectorWeight: vectorWeight ?? ownWeight,
  });
  onStep('search', performance.now() - embedded);
  await readNames(new Set(hits.map(({ fileId }) => fileId)));
  // A file that was deleted during the search may have no name any more.
  return hits.flatMap((hit) => {
    const filename = filenames.get(hit.fileId);
    return filename === undefined ? [] : [{ ...hit, filename }];
  });
}

/**
 * Filenames by file id, for as long as the server runs. A file keeps its name, and the transaction that deletes the file
 * takes it out of the stores, so a search finds no chunk of a deleted file.
 */
const filenames = new LRUCache<string, string>({ max: namesKept });

/** Reads the filenames that are not known yet. */
async function readNames(fileIds: Set<string>): Promise<void> {
  const found = await filenamesOf([...fileIds].filter((id) => !filenames.has(id)));
  for (const [id, name] of found) filenames.set(id, name);
}

/** Returns the best hits of several stores. A file may be in several stores. */
function bestOf(hits: NamedHit[], maxResults: number): NamedHit[] {
  const seen = new Set<string>();
  return hits
    .sort((a, b) => b.score - a.score)
    .filter(({ fileId, text }) => {
      const key = `${fileId} ${text}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, maxResults);
}

/** Embeds the queries. A keyword search needs no vectors, so it also works while the upstream is unavailable. */
async function vectorsOf(
  queries: string[],
  ranker: Ranker,
  { embeddingModel, embeddingDimensions }: VectorStoreRow,
  payer: Payer,
  embedders: SearchServices['embedders'],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  if (ranker === 'keyword') return queries.map(() => new Float32Array(embeddingDimensions));
  try {
    const embedder = await embedders.find(embeddingModel);
    return await embedder.embed(queries, { payer, dimensions: embeddingDimensions, signal });
  } catch (error) {
    throw signal.aborted ? error : withoutModel(error, embeddingModel);
  }
}

/** Returns the error for a query that could not be embedded. It mentions that a keyword search still works. */
function withoutModel(error: unknown, model: string): unknown {
  const code: ErrorCode | undefined =
    error instanceof ModelProblem ? 'upstream_failed' : error instanceof ServiceError ? error.code : undefined;
  if (code !== 'upstream_failed' && code !== 'upstream_timeout') return error;
  const what =
    error instanceof ModelProblem
      ? error.message
      : code === 'upstream_timeout'
        ? `The vector store's embedding model '${model}' took too long to answer.`
        : `The vector store's embedding model '${model}' failed to answer. Try again.`;
  return new ServiceError(code, `${what} A search by words, with the ranker 'keyword', does without it.`, {
    cause: error,
  });
}
