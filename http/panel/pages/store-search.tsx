// The search form of a vector store: it shows the results that the search API returns.

import { useMemo } from 'preact/hooks';
import type { ProjectContext } from '../api/index.ts';
import { textField, textOf } from '../forms/index.ts';
import { section } from '../shell/index.ts';
import { hitList, scored } from './hits.tsx';

export function StoreSearch({ context, storeId }: { context: ProjectContext; storeId: string }) {
  const query = useMemo(() => textField({ name: 'query', label: 'Search the store', type: 'search' }), []);
  const results = useMemo(() => section(context), []);
  return (
    <section>
      <form class="search" noValidate onSubmit={search}>
        {query.element}
        <button type="submit">Search</button>
      </form>
      {/* biome-ignore lint/a11y/useSemanticElements: a section is a region only with a heading */}
      <div role="region" aria-label="Search results" aria-live="polite">
        {results.element}
      </div>
    </section>
  );

  function search(event: SubmitEvent) {
    event.preventDefault();
    const text = textOf(query, 'Enter a search query.');
    const path = '/v1/vector_stores/{vector_store_id}/search';
    if (text === undefined) return;
    void results.load(async () => {
      const { data } = await context.api.post(path, { params: { vector_store_id: storeId }, body: { query: text } });
      return hitList(scored(data), text);
    });
  }
}
