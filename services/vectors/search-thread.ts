// A search worker thread, with its own database connections and its part of the search cache. So the server's event
// loop never waits for a scan or a load. Started by search-threads.ts.

import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseSettings, openReader } from '../../models/reader.ts';
import type { SearchHit, SearchRequest } from './collections.ts';
import { CollectionTooLargeError, SearchCache } from './search-cache.ts';

export interface ThreadSettings {
  database: DatabaseSettings;
  cacheBytes: number;
}

export interface Question {
  id: number;
  storeId: string;
  request: SearchRequest;
}

export type Reply = { id: number; hits: SearchHit[] } | { id: number; failure: Failure };

/** An error in a form that can be sent between threads. */
export interface Failure {
  message: string;
  /** The database driver's error code, which tells whether the database is unavailable. */
  code: string | undefined;
  tooLarge: boolean;
}

if (parentPort !== null) {
  const port = parentPort;
  const { database, cacheBytes } = workerData as ThreadSettings;
  const cache = new SearchCache(openReader(database), cacheBytes);
  port.on('message', ({ id, storeId, request }: Question) => {
    cache.search(storeId, request).then(
      (hits) => port.postMessage({ id, hits } satisfies Reply),
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
