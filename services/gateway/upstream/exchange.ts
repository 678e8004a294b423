// One request to an upstream and its response, on undici's dispatch interface: without a stream object, a copy, or a
// promise for each chunk.
//
// The response headers arrive first, as a promise. The body is buffered until the caller either `collect`s a short body
// or `pour`s it into a sink. If more than `pendingLimitBytes` are buffered, the upstream is paused.
//
// The caller may disconnect at any time: `abort` ends the exchange at once, even while it waits for a connection, and
// frees the connection.
//
// There are two timeouts: until the response begins, and between two parts of it. undici's own timeouts are off,
// because they would cost two timers for each exchange and do not cover the wait for a connection.

import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { type ByteSink, batchPerTick, Deadline, type Turns } from '../../platform/index.ts';
import { Decoder, isEncoded } from './content-encoding.ts';

/**
 * The reason why a response is missing or incomplete. `unreached`: nothing of the request was sent. `broken`: the
 * connection ended. `timeout`: nothing arrived in time. `gone`: the caller disconnected.
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

/** The timeouts until the first byte and between two parts of the response, in milliseconds; 0 for none. */
export interface Patience {
  firstByteMs: number;
  idleMs: number;
}

/** The connections of an upstream, at which projects take turns, and the project of the request. */
export interface Places {
  turns: Turns;
  projectId: string;
}

/** A request to send. */
interface Sending {
  dispatcher: Dispatcher;
  options: Dispatcher.DispatchOptions;
  exchange: Exchange;
}

/** Batches the requests of one event loop tick, as responses are (services/platform/tick-batches.ts). */
const send = batchPerTick(({ dispatcher, options, exchange }: Sending): void => {
  if (exchange.fault === undefined) dispatcher.dispatch(options, exchange);
});

/** Batches the response headers of a tick. A short body has also arrived by then. */
const handOver = batchPerTick(({ head, to }: { head: Head; to: (head: Head) => void }) => to(head));

const pendingLimitBytes = 64 * 1024;
const nowhere: ByteSink = { write: () => true, end: () => undefined, fail: () => undefined };

export class Exchange implements Dispatcher.DispatchHandler {
  /** The response headers, or the reason why there are none. */
  readonly head: Promise<Head | UpstreamFault>;
  #resolveHead!: (head: Head | UpstreamFault) => void;
  #deadline: Deadline | undefined;
  /** Frees the connection, or ends the wait for one. */
  #free: (() => void) | undefined;
  #idleMs = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #sink: ByteSink | undefined;
  #collecting: { maxBytes: number; resolve(whole: boolean): void; reject(fault: UpstreamFault): void } | undefined;
  #hasHead = false;
  #isLeft = false;
  #isPaused = false;
  #ended = false;
  #fault: UpstreamFault | undefined;
  #decoder: Decoder | undefined;

  constructor() {
    this.head = new Promise((resolve) => {
      this.#resolveHead = resolve;
    });
  }

  /**
   * Sends the request when its project has a connection. May be called once.
   * @param places undefined: the number of connections is unlimited.
   */
  start(
    dispatcher: Dispatcher,
    options: Dispatcher.DispatchOptions,
    { firstByteMs, idleMs }: Patience,
    places?: Places,
  ): this {
    this.#idleMs = idleMs;
    this.#deadline = new Deadline(performance.now() + firstByteMs, () => this.#fail('timeout'));
    const begin = (): void => send({ dispatcher, options, exchange: this });
    if (places === undefined) begin();
    else this.#free = places.turns.take(places.projectId, begin);
    return this;
  }

  /**
   * Returns the rest of the body if it has at most `maxBytes` bytes. Otherwise returns undefined, and the body can
   * still be poured.
   */
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

  /**
   * Returns the whole body if it has already arrived and has at most `maxBytes` bytes, as a short body does with its
   * headers.
   */
  whole(maxBytes: number): Buffer | undefined {
    return this.#ended && this.#pendingBytes <= maxBytes ? this.begun : undefined;
  }

  /** The buffered part of the body. */
  get begun(): Buffer {
    return this.#pending.length === 1 ? (this.#pending[0] as Buffer) : Buffer.concat(this.#pending);
  }

  /** Writes the buffered and all later bytes to the sink. May be called once. */
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
    this.#isPaused = false;
    this.#decoder?.resume();
    this.#controller?.resume();
  }

  /** Ends the exchange because the caller disconnected. */
  abort(): void {
    this.#fail('gone');
  }

  /**
   * Discards the rest of the body, which should be empty. The connection can be reused if the body ends within the
   * time; otherwise it is closed.
   */
  leave(withinMs: number): void {
    this.#isLeft = true;
    this.#sink = nowhere;
    this.#expectBy(performance.now() + withinMs);
    this.#isPaused = false;
    this.#decoder?.resume();
    this.#controller?.resume();
  }

  /** True if at least a part of the request was sent. */
  get wasSent(): boolean {
    return this.#controller !== undefined;
  }

  /** The reason of the failure; undefined if the exchange has not failed. */
  get fault(): UpstreamFault | undefined {
    return this.#fault;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The exchange was aborted while it waited for a connection.
    if (this.#fault !== undefined) controller.abort(this.#fault);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#hasHead = true;
    this.#awaitMore();
    const shown = isEncoded(status, headers['content-encoding']) ? this.#decode(headers) : headers;
    handOver({ head: { status, headers: shown }, to: this.#resolveHead });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#awaitMore();
    if (this.#decoder === undefined) this.#take(chunk);
    else if (!this.#decoder.write(chunk)) this.#controller?.pause();
  }

  onResponseEnd(): void {
    if (this.#decoder === undefined) this.#end();
    else this.#decoder.end();
  }

  /** Decodes the body from now on. Returns the headers of the decoded body. */
  #decode({ 'content-encoding': encoding, 'content-length': _, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
    this.#decoder = new Decoder(String(encoding), {
      data: (chunk) => this.#take(chunk),
      drain: () => {
        if (!this.#isPaused) this.#controller?.resume();
      },
      end: () => this.#end(),
      fail: (error) => this.#fail('broken', error),
    });
    return headers;
  }

  #take(chunk: Buffer): void {
    // A decoder may have more after the exchange was aborted.
    if (this.#fault !== undefined) return;
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

  #end(): void {
    if (this.#fault !== undefined) return;
    this.#ended = true;
    this.#deadline?.forget();
    this.#free?.();
    if (this.#sink !== undefined) this.#sink.end();
    else this.#settle(true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(this.#controller === undefined ? 'unreached' : 'broken', error);
  }

  /** Restarts the timeout between two parts. */
  #awaitMore(): void {
    if (this.#isLeft) return;
    this.#expectBy(this.#idleMs === 0 ? Number.POSITIVE_INFINITY : performance.now() + this.#idleMs);
  }

  /** Suspends the timeout while the caller reads no more. */
  #pause(): void {
    this.#expectBy(Number.POSITIVE_INFINITY);
    this.#isPaused = true;
    this.#decoder?.pause();
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
    this.#free?.();
    if (!this.#hasHead) this.#resolveHead(fault);
    this.#collecting?.reject(fault);
    this.#collecting = undefined;
    if (kind !== 'gone') this.#sink?.fail();
  }
}
