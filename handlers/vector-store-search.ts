import * as search from '../services/stores/index.ts';
import type { Handler } from './handler.ts';

export const searchVectorStore: Handler<'searchVectorStore'> = async (call, services) => {
  const { vectorStore, body } = call;
  const steps: string[] = [];
  const onStep: search.StepListener = (step, ms) => steps.push(`${step};dur=${ms.toFixed(2)}`);
  const request = { ...body, query: [body.query].flat() };
  const { queries, hits } = await search.searchVectorStores(call, [vectorStore], request, services, onStep);
  const data = hits.map(({ fileId, filename, chunkIndex, score, attributes, text }) => ({
    file_id: fileId,
    filename,
    chunk_index: chunkIndex,
    score,
    attributes,
    content: [{ type: 'text' as const, text }],
  }));
  const page = { object: 'vector_store.search_results.page', search_query: queries, data } as const;
  // A store without completed files is not searched.
  const headers: Record<string, string> = steps.length === 0 ? {} : { 'server-timing': steps.join(', ') };
  if (body.rewrite_query && !search.rewritesQueries(services)) headers['svc-ignored-fields'] = 'rewrite_query';
  return { status: 200, body: { ...page, has_more: false, next_page: null }, headers };
};
