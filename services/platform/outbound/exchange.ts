// One request and its answer on one connection, with a bound on everything: the time from the first look-up to the last
// byte that is read, the bytes that are read, and what of them is kept. Nothing is inflated, and no redirect followed.
//
// One wall clock over all of it: time-outs between bytes would let a receiver that sends one byte at a time, or an
// endless row of 103s, hold a connection for ever.

import type { IncomingHttpHeaders } from 'node:http';
import type { Client, Dispatcher } from 'undici';
import { OutboundFailure, outboundReason } from './errors.ts';

const maxReadBytes = 16_384;
const maxKeptBytes = 4096;
/** A 2xx status has said all that counts: how long its body may still take. */
const bodyGraceMs = 1000;

/** What came back; `error` is null where an answer's head did. */
export interface Answer {
  status: number | null;
  error: ReturnType<typeof outboundReason> | null;
  /** The beginning of the body, as it came; null where there was no answer. */
  body: Buffer | null;
  /** The header, as it came. */
  retryAfter: string | undefined;
}

export interface Exchange extends Answer {
  /** The connection may carry another request. */
  reusable: boolean;
}

/** Sends the request on the client, which must have no other, and resolves within `timeoutMs`. Never rejects. */
export function exchange(client: Client, request: Dispatcher.DispatchOptions, timeoutMs: number): Promise<Exchange> {
  return new Promise((resolve) => {
    client.dispatch(request, new Reader(client, timeoutMs, resolve));
  });
}

class Reader implements Dispatcher.DispatchHandler {
  readonly #client: Client;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #chunks: Buffer[] = [];
  #timer: NodeJS.Timeout;
  #readBytes = 0;
  #status: number | null = null;
  #retryAfter: string | undefined;
  #done = false;

  constructor(client: Client, timeoutMs: number, resolve: (exchange: Exchange) => void) {
    this.#client = client;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.#cut(new OutboundFailure('timeout')), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#done) controller.abort(new OutboundFailure('timeout'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200 || this.#done) return;
    this.#status = status;
    this.#retryAfter = headers['retry-after'];
    if (status >= 300) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#cut(null), bodyGraceMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#done) return;
    // A copy: what is kept of a long answer is not to keep all of it.
    if (this.#readBytes < maxKeptBytes)
      this.#chunks.push(Buffer.from(chunk.subarray(0, maxKeptBytes - this.#readBytes)));
    this.#readBytes += chunk.length;
    if (this.#readBytes > maxReadBytes) this.#cut(null);
  }

  onResponseEnd(): void {
    this.#finish(null, true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(error, false);
  }

  /** Ends it here, and the connection with it: what still comes must not be taken for the next answer. */
  #cut(error: Error | null): void {
    this.#finish(error, false);
    this.#client.destroy().catch(() => undefined);
  }

  #finish(error: Error | null, reusable: boolean): void {
    if (this.#done) return;
    this.#done = true;
    clearTimeout(this.#timer);
    const answered = this.#status !== null;
    this.#resolve({
      status: this.#status,
      error: answered || error === null ? null : outboundReason(error),
      body: answered ? Buffer.concat(this.#chunks) : null,
      retryAfter: this.#retryAfter,
      reusable,
    });
  }
}
