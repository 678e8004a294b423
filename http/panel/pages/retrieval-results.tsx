import type { ProjectContext, Schemas } from '../api/index.ts';
import type { SearchRequest } from '../forms/index.ts';
import { CodeBlock, count, countOf, decimals, snippets } from '../shell/index.ts';
import { hitList, scored } from './hits.tsx';

/** Returns the results, with the time that they took, and the request as code. */
export async function search({ api }: ProjectContext, id: string, body: SearchRequest) {
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
      <CodeBlock snippets={snippets(request, undefined)} />
    </div>
  );
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
