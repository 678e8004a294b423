// Registers the job kinds of webhook deliveries with the services that they need.

import { nowSeconds } from '../../models/clock.ts';
import { Installation } from '../../models/installation.ts';
import { Job } from '../../models/job.ts';
import { WebhookDelivery } from '../../models/webhook-delivery.ts';
import {
  type JobContext,
  type JobKind,
  LeaseLostError,
  type Log,
  type Metrics,
  type Outbound,
  type Queue,
} from '../platform/index.ts';
import type { Config, Secrets } from '../settings/index.ts';
import type { AddressPolicy } from './address.ts';
import { type DeliveryServices, deliver } from './deliver.ts';
import { DeliveryStore } from './delivery-store.ts';
import type { OnDisabled } from './health.ts';
import * as kinds from './job-kinds.ts';
import { Relay } from './relay.ts';
import { createSchedule } from './schedule.ts';
import { cachedDecryption } from './secret.ts';

const leaseMs = 30_000;
/** The number of workers in a row that may die during the same delivery. */
const maxDeaths = 20;

export interface WebhookServices {
  config: Config;
  log: Log;
  metrics: Metrics;
  queue: Queue;
  secrets: Secrets;
  webhookAddresses: AddressPolicy;
  /** Creates the sender of deliveries. */
  createSender: (settings: ConstructorParameters<typeof Outbound>[0]) => WebhookSender;
}

/** Sends deliveries to the receivers. */
export type WebhookSender = Pick<Outbound, 'post' | 'close'>;

/** The webhook deliveries of this server. */
export interface Webhooks {
  /** Undefined if no broker is configured. */
  relay: Relay | undefined;
  close(): Promise<void>;
}

/** Registers the job kinds. Calls `onDisabled` for each webhook that is disabled. */
export function createWebhooks(services: WebhookServices, onDisabled: OnDisabled): Webhooks {
  const { config, log, metrics, queue, secrets, webhookAddresses: policy } = services;
  const { webhook } = config;
  const outbound = services.createSender({
    policy,
    names: policy.names,
    caFile: webhook.ca_file,
    proxyUrl: webhook.proxy_url,
    timeoutMs: webhook.timeout_seconds * 1000,
  });
  const relay = config.broker.enabled ? new Relay(Installation.currentId, config, metrics, log) : undefined;
  const store = new DeliveryStore(onDisabled);
  const deliveryServices: DeliveryServices = {
    store,
    outbound,
    secrets: cachedDecryption(secrets),
    schedule: createSchedule(config),
    metrics,
    relay,
  };
  for (const name of kinds.all) queue.register(kindOf(name, config, deliveryServices));
  metrics.webhookQueueAge(() => Job.overdueMs(kinds.all));
  return {
    relay,
    async close() {
      await relay?.close();
      await outbound.close();
    },
  };
}

/** Publishes a delivery to the broker. Its job waits before the id is published: see relay.ts. */
async function announce(deliveryId: string, context: JobContext, { store, relay }: DeliveryServices): Promise<void> {
  if (relay === undefined) return;
  const counts = await store.move(context.held, { kind: kinds.brokered, delayMs: relay.patienceMs });
  if (!counts) throw new LeaseLostError(`Another worker holds the job of ${deliveryId}`);
  context.settled();
  await relay.announce(deliveryId);
}

function kindOf(name: string, { webhook }: Config, services: DeliveryServices): JobKind<string> {
  const announces = name === kinds.announcement && services.relay !== undefined;
  return {
    name,
    concurrency: webhook.concurrency,
    // An announcement goes to the broker, which has no lanes.
    ...(announces ? {} : { perLane: webhook.concurrency_per_endpoint }),
    leaseMs,
    maxAttempts: maxDeaths,
    retryDelayMs: () => 1000,
    run: (deliveryId, context) =>
      announces ? announce(deliveryId, context, services) : deliver(deliveryId, context, services),
    giveUp: (deliveryId, _reason, tx) => WebhookDelivery.giveUp(deliveryId, nowSeconds(), tx),
  };
}
