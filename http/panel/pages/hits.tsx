// The results of a search: each chunk with its score and its file.

import type { Child } from '../api/index.ts';
import { decimals, named } from '../shell/index.ts';

/** A lower score would be shown as 0.00. */
const leastScore = 0.005;

/** Returns the results with a score, because the others have nothing to do with the query. */
export function scored<Hit extends { score: number }>(data: Hit[]) {
  return data.filter(({ score }) => score >= leastScore);
}

/**
 * @param query whose words are marked.
 * @param about what else to say of a result.
 */
export function hitList<Hit extends { filename: string; score: number; content: { text: string }[] }>(
  data: Hit[],
  query: string,
  about: (hit: Hit) => Child = () => undefined,
) {
  if (data.length === 0) return <p class="lead">No results. Searches cover only completed files.</p>;
  return (
    <ol class="found">
      {data.map((hit) => (
        <li>
          <header>
            {named(hit.filename)}
            <span class="soft small">{decimals(hit.score)}</span>
          </header>
          {about(hit)}
          <p dir="auto">{marked(hit.content.map(({ text }) => text).join('\n'), query)}</p>
        </li>
      ))}
    </ol>
  );
}

/** Marks the words of the query in the text, also at the beginning of longer words. */
function marked(text: string, query: string) {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].sort((a, b) => b.length - a.length);
  // Latin words of one or two letters say nothing. Scripts without spaces have no beginnings of words.
  const latin = words.filter((word) => /^[\p{sc=Latin}\d]{3,}$/u.test(word));
  const others = words.filter((word) => !/[\p{sc=Latin}\d]/u.test(word));
  const patterns = [...latin.map((word) => `(?<![\\p{L}\\p{N}])${word}`), ...others];
  if (patterns.length === 0) return [text];
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, 'giu'));
  return parts.map((part, index) => (index % 2 === 1 ? <mark>{part}</mark> : part));
}
