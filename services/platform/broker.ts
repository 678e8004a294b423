// The RabbitMQ client, and its only importer. Messages are short texts that say which job may continue; the job itself
// is in the database. A broker that is down, slow or has lost its disk therefore delays work but loses none. The server
// reconnects in the background, and no request waits for the broker.
//
// Queues are quorum queues. Messages are published as `mandatory`, because a broker also confirms messages that no
// queue took. Only a confirmed message counts as sent. During a resource alarm RabbitMQ sends no confirms, hence the
// timeout.

import { setImmediate } from 'node:timers/promises';
import type { Connection, Publisher, ReturnedMessage } from 'rabbitmq-client';
import { lazyRequire } from './lazy-require.ts';
import type { Log } from './log.ts';

const rabbitmq = lazyRequire<typeof import('rabbitmq-client')>('rabbitmq-client');

const confirmTimeoutMs = 5000;
const closeTimeoutMs = 2000;
const prefetch = 200;
/** The number of redeliveries, after a consumer died, before a message goes to the dead-letter queue. */
const deliveryLimit = 20;
const maxCharacters = 256;

/** A delay queue: its messages move to the queue `to` after the delay. */
export interface DelayQueue {
  name: string;
  delayMs: number;
  to: string;
}

export interface Topology {
  /** The queues to consume. Messages that the consumer cannot parse go to the dead-letter queue `parked`. */
  queues: string[];
  delays: DelayQueue[];
  parked: string;
}

export interface BrokerMetrics {
  /** Records the time until a message was confirmed; undefined if it was not. */
  brokerConfirm(durationMs: number | undefined): void;
}

/** Processes a message. Returns false if the message cannot be parsed. */
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

  /** Starts to connect in the background. */
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
    // An `error` event without a listener would end the process.
    this.#connection.on('error', (error: unknown) => log.warn({ err: error }, 'the broker is unavailable'));
    this.#connection.on('connection', () => log.info('the broker is connected'));
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

  /** Publishes a message. Resolves to false if the broker did not confirm it. Never rejects. */
  async publish(queue: string, text: string): Promise<boolean> {
    // During a resource alarm the connection is not ready either: published messages would pile up in memory.
    if (!this.#connection.ready) return false;
    const startedAt = performance.now();
    const confirmed = await this.#send(queue, text).catch((error: unknown) => {
      this.#log.warn({ err: error, queue }, 'the broker did not confirm a message');
      return false;
    });
    this.#metrics.brokerConfirm(confirmed ? performance.now() - startedAt : undefined);
    return confirmed;
  }

  /** Consumes the queue until `close`. If the consumer throws, the message is redelivered. */
  consume(queue: string, consumer: Consumer): void {
    const { queue: name, ...queueOptions } = this.#declarations.get(queue) as QueueDeclaration;
    // The options repeat the full declaration: without them the client would redeclare the queue as not durable.
    const consuming = this.#connection.createConsumer(
      { queue: name, queueOptions, qos: { prefetchCount: prefetch }, requeue: true },
      async (message) => {
        const text = message.body instanceof Buffer ? message.body.toString('utf8') : String(message.body);
        return (await consumer(text.slice(0, maxCharacters)))
          ? rabbitmq().ConsumerStatus.ACK
          : rabbitmq().ConsumerStatus.DROP;
      },
    );
    consuming.on('error', (error: unknown) => this.#log.warn({ err: error, queue }, 'could not consume a queue'));
    this.#consumers.push(consuming);
  }

  /** Returns true if the broker is connected and accepts messages. */
  answers(): boolean {
    return this.#connection.ready;
  }

  /** Stops consuming, waits briefly for running consumers and disconnects. */
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
    // A returned message is confirmed too. The return arrives first, but the client reports it one turn later.
    await setImmediate();
    return !this.#returned.delete(messageId);
  }

  #declareAgain(queue: string): void {
    const declaration = this.#declarations.get(queue);
    if (declaration === undefined) return;
    this.#connection
      .queueDeclare(declaration)
      .catch((error: unknown) => this.#log.warn({ err: error, queue }, 'could not declare a queue'));
  }
}

/** Connects to the broker, and disconnects. Throws the error of the connection, or an error after `timeoutMs`. */
export async function tryBroker(url: string, timeoutMs: number): Promise<void> {
  const connection = new (rabbitmq().Connection)({ url, connectionName: 'svc doctor', connectionTimeout: timeoutMs });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('connection', resolve);
      connection.once('error', reject);
    });
  } finally {
    // The client reports attempts that end later; without a listener they would end the process.
    connection.on('error', () => undefined);
    connection.unsafeDestroy();
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
    // One queue per delay: queues are FIFO, so a message with a long delay would block those with a short one.
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
