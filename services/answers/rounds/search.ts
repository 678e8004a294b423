// Runs the searches that the model asks for, with the rights of the caller.

import { nowSeconds } from '../../../models/clock.ts';
import type { Incoming } from '../../gateway/index.ts';
import type { UsageRecorder } from '../../limits/index.ts';
import { ServiceError } from '../../platform/index.ts';
import {
  getVectorStore,
  type NamedHit,
  rankingOf,
  type SearchServices,
  searchVectorStores,
} from '../../stores/index.ts';
import { type FileSearchRequest, maxQueries } from './request.ts';
import { type Budget, outputFor } from './results.ts';
import type { Sources } from './sources.ts';

const defaultResults = 20;
/** The spec's maximum length of a query. */
const maxQueryCharacters = 8192;
/** Failures of a search that the model is told about. It may answer without the search, or try again. */
const tellable: ReadonlySet<string> = new Set([
  'not_found',
  'vector_store_expired',
  'vector_store_too_large',
  'upstream_failed',
  'upstream_timeout',
]);

export type Searcher = Pick<Incoming, 'project' | 'caller' | 'requestId' | 'rates' | 'onGone'>;

export interface FileSearchServices extends SearchServices {
  usage: UsageRecorder;
}

/** A search that has ended. */
export interface SearchOutcome {
  queries: string[];
  hits: NamedHit[];
  /** The number of hits that the model gets: the best ones. */
  given: number;
  isFailed: boolean;
  /** The output of the tool for the model. */
  output: string;
}

/**
 * Throws `not_found` or `vector_store_expired` if one of the stores cannot be searched, and the errors of an unusable
 * ranking.
 */
export async function checkSearches(
  project: Searcher['project'],
  { body, tool }: FileSearchRequest,
  services: Pick<SearchServices, 'upstreams'>,
): Promise<void> {
  if (tool === undefined) return;
  const place = String(body.tools?.indexOf(tool));
  await rankingOf(project, tool.ranking_options ?? {}, ['body', 'tools', place, 'ranking_options'], services);
  for (const id of new Set(tool.vector_store_ids)) {
    const { expiresAt } = await getVectorStore(project, id);
    if (expiresAt <= nowSeconds())
      throw new ServiceError('vector_store_expired', `The vector store '${id}' has expired.`);
  }
}

/** Searches for the arguments of a call of the model. */
export async function searchFiles(
  given: unknown,
  searcher: Searcher,
  request: FileSearchRequest,
  { sources, budget, services }: { sources: Sources; budget: Budget; services: FileSearchServices },
): Promise<SearchOutcome> {
  const queries = queriesIn(given);
  const failed = (note: string): SearchOutcome => {
    services.usage.fileSearch(searcher.project, searcher.caller, { isFailed: true });
    return { queries, hits: [], given: 0, isFailed: true, output: JSON.stringify({ error: note }) };
  };
  if (queries.length === 0) return failed('The argument "queries" must be a list of texts to search for.');
  try {
    const hits = await hitsOf(queries, searcher, request, services);
    const shown = await outputFor(hits, sources, budget);
    services.usage.fileSearch(searcher.project, searcher.caller, { isFailed: false });
    return { queries, hits, isFailed: false, ...shown };
  } catch (error) {
    if (error instanceof ServiceError && tellable.has(error.code)) return failed(`The search failed. ${error.message}`);
    throw error;
  }
}

/** Searches all stores, and returns the best results of all. */
async function hitsOf(
  queries: string[],
  searcher: Searcher,
  { tool }: FileSearchRequest,
  services: SearchServices,
): Promise<NamedHit[]> {
  if (tool === undefined) return [];
  const { vector_store_ids: ids, filters, ranking_options: ranking, max_num_results: maxResults } = tool;
  const request = {
    query: queries,
    max_num_results: maxResults ?? defaultResults,
    ...(filters == null ? {} : { filters }),
    ranking_options: ranking ?? {},
  };
  const stores = await Promise.all([...new Set(ids)].map((id) => getVectorStore(searcher.project, id)));
  return (await searchVectorStores(searcher, stores, request, services)).hits;
}

/** Returns the queries in a call's arguments; empty if there are none. Some models send one query as a text. */
function queriesIn(given: unknown): string[] {
  const { queries, query } = Object(parsed(given)) as { queries?: unknown; query?: unknown };
  const texts = [queries ?? query]
    .flat()
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  return [...new Set(texts)].slice(0, maxQueries).map((text) => text.slice(0, maxQueryCharacters).toWellFormed());
}

function parsed(given: unknown): unknown {
  try {
    return JSON.parse(String(given));
  } catch {
    return undefined;
  }
}
