import type { ProjectContext, Schemas } from '../api/index.ts';
import { areaField, choiceField } from './fields.tsx';

const mostHits = 5;

export interface Choices {
  models: Schemas['Model'][];
  stores: Schemas['VectorStore'][];
}

export function playgroundFields({ query }: ProjectContext, { models, stores }: Choices) {
  return {
    model: choiceField({
      name: 'model',
      label: 'Model',
      value: query.get('model') ?? undefined,
      choices: models.map(({ id }) => [id, id]),
    }),
    store: choiceField({
      name: 'store',
      label: 'Vector store',
      hint: `The model searches it, and gets the ${mostHits} best results of each search.`,
      value: query.get('store') ?? undefined,
      texts: { '': 'none' },
      choices: stores.map(({ id, name }) => [id, name || id]),
    }),
    instructions: areaField({ name: 'instructions', label: 'Instructions', optional: true, rows: 2 }),
    question: areaField({
      name: 'question',
      label: 'Message',
      hint: 'Enter sends. Shift and Enter begin a new line.',
      rows: 3,
    }),
  };
}

/**
 * The part of a request with which the model searches a vector store. It must search once, so that the results are seen.
 */
export function searchOf(storeId: string) {
  return {
    tools: [{ type: 'file_search', vector_store_ids: [storeId], max_num_results: mostHits }],
    tool_choice: { type: 'file_search' },
    include: ['file_search_call.results'],
  };
}
