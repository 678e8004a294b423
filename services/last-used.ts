// When keys were last used: noted in memory, written behind by one statement a second and kind of key, so that a busy
// key costs no write per request. What a killed process had noted in its last second is lost.

import { Op } from 'sequelize';
import { AdminApiKey } from '../models/admin-api-key.ts';
import { ProjectApiKey } from '../models/project-api-key.ts';
import { nowSeconds } from './clock.ts';
import type { Log } from './log.ts';

const intervalMs = 1000;

export class LastUsed {
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  readonly #used = { organization_key: new Set<string>(), project_key: new Set<string>() };

  constructor(log: Log) {
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), intervalMs);
    this.#timer.unref();
  }

  touch(kind: 'organization_key' | 'project_key', keyId: string): void {
    this.#used[kind].add(keyId);
  }

  /** Writes what was noted. What cannot be written is dropped: it is not worth a request. */
  async flush(): Promise<void> {
    const { organization_key: organizationKeys, project_key: projectKeys } = this.#used;
    const lastUsedAt = nowSeconds();
    try {
      if (organizationKeys.size > 0) {
        const ids = take(organizationKeys);
        await AdminApiKey.update({ lastUsedAt }, { where: { id: { [Op.in]: ids } } });
      }
      if (projectKeys.size > 0) {
        const ids = take(projectKeys);
        await ProjectApiKey.update({ lastUsedAt }, { where: { id: { [Op.in]: ids } } });
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'could not write when keys were last used');
    }
  }

  /** Stops the timer and writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}

function take(ids: Set<string>): string[] {
  const taken = [...ids];
  ids.clear();
  return taken;
}
