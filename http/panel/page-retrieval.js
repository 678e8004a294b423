/** @import { Page, ProjectContext, Schemas } from './types.ts' */

import { href, keepInAddress } from './address.js';
import { codeBlock } from './code-block.js';
import { fill, h, icon } from './dom.js';
import { areaField, checkField, choiceField, numberField, textField } from './fields.js';
import { filterRows } from './filter-rows.js';
import { held } from './form.js';
import { count, decimals, named } from './format.js';
import { hitList, scored } from './hits.js';
import { problem } from './problem.js';
import { snippets } from './snippets.js';

/** @typedef {Schemas['SearchVectorStoreRequest']} SearchRequest */

/** @type {[Schemas['SearchRanker'], string][]} */
const rankers = [
  ['auto', 'automatic'],
  ['hybrid', 'hybrid: vectors and keywords'],
  ['vector', 'vector: vectors only'],
  ['keyword', 'keyword: keywords only'],
];

/** @type {Page} */
export const retrievalPage = {
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
      .catch(() => ({ data: /** @type {Schemas['Model'][]} */ ([]) }));
    return [
      h('p', { class: 'up' }, h('a', { href: back }, icon('back'), named(store.name, id))),
      h('header', { class: 'section' }, h('h2', {}, 'Test retrieval')),
      search(context, id, models),
    ];
  },
};

/**
 * @param {ProjectContext} context
 * @param {string} id
 * @param {Schemas['Model'][]} models
 */
function search(context, id, models) {
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

  /** @param {SubmitEvent} event */
  async function run(event) {
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

  /**
   * @param {string} text
   * @returns {SearchRequest}
   */
  function bodyOf(text) {
    const filter = filters.value();
    const { max_num_results: wanted, rewrite_query: rewriting } = held([most, rewrite]);
    return {
      query: text,
      rewrite_query: rewriting === true,
      max_num_results: /** @type {number} */ (wanted ?? 10),
      ...(filter === undefined ? {} : { filters: filter }),
      ranking_options: {
        ranker: ranker.select.value,
        score_threshold: Number(threshold.input.value.replace(',', '.')),
      },
    };
  }

  /** @param {SearchRequest} body */
  function asCode(body) {
    const request = {
      path: `/v1/vector_stores/${id}/search`,
      method: 'vectorStores.search',
      first: id,
      body: /** @type {Record<string, unknown>} */ (body),
      answer: 'JSON.stringify(answer.data, null, 2)',
      pythonAnswer: 'answer["data"]',
    };
    return h('div', {}, h('h3', { class: 'section' }, 'This request as code'), codeBlock(snippets(request, undefined)));
  }
}

/**
 * Returns the models that can rerank, in groups. Models of an unknown kind may be reranking models: most servers do not
 * say what their models are for.
 * @param {Schemas['Model'][]} models
 * @returns {[string, [string, string][]][]}
 */
function rerankers(models) {
  /** @param {string} kind @returns {[string, string][]} */
  const of = (kind) => models.filter(({ additional_data: data }) => data?.kind === kind).map(({ id }) => [id, id]);
  /** @type {[string, [string, string][]][]} */
  const groups = [
    ['Reranking models', of('rerank')],
    ['Models of unknown kind', of('unknown')],
  ];
  return groups.filter(([, choices]) => choices.length > 0);
}

/**
 * @param {Schemas['SearchResult'][]} data
 * @param {string} query
 * @param {string} time
 */
function answer(data, query, time) {
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

/**
 * @param {number} ms
 * @param {string} timing the header `server-timing`: `embed;dur=1.5, search;dur=0.4`
 */
function timeText(ms, timing) {
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
