// When vector stores were last used, written behind by one statement a second, like the last use of keys: a search costs
// no write. A store that has expired stays expired.

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

  /** Writes what was noted. What cannot be written is dropped: it is not worth a request. */
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

  /** Stops the timer and writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
