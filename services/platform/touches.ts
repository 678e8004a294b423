import type { Log } from './log.ts';

const intervalMs = 1000;

/**
 * Records that rows were used, in memory, and writes it with one statement a second, so that a use costs no write of its
 * own. The kinds take turns. A killed process loses what it has not written.
 */
export class Touches<Kind extends string> {
  readonly #writers: Record<Kind, (ids: string[]) => Promise<unknown>>;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  /** The ids of used rows. The kind that was written longest ago is the first. */
  readonly #used = new Map<Kind, Set<string>>();

  /** @param writers write the uses of each kind, with one statement. */
  constructor(writers: Record<Kind, (ids: string[]) => Promise<unknown>>, log: Log) {
    this.#writers = writers;
    this.#log = log;
    this.#timer = setInterval(() => void this.#writeNext(), intervalMs);
    this.#timer.unref();
  }

  touch(kind: Kind, id: string): void {
    const ids = this.#used.get(kind);
    if (ids === undefined) this.#used.set(kind, new Set([id]));
    else ids.add(id);
  }

  /** Writes all recorded uses. */
  async flush(): Promise<void> {
    while (this.#used.size > 0) await this.#writeNext();
  }

  /** Drops uses that cannot be written, because they are not worth failing a request. */
  async #writeNext(): Promise<void> {
    const [next] = this.#used;
    if (next === undefined) return;
    const [kind, ids] = next;
    this.#used.delete(kind);
    await this.#writers[kind]([...ids]).catch((error: unknown) => {
      this.#log.warn({ err: error }, `could not write the last use: ${kind}`);
    });
  }

  /** Stops the timer and writes the rest. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
