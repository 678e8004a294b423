// Orders search results by the scores of a reranking model.

import { type InferenceServices, type Payer, type Reranker, rerank } from '../gateway/index.ts';

/** Returns how many results the model scores for `maxResults` results. */
export function rerankedFor(maxResults: number): number {
  return Math.max(4 * maxResults, 50);
}

/** Returns the results with the model's scores, best first. A result has its best score of all queries. */
export async function rerankHits<Hit extends { text: string; score: number }>(
  reranker: Reranker,
  queries: string[],
  hits: Hit[],
  { payer, modelCalls, signal }: { payer: Payer; modelCalls: InferenceServices['modelCalls']; signal: AbortSignal },
): Promise<Hit[]> {
  const documents = hits.map(({ text }) => text);
  const scores = await Promise.all(
    queries.map((query) => rerank(reranker, { query, documents }, payer, modelCalls, signal)),
  );
  const toShown = shownBy(scores.flat().filter((score) => score !== undefined));
  return hits
    .map((hit, at) => ({ hit, score: Math.max(...scores.map((ofQuery) => ofQuery[at] ?? Number.NEGATIVE_INFINITY)) }))
    .filter(({ score }) => score !== Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.score - a.score)
    .map(({ hit, score }) => ({ ...hit, score: toShown(score) }));
}

/**
 * Returns the function from the model's scores to 0..1. Most servers answer with probabilities. Some answer with the
 * logits, which the logistic function makes probabilities.
 */
function shownBy(scores: number[]): (score: number) => number {
  const areLogits = scores.some((score) => score < 0 || score > 1);
  return areLogits ? (score) => 1 / (1 + Math.exp(-score)) : (score) => score;
}
