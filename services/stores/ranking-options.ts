// Reads the `ranking_options` of a search.

import type { components } from '../../generated/openapi.ts';
import type { ProjectRow } from '../../models/project.ts';
import { type InferenceServices, offeringOf, type Reranker } from '../gateway/index.ts';
import { UnknownModelError, ValidationError, valueError } from '../platform/index.ts';
import type { Ranker } from '../vectors/index.ts';

export type RankingOptions = components['schemas']['FileSearchRankingOptions'];

export interface Ranking {
  ranker: Ranker;
  /** Scores the results of the ranker again. */
  reranker?: Reranker;
  scoreThreshold: number;
  /** The caller's weight of the vector score in `hybrid`. */
  vectorWeight: number | undefined;
}

/** Maps the public API's ranker names, and svc's own names, to rankers. */
const rankers: Record<components['schemas']['SearchRanker'], Ranker> = {
  auto: 'hybrid',
  'default-2024-11-15': 'hybrid',
  none: 'vector',
  hybrid: 'hybrid',
  vector: 'vector',
  keyword: 'keyword',
};

/**
 * Returns the ranking. `loc` is the place of the options in the request. Throws a ValidationError for rules that the
 * schema cannot express, `model_not_found` if the project may not use the model, and `upstream_failed` if an upstream
 * that may offer it cannot be asked.
 */
export async function rankingOf(
  project: ProjectRow,
  options: RankingOptions,
  loc: string[],
  services: Pick<InferenceServices, 'upstreams'>,
): Promise<Ranking> {
  const { ranker: name = 'auto', score_threshold: scoreThreshold = 0, hybrid_search: weights } = options;
  const sum = weights === undefined ? 1 : weights.embedding_weight + weights.text_weight;
  if (sum === 0) throw valueError([...loc, 'hybrid_search'], 'at least one of the weights must be above 0', weights);
  const vectorWeight = weights === undefined ? undefined : weights.embedding_weight / sum;
  if (Object.hasOwn(rankers, name))
    return { ranker: rankers[name as keyof typeof rankers], scoreThreshold, vectorWeight };
  try {
    const offering = await offeringOf(project, name, 'openai', services);
    return { ranker: 'hybrid', reranker: { model: name, offering }, scoreThreshold, vectorWeight };
  } catch (error) {
    throw error instanceof UnknownModelError ? unknownRanker([...loc, 'ranker'], name) : error;
  }
}

function unknownRanker(loc: string[], input: string): ValidationError {
  const names = Object.keys(rankers).map((name) => `'${name}'`);
  const expected = `${names.join(', ')} or the id of a reranking model`;
  return new ValidationError([
    { loc, msg: `Input should be ${expected}`, type: 'literal_error', input, ctx: { expected } },
  ]);
}
