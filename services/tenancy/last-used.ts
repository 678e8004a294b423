// Records the last use of keys, write-behind: at most one statement a second (two after a rotation), so that a busy key costs no write per
// request. The two kinds of key take turns, so values are at most two seconds old. A killed process loses what it has
// not written.

import { Op } from 'sequelize';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { nowSeconds } from '../../models/clock.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import type { Log } from '../platform/index.ts';

const intervalMs = 1000;

type KeyKind = 'organization_key' | 'project_key';

/** The ids of used keys, by the attribute that tells of the value's last use. */
type Uses = Record<'lastUsedAt' | 'previousLastUsedAt', Set<string>>;

const newUses = (): Uses => ({ lastUsedAt: new Set(), previousLastUsedAt: new Set() });

export class LastUsed {
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  readonly #used = { organization_key: newUses(), project_key: newUses() };
  #next: KeyKind = 'organization_key';

  constructor(log: Log) {
    this.#log = log;
    this.#timer = setInterval(() => void this.#writeNext(), intervalMs);
    this.#timer.unref();
  }

  /** @param isPrevious true for the value before the key's rotation. */
  touch(kind: KeyKind, keyId: string, isPrevious: boolean): void {
    this.#used[kind][isPrevious ? 'previousLastUsedAt' : 'lastUsedAt'].add(keyId);
  }

  /** Writes all pending values. */
  async flush(): Promise<void> {
    await this.#write('organization_key');
    await this.#write('project_key');
  }

  /** Writes the kind whose turn it is, or the other kind if that has nothing to write. */
  #writeNext(): Promise<void> {
    const { lastUsedAt, previousLastUsedAt } = this.#used[this.#next];
    const kind = lastUsedAt.size + previousLastUsedAt.size > 0 ? this.#next : otherKind(this.#next);
    this.#next = otherKind(kind);
    return this.#write(kind);
  }

  /** Drops values that cannot be written: they are not worth failing a request. */
  async #write(kind: KeyKind): Promise<void> {
    const used = this.#used[kind];
    this.#used[kind] = newUses();
    for (const attribute of ['lastUsedAt', 'previousLastUsedAt'] as const) {
      if (used[attribute].size === 0) continue;
      const change = { [attribute]: nowSeconds() };
      const where = { id: { [Op.in]: [...used[attribute]] } };
      try {
        if (kind === 'organization_key') await AdminApiKey.update(change, { where });
        else await ProjectApiKey.update(change, { where });
      } catch (error) {
        this.#log.warn({ err: error }, 'could not write the last use of keys');
      }
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
