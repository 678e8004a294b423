import type { ProjectContext, Schemas } from '../api/index.ts';
import { areaField, checkField, choiceField, numberField, textField } from './fields.tsx';
import { filterRows } from './filter-rows.tsx';
import { held } from './form.tsx';

export type SearchRequest = Schemas['SearchVectorStoreRequest'];

const rankers = {
  auto: 'automatic',
  hybrid: 'hybrid: vectors and keywords',
  vector: 'vector: vectors only',
  keyword: 'keyword: keywords only',
};

export function retrievalFields({ query }: ProjectContext, models: Schemas['Model'][]) {
  return {
    query: areaField({ name: 'query', label: 'Question', rows: 2, value: query.get('query') ?? '' }),
    ranker: choiceField({ name: 'ranker', label: 'Ranker', texts: rankers, groups: rerankers(models) }),
    most: numberField({ name: 'max_num_results', label: 'Results', value: 10 }),
    threshold: textField({ name: 'score_threshold', label: 'Score threshold', value: '0', inputmode: 'decimal' }),
    rewrite: checkField({ name: 'rewrite_query', label: 'Rewrite the query with a model' }),
    filters: filterRows(),
  };
}

export function bodyOf(
  text: string,
  { ranker, most, threshold, rewrite, filters }: ReturnType<typeof retrievalFields>,
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
