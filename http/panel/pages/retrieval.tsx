import { useMemo, useRef, useState } from 'preact/hooks';
import { modelsOf } from '../api/models.ts';
import type { Child, Page, ProjectContext, Schemas } from '../api/types.ts';
import { areaField, checkField, choiceField, numberField, textField } from '../forms/fields.tsx';
import { elementsOf, held } from '../forms/form.tsx';
import { filterRows } from '../lists/filter-rows.tsx';
import { href, keepInAddress } from '../shell/address.ts';
import { codeBlock } from '../shell/code-block.tsx';
import { count, countOf, decimals, named } from '../shell/format.tsx';
import { subheading } from '../shell/heading.tsx';
import { icon } from '../shell/icon.tsx';
import { problem } from '../shell/problem.tsx';
import { snippets } from '../shell/snippets.ts';
import { hitList, scored } from './hits.tsx';

type SearchRequest = Schemas['SearchVectorStoreRequest'];

const rankers: [Schemas['SearchRanker'], string][] = [
  ['auto', 'automatic'],
  ['hybrid', 'hybrid: vectors and keywords'],
  ['vector', 'vector: vectors only'],
  ['keyword', 'keyword: keywords only'],
];

export const retrievalPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/stores/:store/retrieval',
  title: 'Retrieval',
  permission: 'vector_stores.read',
  async render(context) {
    const { api, params, organization, project } = context;
    const id = params.store ?? '';
    const store = await api.get('/v1/vector_stores/{vector_store_id}', { params: { vector_store_id: id } });
    const back = href(`/o/${organization.id}/projects/${project.id}/stores/${id}`);
    const models = await modelsOf(context, { additional_data: true }).catch(() => []);
    return [
      <p class="up">
        <a href={back}>
          {icon('back')}
          {named(store.name, id)}
        </a>
      </p>,
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
  const form = useRef<HTMLFormElement>(null);
  const last = useRef(0);
  const { query, ranker, most, threshold, rewrite, filters } = fields;
  return (
    <div>
      <form class="retrieval" noValidate ref={form} onSubmit={run} onKeyDown={sendOnEnter}>
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

  function sendOnEnter(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

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

function fieldsOf({ query }: ProjectContext, models: Schemas['Model'][]) {
  return {
    query: areaField({ name: 'query', label: 'Question', rows: 2, value: query.get('query') ?? '' }),
    ranker: choiceField({ name: 'ranker', label: 'Ranker', choices: rankers, groups: rerankers(models) }),
    most: numberField({ name: 'max_num_results', label: 'Results', value: 10 }),
    threshold: textField({ name: 'score_threshold', label: 'Score threshold', value: '0', inputmode: 'decimal' }),
    rewrite: checkField({ name: 'rewrite_query', label: 'Rewrite the query with a model' }),
    filters: filterRows(),
  };
}

function bodyOf(
  text: string,
  { ranker, most, threshold, rewrite, filters }: ReturnType<typeof fieldsOf>,
): SearchRequest {
  const filter = filters.value();
  const { max_num_results: wanted, rewrite_query: rewriting } = held([most, rewrite]);
  return {
    query: text,
    rewrite_query: rewriting === true,
    max_num_results: (wanted ?? 10) as number,
    ...(filter === undefined ? {} : { filters: filter }),
    ranking_options: {
      ranker: ranker.text(),
      score_threshold: Number(threshold.text().replace(',', '.')),
    },
  };
}

/** Returns the results, with the time that they took, and the request as code. */
async function search({ api }: ProjectContext, id: string, body: SearchRequest) {
  const begun = performance.now();
  let timing = '';
  const { data, search_query: searched } = await api.post('/v1/vector_stores/{vector_store_id}/search', {
    params: { vector_store_id: id },
    body,
    onHeaders: (headers) => {
      timing = headers.get('server-timing') ?? '';
    },
  });
  const time = timeText(performance.now() - begun, timing);
  const notes = body.rewrite_query ? `${time} Searched for: ${searched.join(', ')}` : time;
  return [answer(scored(data), String(body.query), notes), asCode(id, body)];
}

function asCode(id: string, body: SearchRequest) {
  const request = {
    path: `/v1/vector_stores/${id}/search`,
    method: 'vectorStores.search',
    first: id,
    body: body as Record<string, unknown>,
    answer: 'JSON.stringify(answer.data, null, 2)',
    pythonAnswer: 'answer["data"]',
  };
  return (
    <div>
      <h3 class="section">This request as code</h3>
      {codeBlock(snippets(request, undefined))}
    </div>
  );
}

/**
 * Returns the models that can rerank, in groups. Models of an unknown kind may be reranking models: most servers do not
 * say what their models are for.
 */
function rerankers(models: Schemas['Model'][]): [string, [string, string][]][] {
  const of = (kind: string): [string, string][] =>
    models.filter(({ additional_data: data }) => data?.kind === kind).map(({ id }) => [id, id]);
  const groups: [string, [string, string][]][] = [
    ['Reranking models', of('rerank')],
    ['Models of unknown kind', of('unknown')],
  ];
  return groups.filter(([, choices]) => choices.length > 0);
}

function answer(data: Schemas['SearchResult'][], query: string, time: string) {
  return (
    <div>
      <p class="search-time">
        {countOf(data.length, ['result', 'results'])}. {time}
      </p>
      {hitList(data, query, (hit) => {
        const attributes = Object.entries(hit.attributes).map(([name, value]) => `${name} = ${value}`);
        return (
          <div>
            <meter min={0} max={1} value={hit.score} aria-label={`Score ${decimals(hit.score)}`} />
            <p class="soft small">{[`chunk ${count(hit.chunk_index + 1)}`, ...attributes].join(' · ')}</p>
          </div>
        );
      })}
    </div>
  );
}

/** @param timing the header `server-timing`: `embed;dur=1.5, search;dur=0.4` */
function timeText(ms: number, timing: string) {
  const names = {
    rewrite: 'rewriting the query',
    embed: 'embedding the query',
    search: 'searching the index',
    rerank: 'reranking',
  };
  const steps = Object.entries(names).flatMap(([name, text]) => {
    const found = new RegExp(`\\b${name};dur=([\\d.]+)`).exec(timing)?.[1];
    return found === undefined ? [] : [`${text} ${decimals(Number(found))} ms`];
  });
  return [`${decimals(ms)} ms in total`, ...steps].join(', ').concat('.');
}
