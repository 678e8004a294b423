// What the running server lends to its handlers.

import { join } from 'node:path';
import { Access } from './access.ts';
import type { Config } from './config.ts';
import { builtInSource } from './embeddings/built-in.ts';
import { Embedders } from './embeddings/index.ts';
import { FileStore } from './files/file-store.ts';
import { createStorage } from './files/storage.ts';
import { registerFileJobs } from './files/sweep.ts';
import { registerHousekeeping } from './housekeeping.ts';
import { registerIngestion } from './ingestion/index.ts';
import { ingestionLimits, readerLimits } from './ingestion/limits.ts';
import { ReaderPool } from './ingestion/pool.ts';
import { LastUsed } from './last-used.ts';
import type { Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { Queue } from './queue/index.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { StoreActivity } from './store-files/activity.ts';
import { registerStoreExpiry } from './vector-stores.ts';
import type { Collections } from './vectors/index.ts';
import { openCollections, registerSweep } from './vectors/open.ts';
import { type AddressPolicy, addressPolicy } from './webhooks/address.ts';

export interface Services {
  config: Config;
  log: Log;
  access: Access;
  lastUsed: LastUsed;
  secrets: Secrets;
  webhookAddresses: AddressPolicy;
  metrics: Metrics;
  queue: Queue;
  files: FileStore;
  readers: ReaderPool;
  storeActivity: StoreActivity;
  embedders: Embedders;
  collections: Collections;
  lifecycle: Lifecycle;
}

/** Where the server is in its life. */
export interface Lifecycle {
  /** It finishes what is in flight, and takes nothing new. */
  stopping: boolean;
}

export function createServices(config: Config, log: Log): Services {
  const lastUsed = new LastUsed(log);
  const queue = new Queue(log);
  const collections = openCollections(config, log);
  registerHousekeeping(queue);
  registerSweep(queue, collections);
  const embedders = new Embedders([builtInSource], config.embeddings.model);
  const storage = createStorage(config);
  const files = new FileStore(storage, log);
  const readers = new ReaderPool(readerLimits(config.ingestion), join(config.data_dir, 'files'));
  registerFileJobs({ queue, collections }, storage);
  registerStoreExpiry({ queue, collections });
  registerIngestion(
    queue,
    { queue, collections, files, readers, embedders, describeImage: undefined },
    ingestionLimits(config.ingestion),
  );
  return {
    config,
    log,
    lastUsed,
    access: new Access(lastUsed, config.worker.token),
    secrets: createSecrets(config.secrets.key, config.data_dir),
    webhookAddresses: addressPolicy(config.webhook.allowed_cidrs),
    metrics: createMetrics(),
    queue,
    files,
    readers,
    storeActivity: new StoreActivity(log),
    embedders,
    collections,
    lifecycle: { stopping: false },
  };
}

/** Begins the work that nobody asks for. */
export async function startServices({ queue }: Services): Promise<void> {
  await queue.start();
}

/** Finishes what services have begun. */
export async function closeServices(services: Services): Promise<void> {
  const { queue, lastUsed, collections, storeActivity, readers } = services;
  await queue.stop();
  await readers.close();
  await storeActivity.close();
  await collections.close();
  await lastUsed.close();
}
