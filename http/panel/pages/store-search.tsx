// The search form of a vector store: it shows the results that the search API returns.

import { useMemo, useRef, useState } from 'preact/hooks';
import type { Child, ProjectContext } from '../api/types.ts';
import { textField } from '../forms/fields.tsx';
import { problem } from '../shell/problem.tsx';
import { hitList, scored } from './hits.tsx';

export function StoreSearch({ context, storeId }: { context: ProjectContext; storeId: string }) {
  const query = useMemo(() => textField({ name: 'query', label: 'Search the store', type: 'search' }), []);
  const [found, setFound] = useState<Child>();
  const last = useRef(0);
  return (
    <section>
      <form class="search" noValidate onSubmit={search}>
        {query.element}
        <button type="submit">Search</button>
      </form>
      {/* biome-ignore lint/a11y/useSemanticElements: a section is a region only with a heading */}
      <div role="region" aria-label="Search results" aria-live="polite">
        {found}
      </div>
    </section>
  );

  async function search(event: SubmitEvent) {
    event.preventDefault();
    const text = query.text().trim();
    query.setProblem(text === '' ? 'Enter a search query.' : undefined);
    if (text === '') return query.focus();
    last.current += 1;
    const mine = last.current;
    const show = (content: Child) => mine === last.current && setFound(content);
    try {
      const { data } = await context.api.post('/v1/vector_stores/{vector_store_id}/search', {
        params: { vector_store_id: storeId },
        body: { query: text },
      });
      show(hitList(scored(data), text));
    } catch (error) {
      if (!context.signal.aborted) show(problem(error));
    }
  }
}
