// Removes objects by jobs. The transaction that deletes the row adds the job, so a failed removal is retried.

import { objectsHeldMs } from '../../models/backup-lease.ts';
import { Postpone, type Queue } from '../platform/index.ts';
import type { Storage } from './storage.ts';

interface Removal {
  key: string;
}

/** The job kind that removes an object. */
export const removeObject = { name: 'remove-object' };

export function registerRemoval(queue: Queue, storage: Storage): void {
  queue.register<Removal>({
    name: removeObject.name,
    concurrency: 4,
    leaseMs: 60_000,
    maxAttempts: 20,
    retryDelayMs: (attempt) => Math.min(1000 * 2 ** attempt, 600_000),
    async run({ key }) {
      const heldMs = await objectsHeldMs();
      if (heldMs > 0) throw new Postpone(heldMs, 'a backup is copying the objects');
      await storage.remove(key);
    },
  });
}
