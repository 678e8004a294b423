// Sends deliveries through the broker: the first attempt through a durable queue, and each retry through a dead-letter
// queue for its delay. Messages contain only the delivery's id and mean "continue now". The job stays in the database
// all the time.
//
// So a message may come twice, early or never. A job that waits for a message becomes due `patienceMs` after the
// message should have come. The job is set to wait before its id is published, because a fast broker could otherwise
// deliver the message before the job waits.

import { isId } from '../../models/ids.ts';
import { Job } from '../../models/job.ts';
import { Broker, type BrokerMetrics, type Log, Microbatcher, type Topology } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import * as kinds from './job-kinds.ts';

/** The queue names. They contain the installation's id, because installations may share a virtual host. */
export interface QueueNames {
  deliver: string;
  deadLetters: string;
  parked: string;
  /** Returns the queue whose messages are dead-lettered after the delay. */
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

/**
 * The broker's delays are slightly shorter than those of the schedule, because the job's own due time with its jitter
 * decides.
 */
const delayShare = 0.9;

type Destination = typeof kinds.delivery | typeof kinds.retry;

export class Relay {
  readonly #broker: Broker;
  readonly queues: QueueNames;
  readonly #delaysMs: number[];
  readonly #wakings = new Map<Destination, Microbatcher<string, true>>();
  /**
   * The number of milliseconds after which a job continues without its message, counted from when the message is due.
   */
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

  /** Starts to consume messages. Calls `onWoken` when there are due jobs. */
  start(onWoken: () => void): void {
    this.#onWoken = onWoken;
    this.#broker.consume(this.queues.deliver, (id) => this.#arrived(id, kinds.delivery));
    this.#broker.consume(this.queues.deadLetters, (id) => this.#arrived(id, kinds.retry));
  }

  /**
   * Publishes the id of a delivery whose job waits as `brokered`. If the broker does not accept it, makes the job due.
   */
  async announce(deliveryId: string): Promise<void> {
    if (await this.#broker.publish(this.queues.deliver, deliveryId)) return;
    await this.#wake(deliveryId, kinds.delivery);
  }

  /**
   * Publishes the id of a delivery so that it comes back after the delay. If the broker does not accept it, makes the
   * job due.
   */
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
