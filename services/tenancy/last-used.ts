// Records the last use of keys, write-behind: at most one statement a second, so that a busy key costs no write per
// request. The two kinds of key take turns, so values are at most two seconds old. A killed process loses what it has
// not written.

import { Op } from 'sequelize';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { nowSeconds } from '../../models/clock.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import type { Log } from '../platform/index.ts';

const intervalMs = 1000;

type KeyKind = 'organization_key' | 'project_key';

export class LastUsed {
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  readonly #used = { organization_key: new Set<string>(), project_key: new Set<string>() };
  #next: KeyKind = 'organization_key';

  constructor(log: Log) {
    this.#log = log;
    this.#timer = setInterval(() => void this.#writeNext(), intervalMs);
    this.#timer.unref();
  }

  touch(kind: KeyKind, keyId: string): void {
    this.#used[kind].add(keyId);
  }

  /** Writes all pending values. */
  async flush(): Promise<void> {
    await this.#write('organization_key');
    await this.#write('project_key');
  }

  /** Writes the kind whose turn it is, or the other kind if that has nothing to write. */
  #writeNext(): Promise<void> {
    const kind = this.#used[this.#next].size > 0 ? this.#next : otherKind(this.#next);
    this.#next = otherKind(kind);
    return this.#write(kind);
  }

  /** Drops values that cannot be written: they are not worth failing a request. */
  async #write(kind: KeyKind): Promise<void> {
    const ids = [...this.#used[kind]];
    this.#used[kind].clear();
    if (ids.length === 0) return;
    const change = { lastUsedAt: nowSeconds() };
    const where = { id: { [Op.in]: ids } };
    try {
      if (kind === 'organization_key') await AdminApiKey.update(change, { where });
      else await ProjectApiKey.update(change, { where });
    } catch (error) {
      this.#log.warn({ err: error }, 'could not write the last use of keys');
    }
  }

  /** Stops the timer and writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}

function otherKind(kind: KeyKind): KeyKind {
  return kind === 'organization_key' ? 'project_key' : 'organization_key';
}
