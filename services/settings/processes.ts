// What the settings of one server mean for each of its processes.

import { availableParallelism } from 'node:os';
import type { Config } from './config.ts';

/** The smallest search cache that the setting allows. */
const minCacheBytes = 2 ** 23;

/** Returns the number of server processes. */
export function processesOf({ server: { processes } }: Config): number {
  return processes === 'auto' ? availableParallelism() : processes;
}

/**
 * Returns the settings of one process: its share of what the processes of a server have together, such as the search
 * cache. A pool of database connections is each process's own.
 */
export function shareOfProcess(config: Config): Config {
  const count = processesOf(config);
  if (count === 1) return config;
  const share = (total: number): number => Math.ceil(total / count);
  const { server, collections, ingestion, limits } = config;
  // Keeps the object, because the sources of its values are found by it.
  return Object.assign(config, {
    server: {
      ...server,
      max_connections: share(server.max_connections),
      max_connections_per_address: share(server.max_connections_per_address),
    },
    collections: {
      ...collections,
      cache_bytes: Math.max(minCacheBytes, share(collections.cache_bytes)),
      codes_bytes: share(collections.codes_bytes),
    },
    ingestion: { ...ingestion, workers: share(ingestion.workers) },
    limits: { ...limits, max_buffered_bytes: share(limits.max_buffered_bytes) },
  });
}
