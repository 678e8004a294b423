// Runs the checkpoints of the embedded database in a thread. Otherwise SQLite runs a checkpoint in the statement that
// makes the log too long, and waits for the disk. On the event loop that takes about 15 ms, many times a second during
// an ingestion. So the thread runs checkpoints earlier, and a statement runs one only if the thread is late.

import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Order } from './checkpoint-thread.ts';
import { endThread } from './threads.ts';

/** The log size that triggers a checkpoint; the same as SQLite's default. */
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
    // If the thread fails, statements run the checkpoints, with a longer log.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      idle();
      if (this.#thread === thread) this.#thread = undefined;
    });
    thread.unref();
    return thread;
  }
}
