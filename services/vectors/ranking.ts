// Combines the vector and keyword scores of a chunk into one score from 0 to 1, in the same way in both engines.
//
// The scales are fixed and do not depend on the results of a query. So a score means the same in every search, and
// users can choose a threshold once. On the questions of test/services/vectors/retrieval.test.ts, reciprocal rank
// fusion and per-query min-max scaling are no better.

import type { Ranker } from './collections.ts';

// How the constants were chosen. The table shows nDCG@10 on the three sets of scripts/bench/retrieval.ts (descriptions of
// packages, 392 questions; long questions, 216; comments of declarations, 450) as the packages were in November 2026.
//
//                                        descriptions  long questions  comments
//   stemmed BM25 (k1 1.2, b .75)              .823         .571          .615
//   keyword, k3 8, compounds .25              .826         .574          .617
//     k3 0: once, however often it stands     .821         .515          .615   (plain words, stemmed)
//     k3 2                                    .824         .562          .616   (the same)
//     k3 8                                    .824         .573          .614   (the same)
//     k3 without bound                        .823         .571          .615   (the same)
//     compounds like other words              .820         .580          .614
//     compounds not at all                    .822         .574          .616
//     the light stemmer                       .816         .579          .613
//   hybrid, vectors of the built-in .03       .825         .571          .617
//     .05                                     .826         .572          .617
//     .1                                      .830         .566          .615
//     .3                                      .823         .548          .606
//     .6                                      .814         .492          .578
//   vector                                    .699         .363          .490
//
// .05 has the best mean and .03 is close to it. But on long questions .05 falls .0046 behind `keyword`, and .03 .0034.

/**
 * BM25's parameters: k1 saturates repeated terms in a text, b normalizes by text length, k3 saturates repeated terms in
 * the query.
 */
export const bm25 = { k1: 1.2, b: 0.75, k3: 8 };

/** The count of a compound word in a query. It is below 1, because the parts of the compound are in the query too. */
export const compoundCount = 0.25;

/**
 * The weight of the vector score in `hybrid`; the keyword score has the rest. The built-in model (`lexical`) only
 * compares spelling, which the keyword score does better, so its small weight serves to find misspelt words. Other
 * models (`semantic`) compare meaning.
 */
export const vectorWeights = { lexical: 0.03, semantic: 0.6 };

/** The cover at which a keyword score is 0.5. */
const halfCover = 0.5;

/** Returns the weight of a term that occurs `count` times in a query. */
export function questionWeight(count: number): number {
  return ((bm25.k3 + 1) * count) / (bm25.k3 + count);
}

/** Returns how many candidates of each kind to consider for `maxResults` results. */
export function candidatesFor(maxResults: number): number {
  return Math.max(4 * maxResults, 64);
}

/**
 * Returns the score to sort chunks by. `cosine` is -1..1. `cover` is at least 0: the share of the query that the text
 * covers. `vectorWeight` is 0..1: the weight of the cosine in `hybrid`.
 */
export function scoreOf(ranker: Ranker, cosine: number, cover: number, vectorWeight: number): number {
  const keyword = cover / (cover + halfCover);
  switch (ranker) {
    case 'vector':
      return cosine;
    case 'keyword':
      return keyword;
    case 'hybrid':
      return (1 - vectorWeight) * keyword + vectorWeight * cosine;
  }
}

/** Returns the score in the range of the API, 0 to 1. */
export function shownScore(score: number): number {
  return Math.min(Math.max(score, 0), 1);
}

/** Returns the dot product of two vectors of length 1. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number);
  return sum;
}
