// A reference BM25 in plain loops to compare keyword search with: k1 = 1.2, b = 0.75, stop words removed, repeated
// query words counted, with or without stemming.

import { englishStem } from '../../../services/gateway/embeddings/english-stem.ts';
import { stopWordList } from '../../../services/gateway/embeddings/words.ts';
import type { RetrievalSet } from './set.ts';

const k1 = 1.2;
const b = 0.75;
const stopWords = new Set(stopWordList);

/** Returns a function that returns the ids of the ten best documents for a question. */
export function plainBm25({ documents }: RetrievalSet, isStemmed: boolean): (question: string) => string[] {
  const termsOf = (text: string): string[] => {
    const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word));
    return isStemmed ? words.map((word) => (/^[a-z]+$/.test(word) ? englishStem(word) : word)) : words;
  };
  const texts = [...documents].map(([id, text]) => ({ id, terms: termsOf(text) }));
  const average = texts.reduce((sum, { terms }) => sum + terms.length, 0) / texts.length;
  const postings = new Map<string, Map<number, number>>();
  for (const [index, { terms }] of texts.entries()) {
    for (const term of terms) {
      const counts = postings.get(term) ?? new Map<number, number>();
      postings.set(term, counts.set(index, (counts.get(index) ?? 0) + 1));
    }
  }
  return (question) => {
    const scores = new Map<number, number>();
    for (const term of termsOf(question)) {
      const counts = postings.get(term) ?? new Map<number, number>();
      const rarity = Math.log(1 + (texts.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [index, count] of counts) {
        const norm = k1 * (1 - b + (b * (texts[index]?.terms.length ?? 0)) / average);
        scores.set(index, (scores.get(index) ?? 0) + (rarity * count * (k1 + 1)) / (count + norm));
      }
    }
    const best = [...scores].sort((one, other) => other[1] - one[1] || one[0] - other[0]).slice(0, 10);
    return best.map(([index]) => texts[index]?.id ?? '');
  };
}
