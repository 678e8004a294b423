// Searching a vector store: what the API asks, in terms of its collection.

import type { components } from '../generated/openapi.ts';
import { filenamesOf } from '../models/stored-file.ts';
import { nowSeconds } from './clock.ts';
import type { Embedder } from './embeddings/index.ts';
import { ServiceError } from './errors.ts';
import type { StoreActivity } from './store-files/activity.ts';
import { getVectorStore } from './vector-stores.ts';
import type { Collections, Ranker, SearchHit } from './vectors/index.ts';

type SearchRequest = components['schemas']['SearchVectorStoreRequest'] & { query: string[] };
type RankerName = components['schemas']['SearchRanker'];

export interface SearchServices {
  collections: Collections;
  embedders: { find(model: string): Promise<Embedder> };
  storeActivity: StoreActivity;
}

/** A hit with its file's name. */
export interface NamedHit extends SearchHit {
  filename: string;
}

const defaultResults = 10;

/** The public API's names, and our own. */
const rankers: Record<RankerName, Ranker> = {
  auto: 'hybrid',
  'default-2024-11-15': 'hybrid',
  none: 'vector',
  hybrid: 'hybrid',
  vector: 'vector',
  keyword: 'keyword',
};

/** The chunks that suit the queries best. Throws `not_found`, `vector_store_expired` or `vector_store_too_large`. */
export async function searchVectorStore(
  project: { id: string },
  storeId: string,
  body: SearchRequest,
  { collections, embedders, storeActivity }: SearchServices,
): Promise<NamedHit[]> {
  const store = await getVectorStore(project, storeId);
  if (store.expiresAt <= nowSeconds())
    throw new ServiceError('vector_store_expired', `The vector store '${storeId}' has expired.`);
  storeActivity.touch(store.id);
  const ranker = rankers[body.ranking_options?.ranker ?? 'auto'];
  const vectors = await vectorsOf(body.query, ranker, store.embeddingDimensions, () =>
    embedders.find(store.embeddingModel),
  );
  const hits = await collections.search(store.id, {
    queries: body.query.map((text, index) => ({ text, vector: vectors[index] as Float32Array })),
    maxResults: body.max_num_results ?? defaultResults,
    ...(body.filters === undefined ? {} : { filter: body.filters }),
    scoreThreshold: body.ranking_options?.score_threshold ?? 0,
    ranker,
  });
  const names = await filenamesOf([...new Set(hits.map(({ fileId }) => fileId))]);
  // A file that was deleted in this very moment is none any more.
  return hits.flatMap((hit) => {
    const filename = names.get(hit.fileId);
    return filename === undefined ? [] : [{ ...hit, filename }];
  });
}

/** A search by words needs no vectors, nor the upstream that makes them. */
async function vectorsOf(
  queries: string[],
  ranker: Ranker,
  dimensions: number,
  embedder: () => Promise<Embedder>,
): Promise<Float32Array[]> {
  if (ranker === 'keyword') return queries.map(() => new Float32Array(dimensions));
  return (await embedder()).embed(queries);
}
