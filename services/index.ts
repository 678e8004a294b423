// What the running server lends to its handlers.

import { Access } from './access.ts';
import type { Config } from './config.ts';
import { LastUsed } from './last-used.ts';
import type { Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { type AddressPolicy, addressPolicy } from './webhooks/address.ts';

export interface Services {
  config: Config;
  log: Log;
  access: Access;
  lastUsed: LastUsed;
  secrets: Secrets;
  webhookAddresses: AddressPolicy;
  metrics: Metrics;
  lifecycle: Lifecycle;
}

/** Where the server is in its life. */
export interface Lifecycle {
  /** It finishes what is in flight, and takes nothing new. */
  stopping: boolean;
}

export function createServices(config: Config, log: Log): Services {
  const lastUsed = new LastUsed(log);
  return {
    config,
    log,
    lastUsed,
    access: new Access(lastUsed, config.worker.token),
    secrets: createSecrets(config.secrets.key, config.data_dir),
    webhookAddresses: addressPolicy(config.webhook.allowed_cidrs),
    metrics: createMetrics(),
    lifecycle: { stopping: false },
  };
}

/** Finishes what services have begun. */
export async function closeServices({ lastUsed }: Services): Promise<void> {
  await lastUsed.close();
}
