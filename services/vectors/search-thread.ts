// A search worker thread, with its own database connections and its part of the search cache. So the server's event
// loop never waits for a scan or a load. Started by search-threads.ts.

import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseSettings, openReader } from '../../models/reader.ts';
import { CodesFolder, type CodesSettings } from './codes-folder.ts';
import type { CacheCounts, SearchHit, SearchRequest } from './collections.ts';
import { CollectionTooLargeError, SearchCache } from './search-cache.ts';

export interface ThreadSettings {
  database: DatabaseSettings;
  cacheBytes: number;
  maxStoreBytes: number | undefined;
  codes: CodesSettings;
}

/** A search, or a request for the counts of the cache. */
export type Question = { kind: 'search'; storeId: string; request: SearchRequest } | { kind: 'counts' };
export type Answer = SearchHit[] | CacheCounts;

export interface Message {
  id: number;
  question: Question;
}

export type Reply = { id: number; answer: Answer } | { id: number; failure: Failure };

/** An error in a form that can be sent between threads. */
export interface Failure {
  message: string;
  /** The database driver's error code, which tells whether the database is unavailable. */
  code: string | undefined;
  tooLarge: boolean;
}

if (parentPort !== null) {
  const port = parentPort;
  const { database, cacheBytes, maxStoreBytes, codes } = workerData as ThreadSettings;
  const limits = { budgetBytes: cacheBytes, ...(maxStoreBytes === undefined ? {} : { maxStoreBytes }) };
  const folder = codes.limitBytes === 0 ? undefined : new CodesFolder(codes);
  const cache = new SearchCache(openReader(database), limits, folder);
  const answer = async (question: Question): Promise<Answer> =>
    question.kind === 'counts' ? cache.counts : cache.search(question.storeId, question.request);
  port.on('message', ({ id, question }: Message) => {
    answer(question).then(
      (answer) => port.postMessage({ id, answer } satisfies Reply),
      (error: unknown) => port.postMessage({ id, failure: failureOf(error) } satisfies Reply),
    );
  });
}

function failureOf(error: unknown): Failure {
  const { message, code } = error as { message?: string; code?: unknown };
  return {
    message: message ?? String(error),
    code: typeof code === 'string' ? code : undefined,
    tooLarge: error instanceof CollectionTooLargeError,
  };
}
