// A question to the search threads and its outcome, in a form that can be sent between threads and processes.

import { ServiceError } from '../platform/index.ts';
import type { CacheCounts, SearchHit, SearchRequest } from './collections.ts';
import { MovedError } from './engine.ts';

/** A search, or a request for the counts of the cache. */
export type Question = { kind: 'search'; storeId: string; request: SearchRequest } | { kind: 'counts' };

/** The counts are undefined if no search has used the cache yet. */
export type Outcome = { answer: SearchHit[] | CacheCounts | undefined } | { failure: Failure };

export interface Failure {
  message: string;
  /** The database driver's error code, which tells whether the database is unavailable. */
  code: string | undefined;
  tooLarge: boolean;
  /** The store's chunks are in another engine. */
  moved: boolean;
}

/** Answers questions: the search threads of this process, or those of its supervisor. */
export interface Searcher {
  ask(question: Question): Promise<Outcome>;
  /** Pending questions fail. */
  close(): Promise<void>;
}

/** Returns the hits of a store. Throws `vector_store_too_large` and a MovedError. */
export async function searchIn(searcher: Searcher, storeId: string, request: SearchRequest): Promise<SearchHit[]> {
  return answerOf(await searcher.ask({ kind: 'search', storeId, request })) as SearchHit[];
}

/** Returns the counts of the cache, or undefined if no search has used it yet. */
export async function countsOf(searcher: Searcher): Promise<CacheCounts | undefined> {
  return answerOf(await searcher.ask({ kind: 'counts' })) as CacheCounts | undefined;
}

function answerOf(outcome: Outcome): SearchHit[] | CacheCounts | undefined {
  if ('answer' in outcome) return outcome.answer;
  const { message, code, tooLarge, moved } = outcome.failure;
  if (moved) throw new MovedError(message);
  if (!tooLarge) throw Object.assign(new Error(message), { code });
  const advice =
    'Its operator can give SVC_DATA_DIR/codes more room, raise SVC_COLLECTIONS_CACHE_BYTES, or set SVC_COLLECTIONS_URL.';
  const text = `This store is too large to be searched by this server. ${advice}`;
  throw new ServiceError('vector_store_too_large', text, { cause: message });
}
