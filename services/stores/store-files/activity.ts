// Records when vector stores were last used, in memory, and writes it with one statement a second, as last-used.ts does
// for keys. So a search costs no database write. An expired store stays expired.

import { literal, Op } from 'sequelize';
import { nowSeconds } from '../../../models/clock.ts';
import { VectorStore } from '../../../models/vector-store.ts';
import type { Log } from '../../platform/index.ts';

const intervalMs = 1000;

export class StoreActivity {
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #used = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), intervalMs);
    this.#timer.unref();
  }

  touch(storeId: string): void {
    this.#used.add(storeId);
  }

  /** Writes the recorded uses. Drops them if the write fails, because they are not worth failing a request. */
  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    const ids = [...this.#used];
    this.#used = new Set();
    const now = nowSeconds();
    await VectorStore.update(
      { lastActiveAt: now, expiresAt: literal(`${now} + expires_after_days * 86400`) as unknown as number },
      { where: { id: ids, expiresAt: { [Op.gt]: now } } },
    ).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'could not write the last use of vector stores');
    });
  }

  /** Stops the timer and writes the rest. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
