// Inserts rows in bulk into the embedded database, in a thread. On the event loop, the chunks of files under ingestion
// would take a third of the time, and block it for some milliseconds in each transaction.

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { translate } from './sqlite.ts';
import { endThread } from './threads.ts';
import type { FromWriter, Insert, ToWriter } from './writer-thread.ts';

export class Writer {
  readonly #path: string;
  readonly #waiting = new Map<number, { resolve(): void; reject(error: Error): void }>();
  #thread: Worker | undefined;
  #last = 0;
  #closing = false;

  /** @param path the database's file. The thread starts with the first rows. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Inserts all of the rows, or none. Throws the driver's error under the name that Sequelize uses. */
  insert(inserts: Insert[]): Promise<void> {
    this.#thread ??= this.#start();
    // Keeps the process alive while a caller waits for the rows.
    this.#thread.ref();
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#thread?.postMessage({ id, inserts } satisfies ToWriter);
    });
  }

  /** Inserts the remaining rows, and ends the thread. */
  async close(): Promise<void> {
    if (this.#thread === undefined) return;
    this.#closing = true;
    await endThread(this.#thread);
  }

  #start(): Worker {
    const thread = new Worker(new URL(`writer-thread${extname(import.meta.url)}`, import.meta.url), {
      workerData: this.#path,
    });
    let reason: Error | undefined;
    thread.on('message', ({ id, error }: FromWriter) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0 && !this.#closing) thread.unref();
      if (error === undefined) waiting?.resolve();
      else waiting?.reject(translate(Object.assign(new Error(error.message), { errcode: error.errcode })));
    });
    thread.on('error', (error) => {
      reason = error;
    });
    // The next insert starts a new thread.
    thread.once('exit', () => {
      this.#thread = undefined;
      this.#closing = false;
      for (const { reject } of this.#waiting.values()) reject(reason ?? new Error('The writer thread has ended'));
      this.#waiting.clear();
    });
    thread.unref();
    return thread;
  }
}
