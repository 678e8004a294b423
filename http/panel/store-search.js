// The search form of a vector store: it shows the results that the search API returns.

/** @import { ProjectContext } from './types.ts' */

import { fill, h } from './dom.js';
import { textField } from './fields.js';
import { hitList, scored } from './hits.js';
import { problem } from './problem.js';

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
      if (mine === last) fill(found, hitList(scored(data), text));
    } catch (error) {
      if (mine === last && !signal.aborted) fill(found, problem(error));
    }
  }
}
