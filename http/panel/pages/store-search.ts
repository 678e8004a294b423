// The search form of a vector store: it shows the results that the search API returns.

import type { ProjectContext } from '../api/types.ts';
import { textField } from '../forms/fields.ts';
import { fill, h } from '../shell/dom.ts';
import { problem } from '../shell/problem.tsx';
import { hitList, scored } from './hits.tsx';

export function searchSection({ api, params, signal }: ProjectContext) {
  const query = textField({ name: 'query', label: 'Search the store', type: 'search' });
  const found = h('div', { role: 'region', 'aria-label': 'Search results', 'aria-live': 'polite' });
  let last = 0;
  return h(
    'section',
    {},
    h('form', { class: 'search', novalidate: true, submit: search }, query.element, h('button', {}, 'Search')),
    found,
  );

  async function search(event: SubmitEvent) {
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
