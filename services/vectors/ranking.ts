// How two measures of a chunk become one score from 0 to 1, the same in every engine.
//
// Fixed scales, not ranks and not the spread of one answer: a score means the same in every search, so that a threshold
// can be chosen once. On the questions of test/services/retrieval.test.ts reciprocal rank fusion and scales stretched to
// each answer's best and worst do no better.

import type { Ranker } from './index.ts';

/** What the keyword score weighs in `hybrid`; the vector score has the rest. */
const keywordWeight = 0.4;

/** Half of what a keyword score can be is reached by a text that covers half of the query once. */
const halfCover = 0.5;

/** How many candidates of each kind are looked at for so many results. */
export function candidatesFor(maxResults: number): number {
  return Math.max(4 * maxResults, 64);
}

/** The score of a chunk, to sort by. `cosine` -1..1; `cover` from 0: the share of the query that the text covers. */
export function scoreOf(ranker: Ranker, cosine: number, cover: number): number {
  const keyword = cover / (cover + halfCover);
  switch (ranker) {
    case 'vector':
      return cosine;
    case 'keyword':
      return keyword;
    case 'hybrid':
      return keywordWeight * keyword + (1 - keywordWeight) * cosine;
  }
}

/** The score as it is shown. */
export function shownScore(score: number): number {
  return Math.min(Math.max(score, 0), 1);
}

/** The product of two vectors of length 1. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number);
  return sum;
}
