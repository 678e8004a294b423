// Opens the configured search engine, and registers its periodic sweep.

import { database as openedDatabase } from '../../models/connection.ts';
import type { Log, Queue } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import type { Collections } from './collections.ts';
import { postgresCollections } from './postgres.ts';
import { relationalCollections } from './relational.ts';

const sweepMs = 10 * 60_000;

/** Opens the engine that the settings select. The relational database must be open. */
export function openCollections(config: Config, log: Log): Collections {
  const { url, pool: poolSize, cache_bytes: cacheBytes, threads } = config.collections;
  const database = {
    url: config.database.url,
    dataDir: config.data_dir,
    poolSize: config.database.pool,
    timeoutMs: config.database.timeout_seconds * 1000,
  };
  if (url !== '') return postgresCollections({ url, poolSize }, openedDatabase().reader, log);
  return relationalCollections({ database, cacheBytes, threads }, log);
}

/** Registers the sweep, which runs on one server at a time. */
export function registerSweep(queue: Queue, collections: Collections): void {
  queue.register({
    name: 'collections-sweep',
    concurrency: 1,
    leaseMs: 60_000,
    maxAttempts: 1,
    retryDelayMs: () => sweepMs,
    repeatMs: sweepMs,
    run: () => collections.sweep(),
  });
}
