// RabbitMQ, and the only importer of its client. It carries short texts that say what may go on now; what they are about
// is in the database. So a broker that is away, slow or has lost its disk delays, and loses nothing, and nobody waits
// for it: it is connected to in the background, again and again.
//
// Queues are quorum queues. A text is published with `mandatory`, since a broker confirms what it could hand to no
// queue, and counts only when it is confirmed; under an alarm confirms do not come at all, hence the time-out.

import { setImmediate } from 'node:timers/promises';
import type { Connection, Publisher, ReturnedMessage } from 'rabbitmq-client';
import { lazyRequire } from './lazy-require.ts';
import type { Log } from './log.ts';

const rabbitmq = lazyRequire<typeof import('rabbitmq-client')>('rabbitmq-client');

const confirmTimeoutMs = 5000;
const closeTimeoutMs = 2000;
const prefetch = 200;
/** How often a text may come back from a consumer that died, before it is parked. */
const deliveryLimit = 20;
const maxCharacters = 256;

/** A queue that waits: what is put into it comes out into `to` after the delay. */
export interface DelayQueue {
  name: string;
  delayMs: number;
  to: string;
}

export interface Topology {
  /** Queues that are consumed. What their consumer cannot make sense of goes to `parked`. */
  queues: string[];
  delays: DelayQueue[];
  parked: string;
}

export interface BrokerMetrics {
  /** A text was confirmed after this long, or (undefined) was not. */
  brokerConfirm(durationMs: number | undefined): void;
}

/** Does what a text says. False: it makes no sense. */
export type Consumer = (text: string) => Promise<boolean>;

export class Broker {
  readonly #connection: Connection;
  readonly #publisher: Publisher;
  readonly #metrics: BrokerMetrics;
  readonly #log: Log;
  readonly #declarations: Map<string, QueueDeclaration>;
  readonly #consumers: { close(): Promise<void> }[] = [];
  readonly #returned = new Set<string>();
  #nextMessage = 0;

  /** Begins to connect. */
  constructor(url: string, topology: Topology, metrics: BrokerMetrics, log: Log) {
    this.#metrics = metrics;
    this.#log = log;
    this.#declarations = new Map(declarations(topology).map((one) => [one.queue, one]));
    this.#connection = new (rabbitmq().Connection)({
      url,
      connectionName: 'svc',
      retryLow: 500,
      retryHigh: 5000,
      heartbeat: 10,
    });
    // An `error` that nobody hears would end the process.
    this.#connection.on('error', (error: unknown) => log.warn({ err: error }, 'the broker is away'));
    this.#connection.on('connection', () => log.info('the broker is there'));
    this.#publisher = this.#connection.createPublisher({
      confirm: true,
      maxAttempts: 1,
      queues: [...this.#declarations.values()],
    });
    this.#publisher.on('basic.return', ({ messageId, routingKey }: ReturnedMessage) => {
      this.#returned.add(messageId ?? '');
      this.#declareAgain(routingKey);
    });
  }

  /** Puts a text into a queue. False: the broker has not confirmed that it has it. Never rejects. */
  async publish(queue: string, text: string): Promise<boolean> {
    // Under an alarm it is not ready either: what is written then would pile up in memory.
    if (!this.#connection.ready) return false;
    const startedAt = performance.now();
    const confirmed = await this.#send(queue, text).catch((error: unknown) => {
      this.#log.warn({ err: error, queue }, 'the broker has not taken a message');
      return false;
    });
    this.#metrics.brokerConfirm(confirmed ? performance.now() - startedAt : undefined);
    return confirmed;
  }

  /** Hands every text of the queue to the consumer, until `close`. What it throws brings the text again. */
  consume(queue: string, consumer: Consumer): void {
    const { queue: name, ...queueOptions } = this.#declarations.get(queue) as QueueDeclaration;
    // The options are the full declaration: left out, the client would declare the queue anew, as one that is not kept.
    const consuming = this.#connection.createConsumer(
      { queue: name, queueOptions, qos: { prefetchCount: prefetch }, requeue: true },
      async (message) => {
        const text = message.body instanceof Buffer ? message.body.toString('utf8') : String(message.body);
        return (await consumer(text.slice(0, maxCharacters)))
          ? rabbitmq().ConsumerStatus.ACK
          : rabbitmq().ConsumerStatus.DROP;
      },
    );
    consuming.on('error', (error: unknown) => this.#log.warn({ err: error, queue }, 'could not consume'));
    this.#consumers.push(consuming);
  }

  /** Whether the broker is connected and takes messages. */
  answers(): boolean {
    return this.#connection.ready;
  }

  /** Stops consuming, waits a little for what is under way, and disconnects. */
  async close(): Promise<void> {
    const graceful = async (): Promise<void> => {
      await Promise.all(this.#consumers.map((consumer) => consumer.close()));
      await this.#publisher.close();
      await this.#connection.close();
    };
    if (this.#connection.ready) await withTimeout(graceful(), closeTimeoutMs).catch(() => undefined);
    this.#connection.unsafeDestroy();
  }

  async #send(queue: string, text: string): Promise<boolean> {
    this.#nextMessage += 1;
    const messageId = String(this.#nextMessage);
    const envelope = { routingKey: queue, mandatory: true, durable: true, messageId };
    await withTimeout(this.#publisher.send(envelope, Buffer.from(text)), confirmTimeoutMs);
    // A returned message is confirmed as well. The return comes first, but the client tells of it a moment later.
    await setImmediate();
    return !this.#returned.delete(messageId);
  }

  /** Somebody has deleted the queue under us. */
  #declareAgain(queue: string): void {
    const declaration = this.#declarations.get(queue);
    if (declaration === undefined) return;
    this.#connection
      .queueDeclare(declaration)
      .catch((error: unknown) => this.#log.warn({ err: error, queue }, 'could not declare a queue'));
  }
}

interface QueueDeclaration {
  queue: string;
  durable: true;
  arguments: Record<string, string | number>;
}

function declarations({ queues, delays, parked }: Topology): QueueDeclaration[] {
  return [
    quorum(parked, {}),
    ...queues.map((queue) =>
      quorum(queue, {
        'x-delivery-limit': deliveryLimit,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': parked,
      }),
    ),
    // One queue for each delay: a queue gives its messages out in order, so a long delay would hold up a short one.
    ...delays.map(({ name, delayMs, to }) =>
      quorum(name, {
        'x-message-ttl': delayMs,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': to,
        'x-dead-letter-strategy': 'at-least-once',
        'x-overflow': 'reject-publish',
      }),
    ),
  ];
}

function quorum(queue: string, rest: Record<string, string | number>): QueueDeclaration {
  return { queue, durable: true, arguments: { 'x-queue-type': 'quorum', ...rest } };
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The broker has not answered within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
