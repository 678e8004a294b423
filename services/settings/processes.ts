// Divides the settings of one server among its processes.

import { availableParallelism, totalmem } from 'node:os';
import type { Config } from './config.ts';

/** The largest number that the setting allows. */
const maxReaders = 64;

/** Returns the number of server processes. */
export function processesOf({ server: { processes } }: Config): number {
  return processes === 'auto' ? availableParallelism() : processes;
}

/**
 * Returns the number of files that one server reads at the same time. By default it leaves a core free: without one,
 * requests wait for some milliseconds behind reader processes.
 */
export function readersOf({ workers, memory_mb: memoryMb }: Config['ingestion']): number {
  if (workers !== '') return workers;
  // The limit of the control group, if that is less than the machine has.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const fitting = Math.floor(memory / 4 / (memoryMb * 1024 ** 2));
  return Math.max(1, Math.min(maxReaders, availableParallelism() - 1, fitting));
}

/**
 * Returns the settings of one process: its share of what the processes of a server have together, such as connections
 * of clients. Their supervisor has the search cache. A pool of database connections is each process's own.
 */
export function shareOfProcess(config: Config): Config {
  const count = processesOf(config);
  if (count === 1) return config;
  const share = (total: number): number => Math.ceil(total / count);
  const { server, ingestion, limits } = config;
  // Keeps the object, because the sources of its values are found by it.
  return Object.assign(config, {
    server: {
      ...server,
      max_connections: share(server.max_connections),
      max_connections_per_address: share(server.max_connections_per_address),
    },
    ingestion: { ...ingestion, workers: share(readersOf(ingestion)) },
    limits: { ...limits, max_buffered_bytes: share(limits.max_buffered_bytes) },
  });
}
