// The results of a search: each chunk with its score and its file.

/** @import { Child } from './types.ts' */

import { h } from './dom.js';
import { decimals, named } from './format.js';

/** A lower score would be shown as 0.00. */
const leastScore = 0.005;

/**
 * Returns the results with a score, because the others have nothing to do with the query.
 * @template {{ score: number }} Hit
 * @param {Hit[]} data
 */
export function scored(data) {
  return data.filter(({ score }) => score >= leastScore);
}

/**
 * @template {{ filename: string, score: number, content: { text: string }[] }} Hit
 * @param {Hit[]} data
 * @param {string} query whose words are marked.
 * @param {(hit: Hit) => Child} about what else to say of a result.
 */
export function hitList(data, query, about = () => undefined) {
  if (data.length === 0) return h('p', { class: 'lead' }, 'No results. Searches cover only completed files.');
  return h(
    'ol',
    { class: 'found' },
    data.map((hit) =>
      h(
        'li',
        {},
        h('header', {}, named(hit.filename), h('span', { class: 'soft small' }, decimals(hit.score))),
        about(hit),
        h('p', { dir: 'auto' }, marked(hit.content.map(({ text }) => text).join('\n'), query)),
      ),
    ),
  );
}

/**
 * Marks the words of the query in the text, also at the beginning of longer words.
 * @param {string} text
 * @param {string} query
 */
function marked(text, query) {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].sort((a, b) => b.length - a.length);
  // Latin words of one or two letters say nothing. Scripts without spaces have no beginnings of words.
  const latin = words.filter((word) => /^[\p{sc=Latin}\d]{3,}$/u.test(word));
  const others = words.filter((word) => !/[\p{sc=Latin}\d]/u.test(word));
  const patterns = [...latin.map((word) => `(?<![\\p{L}\\p{N}])${word}`), ...others];
  if (patterns.length === 0) return [text];
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, 'giu'));
  return parts.map((part, index) => (index % 2 === 1 ? h('mark', {}, part) : part));
}
