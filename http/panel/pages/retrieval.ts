import type { Page, ProjectContext, Schemas } from '../api/types.ts';
import { areaField, checkField, choiceField, numberField, textField } from '../forms/fields.ts';
import { held } from '../forms/form.ts';
import { filterRows } from '../lists/filter-rows.ts';
import { href, keepInAddress } from '../shell/address.ts';
import { codeBlock } from '../shell/code-block.tsx';
import { fill, h } from '../shell/dom.ts';
import { count, decimals, named } from '../shell/format.tsx';
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
  async render(context) {
    const { api, params, organization, project } = context;
    const id = params.store ?? '';
    const store = await api.get('/v1/vector_stores/{vector_store_id}', { params: { vector_store_id: id } });
    const back = href(`/o/${organization.id}/projects/${project.id}/stores/${id}`);
    const { data: models } = await api
      .get('/v1/models', { query: { additional_data: true } })
      .catch(() => ({ data: [] as Schemas['Model'][] }));
    return [
      h('p', { class: 'up' }, h('a', { href: back }, icon('back'), named(store.name, id))),
      h('header', { class: 'section' }, h('h2', {}, 'Test retrieval')),
      search(context, id, models),
    ];
  },
};

function search(context: ProjectContext, id: string, models: Schemas['Model'][]) {
  const query = areaField({ name: 'query', label: 'Question', rows: 2, value: context.query.get('query') ?? '' });
  const ranker = choiceField({ name: 'ranker', label: 'Ranker', choices: rankers, groups: rerankers(models) });
  const most = numberField({ name: 'max_num_results', label: 'Results', value: 10 });
  const threshold = textField({ name: 'score_threshold', label: 'Score threshold', value: '0', inputmode: 'decimal' });
  const rewrite = checkField({ name: 'rewrite_query', label: 'Rewrite the query with a model' });
  const filters = filterRows();
  const found = h('div', { role: 'region', 'aria-label': 'Search results', 'aria-live': 'polite' });
  let last = 0;
  query.area.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  const form = h(
    'form',
    { class: 'retrieval', novalidate: true, submit: run },
    query.element,
    h('div', { class: 'grid' }, ranker.element, most.element, threshold.element),
    rewrite.element,
    filters.element,
    h('div', { class: 'buttons' }, h('button', { class: 'primary' }, 'Search')),
  );
  return h('div', {}, form, found);

  async function run(event: SubmitEvent) {
    event.preventDefault();
    const text = query.area.value.trim();
    query.setProblem(text === '' ? 'Enter a query.' : undefined);
    if (text === '') return query.focus();
    keepInAddress({ query: text });
    last += 1;
    const mine = last;
    found.setAttribute('aria-busy', 'true');
    const body = bodyOf(text);
    const begun = performance.now();
    try {
      let timing = '';
      const { data, search_query: searched } = await context.api.post('/v1/vector_stores/{vector_store_id}/search', {
        params: { vector_store_id: id },
        body,
        onHeaders: (headers) => {
          timing = headers.get('server-timing') ?? '';
        },
      });
      const ms = performance.now() - begun;
      if (mine === last) {
        const notes = [timeText(ms, timing), ...(body.rewrite_query ? [`Searched for: ${searched.join(', ')}`] : [])];
        fill(found, answer(scored(data), text, notes.join(' ')), asCode(body));
      }
    } catch (error) {
      if (mine === last && !context.signal.aborted) fill(found, problem(error));
    } finally {
      if (mine === last) found.setAttribute('aria-busy', 'false');
    }
  }

  function bodyOf(text: string): SearchRequest {
    const filter = filters.value();
    const { max_num_results: wanted, rewrite_query: rewriting } = held([most, rewrite]);
    return {
      query: text,
      rewrite_query: rewriting === true,
      max_num_results: (wanted ?? 10) as number,
      ...(filter === undefined ? {} : { filters: filter }),
      ranking_options: {
        ranker: ranker.select.value,
        score_threshold: Number(threshold.input.value.replace(',', '.')),
      },
    };
  }

  function asCode(body: SearchRequest) {
    const request = {
      path: `/v1/vector_stores/${id}/search`,
      method: 'vectorStores.search',
      first: id,
      body: body as Record<string, unknown>,
      answer: 'JSON.stringify(answer.data, null, 2)',
      pythonAnswer: 'answer["data"]',
    };
    return h('div', {}, h('h3', { class: 'section' }, 'This request as code'), codeBlock(snippets(request, undefined)));
  }
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
  return h(
    'div',
    {},
    h('p', { class: 'search-time' }, `${data.length === 1 ? '1 result' : `${count(data.length)} results`}. ${time}`),
    hitList(data, query, (hit) => {
      const attributes = Object.entries(hit.attributes).map(([name, value]) => `${name} = ${value}`);
      return h(
        'div',
        {},
        h('meter', { min: 0, max: 1, value: hit.score, 'aria-label': `Score ${decimals(hit.score)}` }),
        h('p', { class: 'soft small' }, [`chunk ${count(hit.chunk_index + 1)}`, ...attributes].join(' · ')),
      );
    }),
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
