// Checkpoints of the embedded database by a thread of their own. SQLite moves what was written from the log to the database
// file in the statement that makes the log too long, and waits for the disk: on the event loop, some 15 ms each time, many
// times a second while files are ingested. So a thread does it before that, and a statement only where the thread is late.

import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Order } from './checkpoint-thread.ts';
import { endThread } from './threads.ts';

/** A log that is longer is to be moved: as SQLite has it. */
const logBytes = 4 * 1024 * 1024;
const lookMs = 200;

export class Checkpoints {
  readonly #path: string;
  readonly #timer: NodeJS.Timeout;
  #thread: Worker | undefined;
  #busy = false;
  #seenMs = 0;

  /** @param path the database's file. The thread starts when there is something to do for it. */
  constructor(path: string) {
    this.#path = path;
    this.#timer = setInterval(() => void this.#look(), lookMs);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#thread !== undefined) await endThread(this.#thread);
  }

  async #look(): Promise<void> {
    if (this.#busy) return;
    const log = await stat(`${this.#path}-wal`).catch(() => undefined);
    if (log === undefined || log.size < logBytes || log.mtimeMs === this.#seenMs || this.#busy) return;
    this.#seenMs = log.mtimeMs;
    this.#busy = true;
    this.#thread ??= this.#start();
    this.#thread.postMessage('checkpoint' satisfies Order);
  }

  #start(): Worker {
    const thread = new Worker(new URL(`checkpoint-thread${extname(import.meta.url)}`, import.meta.url), {
      workerData: this.#path,
    });
    const idle = (): void => {
      this.#busy = false;
    };
    thread.on('message', idle);
    // Without it, statements do what it did: later, but they do it.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      idle();
      if (this.#thread === thread) this.#thread = undefined;
    });
    thread.unref();
    return thread;
  }
}
