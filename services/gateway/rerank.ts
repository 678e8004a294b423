// Scores documents with a reranking model of an upstream, for searches of this server.

import { ServiceError } from '../platform/index.ts';
import { askModel, type Payer } from './internal-calls.ts';
import { ModelProblem } from './model-problem.ts';
import type { InferenceServices } from './services.ts';
import type { Upstream } from './upstream/index.ts';

/** A reranking model, and the upstreams that offer it. */
export interface Reranker {
  model: string;
  offering: readonly Upstream[];
}

const maxAnswerBytes = 8 << 20;
/** The length of the longest document that is cut no further. */
const fewestCharacters = 200;

/**
 * Returns the model's score of each document; undefined for a document that the model left out. If the model refuses the
 * documents as too long, the longest ones are halved: many models take 512 tokens, and chunks have up to 800. Throws
 * `upstream_failed` and `upstream_timeout`, and the errors of the project's limits.
 */
export async function rerank(
  { model, offering }: Reranker,
  { query, documents }: { query: string; documents: string[] },
  payer: Payer,
  modelCalls: InferenceServices['modelCalls'],
  signal: AbortSignal,
): Promise<(number | undefined)[]> {
  for (let most = Math.max(...documents.map(({ length }) => length)); ; most = Math.ceil(most / 2)) {
    const begun = documents.map((text) => text.slice(0, most).toWellFormed());
    // Some servers repeat all documents unless they are told not to.
    const body = { query, documents: begun, return_documents: false };
    const question = { kind: 'rerank', path: '/rerank', model, body, maxAnswerBytes } as const;
    try {
      return scoresIn(await askModel(offering, question, payer, modelCalls, signal), documents.length, model);
    } catch (error) {
      if (!(error instanceof ModelProblem)) throw error;
      if (error.isTooLong && most > fewestCharacters) continue;
      throw new ServiceError('upstream_failed', `${error.message} Choose another ranker.`, { cause: error });
    }
  }
}

function scoresIn(answer: unknown, documents: number, model: string): (number | undefined)[] {
  const { results } = Object(answer) as { results?: unknown };
  if (!Array.isArray(results)) throw new ModelProblem(`The ranker '${model}' answered without results.`);
  const scores = new Array<number | undefined>(documents).fill(undefined);
  for (const result of results) {
    const { index, relevance_score: score } = Object(result) as { index?: unknown; relevance_score?: unknown };
    if (typeof index !== 'number' || !(index in scores) || typeof score !== 'number')
      throw new ModelProblem(`The ranker '${model}' answered with an invalid result.`);
    scores[index] = score;
  }
  return scores;
}
