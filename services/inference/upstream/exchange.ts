// One request to an upstream and its answer, on undici's dispatch interface: no stream object, no copy, no promise for
// each chunk.
//
// The answer's head comes first, as a promise. What follows is kept until somebody says what to do with it: `collect` a
// short body, or `pour` it into a sink. Nobody may keep more than `pendingLimitBytes` waiting: then the upstream is told
// to pause.
//
// Whoever the answer is for may leave at any time: `abort` ends the exchange at once, also where it still waits for a
// connection, and frees that connection for others.
//
// It has two times, one until the answer begins and one for each silence in it. undici's own are switched off: they would
// cost two timers for each exchange, and do not begin before there is a connection.

import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { type ByteSink, batchPerTick, Deadline } from '../../platform/index.ts';

/**
 * Why there is no answer, or not the whole of it. `unreached`: nothing of the request left this server. `broken`: the
 * connection ended. `timeout`: nothing came in time. `gone`: the caller left.
 */
export type FaultKind = 'unreached' | 'broken' | 'timeout' | 'gone';

export class UpstreamFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, cause?: unknown) {
    super(`The upstream's answer is missing: ${kind}`, { cause });
    this.name = 'UpstreamFault';
    this.kind = kind;
  }
}

export interface Head {
  status: number;
  headers: IncomingHttpHeaders;
}

/** How long an upstream may take to begin its answer, and how long it may fall silent in it; 0: for ever. */
export interface Patience {
  firstByteMs: number;
  idleMs: number;
}

/** A request on its way. */
interface Sending {
  dispatcher: Dispatcher;
  options: Dispatcher.DispatchOptions;
  exchange: Exchange;
}

/** Together with the others of this turn, as answers are (services/platform/tick-batches.ts). */
const send = batchPerTick(({ dispatcher, options, exchange }: Sending): void => {
  if (exchange.fault === undefined) dispatcher.dispatch(options, exchange);
});

/** Also together with the others: and a short body has come by then. */
const handOver = batchPerTick(({ head, to }: { head: Head; to: (head: Head) => void }) => to(head));

const pendingLimitBytes = 64 * 1024;
const nowhere: ByteSink = { write: () => true, end: () => undefined, fail: () => undefined };

export class Exchange implements Dispatcher.DispatchHandler {
  /** Or why there is none. */
  readonly head: Promise<Head | UpstreamFault>;
  #resolveHead!: (head: Head | UpstreamFault) => void;
  #deadline: Deadline | undefined;
  #idleMs = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #sink: ByteSink | undefined;
  #collecting: { maxBytes: number; resolve(whole: boolean): void; reject(fault: UpstreamFault): void } | undefined;
  #hasHead = false;
  #isLeft = false;
  #ended = false;
  #fault: UpstreamFault | undefined;

  constructor() {
    this.head = new Promise((resolve) => {
      this.#resolveHead = resolve;
    });
  }

  /** Sends the request. Once. */
  start(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, { firstByteMs, idleMs }: Patience): this {
    this.#idleMs = idleMs;
    this.#deadline = new Deadline(performance.now() + firstByteMs, () => this.#fail('timeout'));
    send({ dispatcher, options, exchange: this });
    return this;
  }

  /** The rest of the body where it has at most so many bytes; undefined where it is longer: then it is still to be poured. */
  async collect(maxBytes: number): Promise<Buffer | undefined> {
    if (this.#fault !== undefined) throw this.#fault;
    if (!this.#ended && this.#pendingBytes <= maxBytes) {
      const whole = await new Promise<boolean>((resolve, reject) => {
        this.#collecting = { maxBytes, resolve, reject };
        this.resume();
      });
      if (!whole) return undefined;
    }
    return this.#pendingBytes > maxBytes ? undefined : this.begun;
  }

  /** The whole body, where it is here already and has at most so many bytes: a short one comes together with its head. */
  whole(maxBytes: number): Buffer | undefined {
    return this.#ended && this.#pendingBytes <= maxBytes ? this.begun : undefined;
  }

  /** What has come of the body, and waits. */
  get begun(): Buffer {
    return this.#pending.length === 1 ? (this.#pending[0] as Buffer) : Buffer.concat(this.#pending);
  }

  /** Hands over what has come and what will come. Once. */
  pour(sink: ByteSink): void {
    this.#sink = sink;
    let takes = true;
    for (const chunk of this.#pending) takes = sink.write(chunk);
    this.#pending = [];
    if (this.#fault !== undefined) sink.fail();
    else if (this.#ended) sink.end();
    else if (takes) this.resume();
    else this.#pause();
  }

  resume(): void {
    this.#awaitMore();
    this.#controller?.resume();
  }

  /** The caller left. */
  abort(): void {
    this.#fail('gone');
  }

  /**
   * Nobody takes the rest, which should be nothing: what comes is thrown away, and the connection can be used again where it
   * ends within that time. Else it is closed.
   */
  leave(withinMs: number): void {
    this.#isLeft = true;
    this.#sink = nowhere;
    this.#expectBy(performance.now() + withinMs);
    this.#controller?.resume();
  }

  /** Whether the request, or a part of it, has left for the upstream. */
  get wasSent(): boolean {
    return this.#controller !== undefined;
  }

  /** Why it ended as it should not have; undefined: it did not, or not yet. */
  get fault(): UpstreamFault | undefined {
    return this.#fault;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It was given up while it waited for a connection.
    if (this.#fault !== undefined) controller.abort(this.#fault);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#hasHead = true;
    this.#awaitMore();
    handOver({ head: { status, headers }, to: this.#resolveHead });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#awaitMore();
    if (this.#sink !== undefined) {
      if (!this.#sink.write(chunk)) this.#pause();
      return;
    }
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    if (this.#collecting !== undefined) {
      if (this.#pendingBytes > this.#collecting.maxBytes) this.#settle(false);
    } else if (this.#pendingBytes > pendingLimitBytes) {
      this.#pause();
    }
  }

  onResponseEnd(): void {
    this.#ended = true;
    this.#deadline?.forget();
    if (this.#sink !== undefined) this.#sink.end();
    else this.#settle(true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(this.#controller === undefined ? 'unreached' : 'broken', error);
  }

  /** From now on it may be silent for so long. */
  #awaitMore(): void {
    if (this.#isLeft) return;
    this.#expectBy(this.#idleMs === 0 ? Number.POSITIVE_INFINITY : performance.now() + this.#idleMs);
  }

  /** It is the caller who takes no more: the upstream may be silent. */
  #pause(): void {
    this.#expectBy(Number.POSITIVE_INFINITY);
    this.#controller?.pause();
  }

  #expectBy(atMs: number): void {
    if (this.#deadline !== undefined) this.#deadline.atMs = atMs;
  }

  #settle(whole: boolean): void {
    const waiting = this.#collecting;
    this.#collecting = undefined;
    waiting?.resolve(whole);
  }

  #fail(kind: FaultKind, cause?: unknown): void {
    if (this.#ended || this.#fault !== undefined) return;
    const fault = new UpstreamFault(kind, cause);
    this.#fault = fault;
    this.#deadline?.forget();
    this.#controller?.abort(fault);
    if (!this.#hasHead) this.#resolveHead(fault);
    this.#collecting?.reject(fault);
    this.#collecting = undefined;
    if (kind !== 'gone') this.#sink?.fail();
  }
}
