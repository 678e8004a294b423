// The search form of a vector store: it shows the results that the search API returns.

/** @import { ProjectContext, Schemas } from './types.ts' */

import { fill, h } from './dom.js';
import { textField } from './fields.js';
import { named } from './format.js';
import { problem } from './problem.js';

const scores = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {ProjectContext} context */
export function searchSection({ api, params, signal }) {
  const query = textField({ name: 'query', label: 'Search the store', type: 'search' });
  const found = h('div', { role: 'region', 'aria-label': 'Search results', 'aria-live': 'polite' });
  let last = 0;
  return h(
    'section',
    {},
    h('form', { class: 'search', novalidate: true, submit: search }, query.element, h('button', {}, 'Search')),
    found,
  );

  /** @param {SubmitEvent} event */
  async function search(event) {
    event.preventDefault();
    const text = query.input.value.trim();
    query.setProblem(text === '' ? 'Enter a search query.' : undefined);
    if (text === '') return query.focus();
    last += 1;
    const mine = last;
    try {
      const { data } = await api.post('/v1/vector_stores/{vector_store_id}/search', {
        params: { vector_store_id: params.store ?? '' },
        body: { query: text },
      });
      if (mine === last) fill(found, data.length === 0 ? nothing() : results(data));
    } catch (error) {
      if (mine === last && !signal.aborted) fill(found, problem(error));
    }
  }
}

function nothing() {
  return h('p', { class: 'lead' }, 'No results. Only completed files can be found.');
}

/** @param {Schemas['SearchResult'][]} data */
function results(data) {
  return h(
    'ol',
    { class: 'found' },
    data.map(({ filename, score, content }) =>
      h(
        'li',
        {},
        h('header', {}, named(filename), h('span', { class: 'soft small' }, scores.format(score))),
        h('p', { dir: 'auto' }, content.map(({ text }) => text).join('\n')),
      ),
    ),
  );
}
