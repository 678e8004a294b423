// Manages the search threads from the main thread of the server or its supervisor. The threads start with the first search. A store is always
// searched by the same thread, which has it in its cache. If a thread dies, its pending searches fail, and the next
// search starts a new thread.

import { hash } from 'node:crypto';
import type { DatabaseSettings } from '../../models/reader.ts';
import { LazyThread } from '../../models/threads.ts';
import type { Log } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import type { CodesSettings } from './codes-folder.ts';
import type { CacheCounts } from './collections.ts';
import type { Outcome, Question, Searcher } from './search-question.ts';
import type { ThreadSettings } from './search-thread.ts';

export interface SearchSettings {
  database: DatabaseSettings;
  /** The cache size of all threads together. */
  cacheBytes: number;
  threads: number;
  /** The maximum bytes of the codes of a store that is searched; undefined: no limit. */
  maxStoreBytes: number | undefined;
  codes: CodesSettings;
}

/**
 * Database connections of one thread, opened as needed. A search uses one at a time, so four answer 2,000 searches a
 * second where the database is 1 ms away.
 */
const poolSize = 4;

/** Returns the database connections that the search may open. */
export function connectionsOfSearch({ collections: { threads } }: Config): number {
  return threads * poolSize;
}

export class SearchThreads implements Searcher {
  readonly #threads: LazyThread<Question, Outcome>[];

  constructor({ database, cacheBytes, threads, maxStoreBytes, codes }: SearchSettings, log: Log) {
    const shares = { database: { ...database, poolSize }, cacheBytes: Math.floor(cacheBytes / threads) };
    const settings: ThreadSettings = { ...shares, maxStoreBytes, codes };
    const died = (error: unknown): void => log.error({ err: error }, 'a search thread died');
    this.#threads = Array.from(
      { length: threads },
      () => new LazyThread(import.meta.url, 'search-thread', settings, died),
    );
  }

  /** A store is searched by its thread. The counts are the sum over all threads. No question keeps the process alive. */
  async ask(question: Question): Promise<Outcome> {
    if (question.kind === 'counts') return { answer: await this.#counts() };
    const index = hash('sha256', question.storeId, 'buffer').readUInt32LE(0) % this.#threads.length;
    return (this.#threads[index] as LazyThread<Question, Outcome>).ask(question, false);
  }

  async #counts(): Promise<CacheCounts | undefined> {
    const threads = this.#threads.filter(({ isRunning }) => isRunning);
    const outcomes = await Promise.all(threads.map((thread) => thread.ask({ kind: 'counts' }, false)));
    const counts = outcomes.flatMap((outcome) => ('answer' in outcome ? [outcome.answer as CacheCounts] : []));
    return counts.length === 0 ? undefined : counts.reduce(sumOf);
  }

  /** Stops the threads. Pending searches fail. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }
}

function sumOf(a: CacheCounts, b: CacheCounts): CacheCounts {
  return {
    bytes: a.bytes + b.bytes,
    stores: a.stores + b.stores,
    largestStoreBytes: Math.max(a.largestStoreBytes, b.largestStoreBytes),
    evictions: a.evictions + b.evictions,
    passes: a.passes + b.passes,
  };
}
