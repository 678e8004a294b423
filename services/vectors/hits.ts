// Turns the candidates of a search into hits, with the exact scores of the stored vectors.

import type { ChunkKey, TextRow } from '../../models/search-rows.ts';
import type { SearchHit, SearchRequest } from './collections.ts';
import type { Candidate } from './rank.ts';
import { cosineOf, scoreOf, shownScore } from './ranking.ts';
import { decodeVector } from './terms.ts';

/** Returns the best hits among candidates whose texts were read, best first. */
export function hitsOf(
  candidates: Candidate[],
  texts: TextRow[],
  { queries, ranker, vectorWeight, maxResults, scoreThreshold }: SearchRequest,
): SearchHit[] {
  const byKey = new Map(texts.map((row) => [keyOf(row), row]));
  const hits = candidates.flatMap((candidate): (SearchHit & { exact: number })[] => {
    const row = byKey.get(keyOf(candidate));
    const query = queries[candidate.query];
    if (row === undefined || query === undefined) return [];
    const cosine = ranker === 'keyword' ? 0 : cosineOf(query.vector, decodeVector(row.vector));
    const exact = scoreOf(ranker, cosine, candidate.cover, vectorWeight);
    const { fileId, position: chunkIndex, attributes } = candidate;
    return [{ fileId, chunkIndex, score: shownScore(exact), text: row.text, attributes, exact }];
  });
  return hits
    .filter(({ score }) => score >= scoreThreshold)
    .sort((a, b) => b.exact - a.exact)
    .slice(0, maxResults)
    .map(({ exact: _, ...hit }) => hit);
}

/** Returns a text that only this chunk has. */
export function keyOf({ setId, position }: ChunkKey): string {
  return `${setId} ${position}`;
}
