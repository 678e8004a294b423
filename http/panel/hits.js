// The results of a search: each chunk with its score and its file.

/** @import { Child } from './types.ts' */

import { h } from './dom.js';
import { decimals, named } from './format.js';

/**
 * @template {{ filename: string, score: number, content: { text: string }[] }} Hit
 * @param {Hit[]} data
 * @param {(hit: Hit) => Child} about what else to say of a result.
 */
export function hitList(data, about = () => undefined) {
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
        h('p', { dir: 'auto' }, hit.content.map(({ text }) => text).join('\n')),
      ),
    ),
  );
}
