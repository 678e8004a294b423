import type { JobKind, Queue } from './index.ts';

/** Registers a job that one server at a time runs, every `repeatMs`. After a failure it waits as long. */
export function registerPeriodic(
  queue: Pick<Queue, 'register'>,
  kind: Pick<JobKind<null>, 'name' | 'run' | 'hasWork'> & { repeatMs: number },
): void {
  const { repeatMs } = kind;
  queue.register({ concurrency: 1, leaseMs: 60_000, maxAttempts: 1, retryDelayMs: () => repeatMs, ...kind });
}
