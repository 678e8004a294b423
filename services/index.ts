// What the running server lends to its handlers.

import { Access } from './access.ts';
import { Audit } from './audit/index.ts';
import type { Config } from './config.ts';
import { Configuration } from './configuration.ts';
import { registerHousekeeping } from './housekeeping.ts';
import { LastUsed } from './last-used.ts';
import type { Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { ModelCalls } from './model-calls.ts';
import { ProjectLimits } from './project-limits.ts';
import { Queue } from './queue/index.ts';
import { KeptResponses } from './responses.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { Upstreams } from './upstream/index.ts';
import { UsageRecorder } from './usage/recorder.ts';
import { registerStorageUsage } from './usage/storage.ts';
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
  upstreams: Upstreams;
  modelCalls: ModelCalls;
  limits: ProjectLimits;
  usage: UsageRecorder;
  configuration: Configuration;
  audit: Audit;
  keptResponses: KeptResponses;
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
  registerHousekeeping(queue);
  const metrics = createMetrics();
  const upstreams = new Upstreams(config, log);
  const modelCalls = new ModelCalls();
  const limits = new ProjectLimits(log);
  const usage = new UsageRecorder(log);
  // Limits first: what they refuse is no call.
  for (const watcher of [limits, usage, metrics.modelCalls]) modelCalls.watch(watcher);
  registerStorageUsage(queue);
  const secrets = createSecrets(config.secrets.key, config.data_dir);
  const audit = new Audit(secrets, log);
  audit.register(queue);
  return {
    config,
    log,
    lastUsed,
    access: new Access(lastUsed, config.worker),
    secrets,
    webhookAddresses: addressPolicy(config.webhook.allowed_cidrs),
    metrics,
    queue,
    upstreams,
    modelCalls,
    limits,
    usage,
    configuration: new Configuration(config, secrets, log),
    audit,
    keptResponses: new KeptResponses(log),
    lifecycle: { stopping: false },
  };
}

/** Begins the work that nobody asks for. */
export async function startServices({ queue, upstreams }: Services): Promise<void> {
  upstreams.start();
  await queue.start();
}

/** Finishes what services have begun. */
export async function closeServices(services: Services): Promise<void> {
  const { queue, lastUsed, upstreams, limits, usage, configuration } = services;
  await upstreams.close();
  await queue.stop();
  configuration.close();
  await limits.close();
  await usage.close();
  await lastUsed.close();
}
