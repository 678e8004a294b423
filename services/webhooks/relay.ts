// Deliveries by way of the broker: from the start through a durable queue, and after each failure through the queues of
// its dead letters, one for each delay, to the retry worker. What travels is the delivery's id; the job is in the
// database all the while, and the id says no more than: go on now.
//
// So a message may come twice, early, or never. A job that waits for one is due by itself `patienceMs` after it should
// have come. The job is set to wait before its id is published, never after: a fast broker would bring it too soon.

import { isId } from '../../models/ids.ts';
import { Job } from '../../models/job.ts';
import { Broker, type BrokerMetrics, type Log, Microbatcher, type Topology } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import * as kinds from './job-kinds.ts';

/** The names of the queues. They carry the id of the installation: several may share a virtual host. */
export interface QueueNames {
  deliver: string;
  deadLetters: string;
  parked: string;
  /** What is put into it comes back after the delay. */
  retry(delayMs: number): string;
}

export function queueNames(installationId: string): QueueNames {
  const named = (name: string): string => `webhooks.${name}.${installationId}`;
  return {
    deliver: named('deliver'),
    deadLetters: named('deadletter'),
    parked: named('parked'),
    retry: (delayMs) => named(`retry.${delayMs}`),
  };
}

/** A little less than the schedule's shortest: the job's own time, which is spread, has the last word. */
const delayShare = 0.9;

type Destination = typeof kinds.delivery | typeof kinds.retry;

export class Relay {
  readonly #broker: Broker;
  readonly queues: QueueNames;
  readonly #delaysMs: number[];
  readonly #wakings = new Map<Destination, Microbatcher<string, true>>();
  /** How long after a message should have come its job goes on without it. */
  readonly patienceMs: number;
  #onWoken: () => void = () => undefined;

  constructor(
    installationId: string,
    { broker, webhook }: Pick<Config, 'broker' | 'webhook'>,
    metrics: BrokerMetrics,
    log: Log,
  ) {
    this.queues = queueNames(installationId);
    this.patienceMs = broker.patience_seconds * 1000;
    this.#delaysMs = [...new Set(webhook.retry_schedule_broker)]
      .sort((a, b) => a - b)
      .map((seconds) => Math.round(seconds * 1000 * delayShare));
    this.#broker = new Broker(broker.url, topology(this.queues, this.#delaysMs), metrics, log);
    for (const to of [kinds.delivery, kinds.retry] as const) {
      this.#wakings.set(to, new Microbatcher((ids) => this.#wakeAll(ids, to)));
    }
  }

  /** Begins to take what the broker brings. `onWoken` is called when there are jobs to do. */
  start(onWoken: () => void): void {
    this.#onWoken = onWoken;
    this.#broker.consume(this.queues.deliver, (id) => this.#arrived(id, kinds.delivery));
    this.#broker.consume(this.queues.deadLetters, (id) => this.#arrived(id, kinds.retry));
  }

  /** Sends the id of a delivery whose job waits as `brokered`. Where the broker does not take it, the job goes on. */
  async announce(deliveryId: string): Promise<void> {
    if (await this.#broker.publish(this.queues.deliver, deliveryId)) return;
    await this.#wake(deliveryId, kinds.delivery);
  }

  /** The same for an id that is to come back after the delay. */
  async retryLater(deliveryId: string, delayMs: number): Promise<void> {
    const waitMs = this.#delaysMs.findLast((candidate) => candidate <= delayMs) ?? this.#delaysMs[0];
    if (waitMs !== undefined && (await this.#broker.publish(this.queues.retry(waitMs), deliveryId))) return;
    await this.#wake(deliveryId, kinds.retry);
  }

  answers(): boolean {
    return this.#broker.answers();
  }

  close(): Promise<void> {
    return this.#broker.close();
  }

  async #arrived(id: string, to: Destination): Promise<boolean> {
    if (!isId('webhook-delivery', id)) return false;
    await this.#wake(id, to);
    return true;
  }

  async #wake(deliveryId: string, to: Destination): Promise<void> {
    await (this.#wakings.get(to) as Microbatcher<string, true>).add(deliveryId);
  }

  async #wakeAll(ids: string[], to: Destination): Promise<true[]> {
    await Job.wake(ids, kinds.brokered, to, this.patienceMs);
    this.#onWoken();
    return ids.map(() => true);
  }
}

function topology(queues: QueueNames, delaysMs: number[]): Topology {
  return {
    queues: [queues.deliver, queues.deadLetters],
    parked: queues.parked,
    delays: delaysMs.map((delayMs) => ({ name: queues.retry(delayMs), delayMs, to: queues.deadLetters })),
  };
}
