import { useMemo, useRef, useState } from 'preact/hooks';
import { modelsOf } from '../api/models.ts';
import type { Child, Page, ProjectContext, Schemas } from '../api/types.ts';
import { elementsOf, sendOnEnter } from '../forms/form.tsx';
import { bodyOf, fieldsOf } from '../forms/retrieval-fields.ts';
import { keepInAddress } from '../shell/address.ts';
import { named } from '../shell/format.tsx';
import { backTo, subheading } from '../shell/heading.tsx';
import { problem } from '../shell/problem.tsx';
import { search } from './retrieval-results.tsx';

export const retrievalPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/stores/:store/retrieval',
  title: 'Retrieval',
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
  const fields = useMemo(() => fieldsOf(context, models), []);
  const [found, setFound] = useState<Child | Child[]>();
  const [isBusy, setBusy] = useState(false);
  const last = useRef(0);
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
      <div role="region" aria-label="Search results" aria-live="polite" aria-busy={isBusy}>
        {found}
      </div>
    </div>
  );

  async function run(event: SubmitEvent) {
    event.preventDefault();
    const text = query.text().trim();
    query.setProblem(text === '' ? 'Enter a query.' : undefined);
    if (text === '') return query.focus();
    keepInAddress({ query: text });
    last.current += 1;
    const mine = last.current;
    setBusy(true);
    const body = bodyOf(text, fields);
    const content = await search(context, id, body).catch((error) => context.signal.aborted || problem(error));
    if (mine !== last.current) return;
    if (content !== true) setFound(content);
    setBusy(false);
  }
}
