// Objects are removed by jobs that the transaction adds which removes their rows: a removal that fails is tried again.

import type { Queue } from '../platform/index.ts';
import type { Storage } from './storage.ts';

interface Removal {
  key: string;
}

/** The kind of job that removes an object. */
export const removeObject = { name: 'remove-object' };

export function registerRemoval(queue: Queue, storage: Storage): void {
  queue.register<Removal>({
    name: removeObject.name,
    concurrency: 4,
    leaseMs: 60_000,
    maxAttempts: 20,
    retryDelayMs: (attempt) => Math.min(1000 * 2 ** attempt, 600_000),
    run: ({ key }) => storage.remove(key),
  });
}
