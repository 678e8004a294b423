// A worker thread that answers orders in messages. The thread starts with the first order, and again with the next one
// after it has died.

import { extname } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';

interface Running<Answer> {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<Answer>>;
}

type Message<Order> = { id: number; order: Order } | 'close';

/** An error's message and SQLite's code: an Error itself would arrive without the code. */
type Reply<Answer> = { id: number } & (
  | { answer: Answer }
  | { error: { message: string; errcode?: number | undefined } }
);

export class LazyThread<Order, Answer> {
  readonly #file: URL;
  readonly #data: unknown;
  readonly #died: (error: unknown) => void;
  #running: Running<Answer> | undefined;
  #orders = 0;
  #closed = false;

  /** @param name the name of a file beside the module `url` that calls `answerOrders` and gets `data` as `workerData`. */
  constructor(url: string, name: string, data: unknown, died: (error: unknown) => void = () => undefined) {
    this.#file = new URL(`${name}${extname(url)}`, url);
    this.#data = data;
    this.#died = died;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Rejects if the order fails or the thread dies. `keepsAlive`: the process does not exit before the answer. */
  async ask(order: Order, keepsAlive: boolean): Promise<Answer> {
    if (this.#closed) throw new Error('The thread is closed');
    this.#running ??= this.#start();
    this.#orders += 1;
    return this.#tell(this.#running, { id: this.#orders, order }, this.#orders, keepsAlive);
  }

  /** Resolves after the thread has answered all orders and exited. */
  async close(): Promise<void> {
    this.#closed = true;
    // The thread answers with its exit.
    if (this.#running !== undefined) await this.#tell(this.#running, 'close', 0, true).catch(() => undefined);
  }

  /** Stops the thread. Its pending orders fail. */
  async terminate(): Promise<void> {
    this.#closed = true;
    await this.#running?.worker.terminate();
  }

  #tell(
    { worker, waiting }: Running<Answer>,
    message: Message<Order>,
    id: number,
    keepsAlive: boolean,
  ): Promise<Answer> {
    const reply = Promise.withResolvers<Answer>();
    waiting.set(id, reply);
    if (keepsAlive) worker.ref();
    worker.postMessage(message);
    return reply.promise;
  }

  #start(): Running<Answer> {
    const worker = new Worker(this.#file, { workerData: this.#data });
    const waiting: Running<Answer>['waiting'] = new Map();
    let cause: unknown;
    worker.on('message', ({ id, ...reply }: Reply<Answer>) => {
      const order = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) worker.unref();
      if ('answer' in reply) order?.resolve(reply.answer);
      else order?.reject(Object.assign(new Error(reply.error.message), { errcode: reply.error.errcode }));
    });
    worker.on('error', (error) => {
      cause = error;
      this.#died(error);
    });
    worker.once('exit', () => {
      this.#running = undefined;
      for (const { reject } of waiting.values()) reject(new Error('The thread has ended', { cause }));
    });
    worker.unref();
    return { worker, waiting };
  }
}

/** Answers the orders to this thread. `close` runs before the thread exits. */
export function answerOrders<Order, Answer>(
  answer: (order: Order) => Answer | Promise<Answer>,
  close: () => void = () => undefined,
): void {
  parentPort?.on('message', async (message: Message<Order>) => {
    if (message === 'close') {
      close();
      parentPort?.close();
      return;
    }
    const { id, order } = message;
    try {
      parentPort?.postMessage({ id, answer: await answer(order) } satisfies Reply<Answer>);
    } catch (error) {
      const { message, errcode } = error as Error & { errcode?: number };
      parentPort?.postMessage({ id, error: { message, errcode } } satisfies Reply<Answer>);
    }
  });
}
