// Manages the search threads from the main thread of the server or its supervisor. The threads start with the first search. A store is always
// searched by the same thread, which has it in its cache. If a thread dies, its pending searches fail, and the next
// search starts a new thread.

import { hash } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DatabaseSettings } from '../../models/reader.ts';
import type { Log } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import type { CodesSettings } from './codes-folder.ts';
import type { CacheCounts } from './collections.ts';
import type { Outcome, Question, Searcher } from './search-question.ts';
import type { Message, Reply, ThreadSettings } from './search-thread.ts';

interface Waiting {
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

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
  readonly #settings: ThreadSettings;
  readonly #log: Log;
  readonly #threads: (Thread | undefined)[];
  #questions = 0;
  #closed = false;

  constructor({ database, cacheBytes, threads, maxStoreBytes, codes }: SearchSettings, log: Log) {
    const shares = { database: { ...database, poolSize }, cacheBytes: Math.floor(cacheBytes / threads) };
    this.#settings = { ...shares, maxStoreBytes, codes };
    this.#threads = Array.from({ length: threads }, () => undefined);
    this.#log = log;
  }

  /** A store is searched by its thread. The counts are the sum over all threads. */
  async ask(question: Question): Promise<Outcome> {
    if (this.#closed) throw new Error('The search is closed');
    if (question.kind === 'counts') return { answer: await this.#counts() };
    const index = hash('sha256', question.storeId, 'buffer').readUInt32LE(0) % this.#threads.length;
    return this.#tell(this.#threads[index] ?? this.#start(index), question);
  }

  async #counts(): Promise<CacheCounts | undefined> {
    const threads = this.#threads.filter((thread) => thread !== undefined);
    const outcomes = await Promise.all(threads.map((thread) => this.#tell(thread, { kind: 'counts' })));
    const counts = outcomes.flatMap((outcome) => ('answer' in outcome ? [outcome.answer as CacheCounts] : []));
    return counts.length === 0 ? undefined : counts.reduce(sumOf);
  }

  #tell(thread: Thread, question: Question): Promise<Outcome> {
    const id = ++this.#questions;
    return new Promise((resolve, reject) => {
      thread.waiting.set(id, { resolve, reject });
      thread.worker.postMessage({ id, question } satisfies Message);
    });
  }

  /** Stops the threads. Pending searches fail. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map((thread) => thread?.worker.terminate()));
  }

  #start(index: number): Thread {
    const worker = new Worker(new URL(`search-thread${extname(import.meta.url)}`, import.meta.url), {
      workerData: this.#settings,
    });
    const thread: Thread = { worker, waiting: new Map() };
    this.#threads[index] = thread;
    worker.on('message', (reply: Reply) => settle(thread, reply));
    worker.on('error', (error) => this.#log.error({ err: error }, 'a search thread died'));
    worker.on('exit', () => {
      if (this.#threads[index] === thread) this.#threads[index] = undefined;
      for (const { reject } of thread.waiting.values()) reject(new Error('The search thread ended'));
    });
    // The thread does not keep the process alive.
    worker.unref();
    return thread;
  }
}

function settle({ waiting }: Thread, { id, ...outcome }: Reply): void {
  const { resolve } = waiting.get(id) as Waiting;
  waiting.delete(id);
  resolve(outcome);
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
