// What the running server lends to its handlers.

import { Access } from './access.ts';
import type { Config } from './config.ts';
import { registerHousekeeping } from './housekeeping.ts';
import { LastUsed } from './last-used.ts';
import type { Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { Queue } from './queue/index.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { type AddressPolicy, addressPolicy } from './webhooks/address.ts';
import { createWebhooks, type Webhooks } from './webhooks/index.ts';

export interface Services {
  config: Config;
  log: Log;
  access: Access;
  lastUsed: LastUsed;
  secrets: Secrets;
  webhookAddresses: AddressPolicy;
  webhooks: Webhooks;
  metrics: Metrics;
  queue: Queue;
  lifecycle: Lifecycle;
}

/** Where the server is in its life. */
export interface Lifecycle {
  /** It finishes what is in flight, and takes nothing new. */
  stopping: boolean;
}

export function createServices(config: Config, log: Log): Services {
  const lastUsed = new LastUsed(log);
  const metrics = createMetrics();
  const queue = new Queue(log, metrics);
  const secrets = createSecrets(config.secrets.key, config.data_dir);
  const webhookAddresses = addressPolicy(config.webhook.allowed_cidrs, config.webhook.resolver);
  registerHousekeeping(queue, config);
  return {
    config,
    log,
    lastUsed,
    access: new Access(lastUsed, config.worker.token),
    secrets,
    webhookAddresses,
    webhooks: createWebhooks({ config, log, metrics, queue, secrets, webhookAddresses }, async (projectId) => {
      log.warn({ project: projectId }, 'a webhook was switched off: nothing had succeeded for five days');
    }),
    metrics,
    queue,
    lifecycle: { stopping: false },
  };
}

/** Begins the work that nobody asks for, where this server is to do any. */
export async function startServices(services: Services): Promise<void> {
  if (services.config.workers.enabled) await startWork(services);
}

/** Begins the work that nobody asks for. */
export async function startWork({ queue, webhooks }: Services): Promise<void> {
  await queue.start();
  webhooks.relay?.start(() => queue.kick());
}

/** Finishes what services have begun. */
export async function closeServices({ queue, webhooks, lastUsed }: Services): Promise<void> {
  await queue.stop();
  await webhooks.close();
  await lastUsed.close();
}
