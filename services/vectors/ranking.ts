// How two measures of a chunk become one score from 0 to 1, the same in every engine.
//
// Fixed scales, not ranks and not the spread of one answer: a score means the same in every search, so that a threshold
// can be chosen once. On the questions of test/services/vectors/retrieval.test.ts reciprocal rank fusion and scales stretched to
// each answer's best and worst do no better.

import type { Ranker } from './collections.ts';

// The constants, and the experiment beside them: nDCG@10 on the three sets of scripts/bench/retrieval.ts (descriptions of
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
// .05 is the best on the mean and .03 close to it, but on long questions .05 falls .0046 behind `keyword`, and .03 .0034.

/** BM25's: how soon repeats in a text stop to count, how much long texts are held back, and repeats in the question. */
export const bm25 = { k1: 1.2, b: 0.75, k3: 8 };

/** As how many words a compound counts in a question: its parts are there beside it. */
export const compoundCount = 0.25;

/**
 * What the vector score weighs in `hybrid`; the keyword score has the rest. The built-in model knows the spelling of words
 * only, which the keyword score weighs better; its small part finds what is misspelt. Other models know meanings.
 */
export const vectorWeights = { lexical: 0.03, semantic: 0.6 };

/** Half of what a keyword score can be is reached by a text that covers half of the query once. */
const halfCover = 0.5;

/** What a term weighs that stands so often in a question. */
export function questionWeight(count: number): number {
  return ((bm25.k3 + 1) * count) / (bm25.k3 + count);
}

/** How many candidates of each kind are looked at for so many results. */
export function candidatesFor(maxResults: number): number {
  return Math.max(4 * maxResults, 64);
}

/**
 * The score of a chunk, to sort by. `cosine` -1..1; `cover` from 0: the share of the query that the text covers;
 * `vectorWeight` 0..1: what the cosine weighs in `hybrid`.
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
