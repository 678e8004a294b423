import { useMemo } from 'preact/hooks';
import { modelsOf, type Page, type ProjectContext, type Schemas } from '../api/index.ts';
import { bodyOf, elementsOf, retrievalFields, sendOnEnter, textOf } from '../forms/index.ts';
import { backTo, keepInAddress, named, section, subheading } from '../shell/index.ts';
import { search } from './retrieval-results.tsx';

export const retrievalPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/stores/:store/retrieval',
  title: 'Retrieval',
  label: null,
  permission: 'vector_stores.read',
  async render(context) {
    const { api, params, organization, project } = context;
    const id = params.store ?? '';
    const store = await api.get('/v1/vector_stores/{vector_store_id}', { params: { vector_store_id: id } });
    const models = await modelsOf(context, { additional_data: true }).catch(() => []);
    return [
      backTo(`/o/${organization.id}/projects/${project.id}/stores/${id}`, named(store.name, id)),
      subheading('Test retrieval'),
      <Retrieval context={context} id={id} models={models} />,
    ];
  },
};

interface Options {
  context: ProjectContext;
  id: string;
  models: Schemas['Model'][];
}

function Retrieval({ context, id, models }: Options) {
  const fields = useMemo(() => retrievalFields(context, models), []);
  const results = useMemo(() => section(context), []);
  const { query, ranker, most, threshold, rewrite, filters } = fields;
  return (
    <div>
      <form class="retrieval" noValidate onSubmit={run} onKeyDown={sendOnEnter}>
        {query.element}
        <div class="grid">{elementsOf([ranker, most, threshold])}</div>
        {rewrite.element}
        {filters.element}
        <div class="buttons">
          <button type="submit" class="primary">
            Search
          </button>
        </div>
      </form>
      {/* biome-ignore lint/a11y/useSemanticElements: a section is a region only with a heading */}
      <div role="region" aria-label="Search results" aria-live="polite">
        {results.element}
      </div>
    </div>
  );

  function run(event: SubmitEvent) {
    event.preventDefault();
    const text = textOf(query, 'Enter a query.');
    if (text === undefined) return;
    keepInAddress({ query: text });
    const body = bodyOf(text, fields);
    void results.load(() => search(context, id, body));
  }
}
