// Manages the search threads from the server's main thread. The threads start with the first search. A store is always
// searched by the same thread, which has it in its cache. If a thread dies, its pending searches fail, and the next
// search starts a new thread.

import { hash } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DatabaseSettings } from '../../models/reader.ts';
import { type Log, ServiceError } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import type { CodesSettings } from './codes-folder.ts';
import type { CacheCounts, SearchHit, SearchRequest } from './collections.ts';
import type { Answer, Message, Question, Reply, ThreadSettings } from './search-thread.ts';

interface Waiting {
  resolve(answer: Answer): void;
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

/** Database connections of one thread; a search uses one at a time. */
const poolSize = 2;

/** Returns the database connections that the search may open in one process. */
export function connectionsOfSearch({ collections: { threads } }: Config): number {
  return threads * poolSize;
}

export class SearchThreads {
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

  /** Returns the hits of a store. Throws `vector_store_too_large`. */
  search(storeId: string, request: SearchRequest): Promise<SearchHit[]> {
    if (this.#closed) throw new Error('The search is closed');
    const index = hash('sha256', storeId, 'buffer').readUInt32LE(0) % this.#threads.length;
    const thread = this.#threads[index] ?? this.#start(index);
    return this.#ask(thread, { kind: 'search', storeId, request }) as Promise<SearchHit[]>;
  }

  /** Returns the counts of the caches of all threads, or undefined if no thread has started. */
  async counts(): Promise<CacheCounts | undefined> {
    const threads = this.#threads.filter((thread) => thread !== undefined);
    const counts = await Promise.all(threads.map((thread) => this.#ask(thread, { kind: 'counts' })));
    return counts.length === 0 ? undefined : (counts as CacheCounts[]).reduce(sumOf);
  }

  #ask(thread: Thread, question: Question): Promise<Answer> {
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

function settle({ waiting }: Thread, reply: Reply): void {
  const { resolve, reject } = waiting.get(reply.id) as Waiting;
  waiting.delete(reply.id);
  if ('answer' in reply) resolve(reply.answer);
  else if (reply.failure.tooLarge) reject(tooLarge(reply.failure.message));
  else reject(Object.assign(new Error(reply.failure.message), { code: reply.failure.code }));
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

function tooLarge(cause: string): ServiceError {
  const advice =
    'Its operator can give SVC_DATA_DIR/codes more room, raise SVC_COLLECTIONS_CACHE_BYTES, or set SVC_COLLECTIONS_URL.';
  const text = `This store is too large to be searched by this server. ${advice}`;
  return new ServiceError('vector_store_too_large', text, { cause });
}
