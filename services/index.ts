// What the running server lends to its handlers.

import { Access } from './access.ts';
import type { Config } from './config.ts';
import { builtInSource } from './embeddings/built-in.ts';
import { Embedders } from './embeddings/index.ts';
import { registerHousekeeping } from './housekeeping.ts';
import { LastUsed } from './last-used.ts';
import type { Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { Queue } from './queue/index.ts';
import { createSecrets, type Secrets } from './secrets.ts';
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
  return {
    config,
    log,
    lastUsed,
    access: new Access(lastUsed, config.worker.token),
    secrets: createSecrets(config.secrets.key, config.data_dir),
    webhookAddresses: addressPolicy(config.webhook.allowed_cidrs),
    metrics: createMetrics(),
    queue,
    embedders: new Embedders([builtInSource], config.embeddings.model),
    collections,
    lifecycle: { stopping: false },
  };
}

/** Begins the work that nobody asks for. */
export async function startServices({ queue }: Services): Promise<void> {
  await queue.start();
}

/** Finishes what services have begun. */
export async function closeServices({ queue, lastUsed, collections }: Services): Promise<void> {
  await queue.stop();
  await collections.close();
  await lastUsed.close();
}
