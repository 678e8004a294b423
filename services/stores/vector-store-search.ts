// Searches a vector store: translates the API's request into a search of the store's collection.

import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { filenamesOf } from '../../models/stored-file.ts';
import type { VectorStoreRow } from '../../models/vector-store.ts';
import { builtInModel, type Embedder, type Incoming, ModelProblem } from '../inference/index.ts';
import { callerIdOf } from '../limits/index.ts';
import { type ErrorCode, ServiceError, valueError } from '../platform/index.ts';
import { type Collections, type Ranker, type SearchHit, vectorWeights } from '../vectors/index.ts';
import type { StoreActivity } from './store-files/activity.ts';
import { getVectorStore } from './vector-stores.ts';

type SearchRequest = components['schemas']['SearchVectorStoreRequest'] & { query: string[] };
type Searcher = Pick<Incoming, 'project' | 'caller' | 'requestId' | 'rates' | 'onGone'>;
type RankerName = components['schemas']['SearchRanker'];
type RankingOptions = components['schemas']['FileSearchRankingOptions'];

export interface SearchServices {
  collections: Collections;
  embedders: { find(model: string): Promise<Embedder> };
  storeActivity: StoreActivity;
}

/** A search hit with the name of its file. */
export interface NamedHit extends SearchHit {
  filename: string;
}

/** Receives the duration of each step of a search. */
export type StepListener = (step: 'embed' | 'search', ms: number) => void;

const defaultResults = 10;

/** Maps the public API's ranker names, and svc's own names, to rankers. */
const rankers: Record<RankerName, Ranker> = {
  auto: 'hybrid',
  'default-2024-11-15': 'hybrid',
  none: 'vector',
  hybrid: 'hybrid',
  vector: 'vector',
  keyword: 'keyword',
};

/**
 * Returns the chunks that match the queries best.
 *
 * Throws `not_found`, `vector_store_expired` or `vector_store_too_large`, and `upstream_failed` or `upstream_timeout`
 * if the store's embedding model does not answer.
 */
export async function searchVectorStore(
  searcher: Searcher,
  storeId: string,
  body: SearchRequest,
  { collections, embedders, storeActivity }: SearchServices,
  onStep: StepListener = () => undefined,
): Promise<NamedHit[]> {
  checkRanking(body.ranking_options, ['body', 'ranking_options']);
  const store = await getVectorStore(searcher.project, storeId);
  if (store.expiresAt <= nowSeconds())
    throw new ServiceError('vector_store_expired', `The vector store '${storeId}' has expired.`);
  storeActivity.touch(store.id);
  const ranker = rankers[body.ranking_options?.ranker ?? 'auto'];
  // The store has no completed file yet.
  if (store.embeddingDimensions === 0) return [];
  const begun = performance.now();
  const vectors = await vectorsOf(body.query, ranker, store, searcher, embedders);
  const embedded = performance.now();
  if (ranker !== 'keyword') onStep('embed', embedded - begun);
  const hits = await collections.search(store.id, {
    queries: body.query.map((text, index) => ({ text, vector: vectors[index] as Float32Array })),
    maxResults: body.max_num_results ?? defaultResults,
    ...(body.filters === undefined ? {} : { filter: body.filters }),
    scoreThreshold: body.ranking_options?.score_threshold ?? 0,
    ranker,
    vectorWeight: vectorWeightOf(store, body.ranking_options),
  });
  onStep('search', performance.now() - embedded);
  const names = await filenamesOf([...new Set(hits.map(({ fileId }) => fileId))]);
  // Drops hits of files that were deleted during the search.
  return hits.flatMap((hit) => {
    const filename = names.get(hit.fileId);
    return filename === undefined ? [] : [{ ...hit, filename }];
  });
}

/** Throws a ValidationError for a rule that the schema cannot express. `loc` is the place of the options. */
export function checkRanking(options: RankingOptions | null | undefined, loc: string[]): void {
  const weights = options?.hybrid_search;
  if (weights === undefined || weights.embedding_weight > 0 || weights.text_weight > 0) return;
  throw valueError([...loc, 'hybrid_search'], 'at least one of the weights must be above 0', weights);
}

function vectorWeightOf(
  { embeddingModel }: VectorStoreRow,
  { hybrid_search: weights }: Pick<RankingOptions, 'hybrid_search'> = {},
): number {
  if (weights !== undefined) return weights.embedding_weight / (weights.embedding_weight + weights.text_weight);
  return embeddingModel === builtInModel ? vectorWeights.lexical : vectorWeights.semantic;
}

/** Embeds the queries. A keyword search needs no vectors, so it also works while the upstream is unavailable. */
async function vectorsOf(
  queries: string[],
  ranker: Ranker,
  { embeddingModel, embeddingDimensions }: VectorStoreRow,
  searcher: Searcher,
  embedders: SearchServices['embedders'],
): Promise<Float32Array[]> {
  if (ranker === 'keyword') return queries.map(() => new Float32Array(embeddingDimensions));
  const { project, requestId, rates } = searcher;
  const payer = { project, requestId, rates, callerId: callerIdOf(searcher.caller) };
  const gone = new AbortController();
  searcher.onGone(() => gone.abort());
  try {
    const embedder = await embedders.find(embeddingModel);
    return await embedder.embed(queries, { payer, dimensions: embeddingDimensions, signal: gone.signal });
  } catch (error) {
    throw gone.signal.aborted ? error : withoutModel(error, embeddingModel);
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
