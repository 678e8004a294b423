// Ranks the chunks of a collection for a request, part by part. Between two parts of files, other searches get a turn.

import { type Blocks, scratch } from './blocks.ts';
import { setQuery } from './codes.ts';
import type { CollectionCache, Snapshot } from './collection-cache.ts';
import type { Attributes, SearchRequest } from './collections.ts';
import { isSet, type Part } from './memory-part.ts';
import { rarityOf, type WeightedTerm } from './postings.ts';
import { candidatesFor, scoreOf } from './ranking.ts';
import { questionTermsOf } from './terms.ts';

/** A chunk that may become a hit. */
export interface Candidate {
  fileId: string;
  setId: string;
  position: number;
  attributes: Attributes;
  /** The index of the query that the chunk matches best, with its score and its keyword cover for that query. */
  query: number;
  score: number;
  cover: number;
}

/** A chunk that is among the best of its part for one query, by words or by the high bytes of its code. */
interface Found {
  part: number;
  slot: number;
  score: number;
  cover: number;
}

/** The best chunks of all parts for one query. */
interface Best {
  terms: WeightedTerm[];
  byVector: Found[];
  byWords: Found[];
}

/** Returns the candidates for a request, best first; a few more than requested. Throws a SegmentLostError. */
export async function rank(
  collection: CollectionCache,
  blocks: Blocks,
  request: SearchRequest,
  turn: () => Promise<void>,
): Promise<Candidate[]> {
  const release = collection.hold();
  try {
    const snapshot = collection.snapshot(request.filter);
    const { queries, ranker, maxResults } = request;
    const limit = candidatesFor(maxResults);
    const weighed = ranker === 'vector' ? queries.map(() => []) : await termsOf(snapshot, request, turn);
    const best = weighed.map((terms): Best => ({ terms, byVector: [], byWords: [] }));
    for (const [index, part] of snapshot.parts.entries()) {
      for (const [query, { vector }] of queries.entries()) {
        setMask(blocks, snapshot.mask, collection.fileCount);
        searchPart(snapshot, index, best[query] as Best, { vector, ranker, limit }, blocks);
        await endTurn(part, turn);
      }
    }
    return await scored(snapshot, best, request, collection, blocks, turn);
  } finally {
    release();
  }
}

/** Closes the part's file. Waits for the next turn after a part that has one. */
async function endTurn(part: Part, turn: () => Promise<void>): Promise<void> {
  part.endTurn();
  if (part.isFile) await turn();
}

/**
 * Returns the terms of each query with their weights: the shares of the query's total. Terms that no text contains count
 * in the total. So the cover of a text is about 1 if it contains each term once, and more if terms repeat.
 */
async function termsOf(
  { parts, live, chunks, allLive }: Snapshot,
  { queries }: SearchRequest,
  turn: () => Promise<void>,
): Promise<WeightedTerm[][]> {
  const questions = queries.map(({ text }) => questionTermsOf(text));
  const documents = questions.map(({ hashes }) => new Float64Array(hashes.length));
  for (const part of parts) {
    const isLive = allLive ? undefined : (slot: number) => isSet(live, part.fileOf(slot));
    for (const [query, { hashes }] of questions.entries()) {
      const counts = documents[query] as Float64Array;
      for (const [index, hash] of hashes.entries())
        counts[index] = (counts[index] as number) + part.documents(hash, isLive);
    }
    await endTurn(part, turn);
  }
  return questions.map(({ hashes, weights }, query) => {
    const weighed = Array.from(hashes, (hash, index) => {
      const rarity = rarityOf((documents[query] as Float64Array)[index] as number, chunks);
      return { hash, weight: rarity * (weights[index] as number) };
    });
    const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
    return total === 0 ? [] : weighed.map(({ hash, weight }) => ({ hash, weight: weight / total }));
  });
}

/** Writes the mask into the scratch memory. Files that were added after the search began have no bit in it. */
function setMask({ bytes }: Blocks, mask: Uint8Array, files: number): void {
  bytes.set(mask, scratch.mask);
  bytes.fill(0, scratch.mask + mask.length, scratch.mask + Math.max(mask.length, Math.ceil(files / 8)));
}

/** Adds the best chunks of a part, by the mask in the scratch memory. */
function searchPart(
  { parts, mask, chunks, words }: Snapshot,
  index: number,
  best: Best,
  { vector, ranker, limit }: { vector: Float32Array; ranker: SearchRequest['ranker']; limit: number },
  blocks: Blocks,
): void {
  const part = parts[index] as Part;
  const covers = best.terms.length === 0 ? undefined : new Float32Array(part.count);
  if (covers !== undefined) {
    const average = words / Math.max(chunks, 1);
    for (const term of best.terms) part.addCovers(term, average, covers);
    const slots = bestCovered(covers, (slot) => isSet(mask, part.fileOf(slot)), limit);
    const found = slots.map((slot): Found => ({ part: index, slot, score: 0, cover: covers[slot] as number }));
    best.byWords = [...best.byWords, ...found].sort((a, b) => b.cover - a.cover || inOrder(a, b)).slice(0, limit);
  }
  if (ranker === 'keyword') return;
  const matches = part.scan(setQuery(blocks, vector), limit);
  const found = matches.map(({ slot, score }): Found => ({ part: index, slot, score, cover: covers?.[slot] ?? 0 }));
  best.byVector = [...best.byVector, ...found].sort((a, b) => b.score - a.score || inOrder(a, b)).slice(0, limit);
}

function inOrder(a: Found, b: Found): number {
  return a.part - b.part || a.slot - b.slot;
}

function bestCovered(covers: Float32Array, isWanted: (slot: number) => boolean, limit: number): number[] {
  let best: number[] = [];
  let floor = 0;
  const byCover = (a: number, b: number): number => (covers[b] as number) - (covers[a] as number) || a - b;
  for (let slot = 0; slot < covers.length; slot += 1) {
    if ((covers[slot] as number) <= floor || !isWanted(slot)) continue;
    best.push(slot);
    if (best.length < 4 * limit) continue;
    best = best.sort(byCover).slice(0, limit);
    floor = covers[best[limit - 1] as number] as number;
  }
  return best.sort(byCover).slice(0, limit);
}

/** Scores the chunks that were found by all bits of their codes. Returns each once, with the query that it matches best. */
async function scored(
  { parts }: Snapshot,
  best: Best[],
  { queries, ranker, vectorWeight }: SearchRequest,
  collection: CollectionCache,
  blocks: Blocks,
  turn: () => Promise<void>,
): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>();
  for (const [query, { byVector, byWords }] of best.entries()) {
    const found = new Map([...byWords, ...byVector].map((one) => [`${one.part} ${one.slot}`, one]));
    for (const [index, part] of parts.entries()) {
      const own = [...found].filter(([, one]) => one.part === index);
      if (own.length === 0) continue;
      const question = setQuery(blocks, (queries[query] as SearchRequest['queries'][number]).vector);
      for (const [key, { slot, cover }] of own) {
        const cosine = ranker === 'keyword' ? 0 : part.score(question, slot);
        const score = scoreOf(ranker, cosine, cover, vectorWeight);
        if (score <= (candidates.get(key)?.score ?? Number.NEGATIVE_INFINITY)) continue;
        const { fileId, setId, attributes } = collection.fileAt(part.fileOf(slot));
        candidates.set(key, { fileId, setId, position: part.positionOf(slot), attributes, query, score, cover });
      }
      await endTurn(part, turn);
    }
  }
  return [...candidates.values()].sort((a, b) => b.score - a.score);
}
