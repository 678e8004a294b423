// Runs the checkpoints of the embedded database in a thread, which also gives the space of deleted rows back to the
// disk. Without the thread, SQLite runs a checkpoint in the statement that makes the log too long, and waits for the
// disk. On the event loop a checkpoint takes about 15 ms, many times a second during an ingestion. The thread runs
// checkpoints earlier, so a statement runs a checkpoint only if the thread is late.

import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { LazyThread } from '../threads.ts';
import type { Done, Order } from './checkpoint-thread.ts';

/** The log size that triggers a checkpoint; the same as SQLite's default. */
const logBytes = 4 * 1024 * 1024;
const lookMs = 200;
/** The pause between two `shrink` orders in milliseconds, so that other writers get a turn. */
const pauseMs = 20;

export class Checkpoints {
  readonly #path: string;
  readonly #thread: LazyThread<Order, Done>;
  readonly #timer: NodeJS.Timeout;
  #busy = false;
  #seenMs = 0;

  /** @param path the database's file. The thread starts when there is something to do for it. */
  constructor(path: string) {
    this.#path = path;
    this.#thread = new LazyThread(import.meta.url, 'checkpoint-thread', path);
    this.#timer = setInterval(() => void this.#look(), lookMs);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#thread.close();
  }

  /**
   * Gives the space of deleted rows back to the disk, 1 MiB a step, until a tenth of the file is free. An abort, or a
   * writer that is busy for longer than a second, ends it earlier.
   */
  async releaseSpace(signal?: AbortSignal): Promise<void> {
    while (signal?.aborted !== true) {
      if (!this.#busy && (await this.#order('shrink')) === 'shrunk') return;
      await wait(pauseMs);
    }
  }

  /** Gives up to 1 MiB of the space of deleted rows back to the disk now. Returns false if there is none. */
  async releaseStep(): Promise<boolean> {
    if ((await this.#order('empty')) === 'shrunk') return false;
    // The file becomes shorter when the log is copied.
    await this.#order('checkpoint');
    return true;
  }

  async #look(): Promise<void> {
    if (this.#busy) return;
    const log = await stat(`${this.#path}-wal`).catch(() => undefined);
    if (log === undefined || log.size < logBytes || log.mtimeMs === this.#seenMs || this.#busy) return;
    this.#seenMs = log.mtimeMs;
    // Nobody waits for this checkpoint, so it does not keep the process alive.
    await this.#order('checkpoint', false);
  }

  /** Resolves when the thread has finished its order, or has failed. */
  async #order(order: Order, keepsAlive = true): Promise<Done> {
    this.#busy = true;
    try {
      return await this.#thread.ask(order, keepsAlive);
    } catch {
      // If the thread fails, statements run the checkpoints, with a longer log.
      return 'shrunk';
    } finally {
      this.#busy = false;
    }
  }
}
