// A search worker thread, with its own database connections and its part of the search cache. So the server's event
// loop never waits for a scan or a load. Started by search-threads.ts.

import { isMainThread, workerData } from 'node:worker_threads';
import { type DatabaseSettings, openReader } from '../../models/reader.ts';
import { answerOrders } from '../../models/threads.ts';
import { CodesFolder, type CodesSettings } from './codes-folder.ts';
import { MovedError } from './engine.ts';
import { CollectionTooLargeError, SearchCache } from './search-cache.ts';
import type { Failure, Outcome, Question } from './search-question.ts';

export interface ThreadSettings {
  database: DatabaseSettings;
  cacheBytes: number;
  maxStoreBytes: number | undefined;
  codes: CodesSettings;
}

if (!isMainThread) {
  const { database, cacheBytes, maxStoreBytes, codes } = workerData as ThreadSettings;
  const limits = { budgetBytes: cacheBytes, ...(maxStoreBytes === undefined ? {} : { maxStoreBytes }) };
  const folder = codes.limitBytes === 0 ? undefined : new CodesFolder(codes);
  const cache = new SearchCache(openReader(database), limits, folder);
  const answer = async (question: Question): Promise<Outcome> => ({
    answer: question.kind === 'counts' ? cache.counts : await cache.search(question.storeId, question.request),
  });
  answerOrders((question: Question) => answer(question).catch((error: unknown) => ({ failure: failureOf(error) })));
}

function failureOf(error: unknown): Failure {
  const { message, code } = error as { message?: string; code?: unknown };
  return {
    message: message ?? String(error),
    code: typeof code === 'string' ? code : undefined,
    tooLarge: error instanceof CollectionTooLargeError,
    moved: error instanceof MovedError,
  };
}
