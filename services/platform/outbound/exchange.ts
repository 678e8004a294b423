// Sends one request on one connection and reads its response, within limits: the total time from the DNS lookup to the
// last byte read, the bytes read, and the bytes kept. Does not decompress, and does not follow redirects.
//
// One deadline covers everything. With timeouts between bytes, a receiver could hold a connection forever by sending
// one byte at a time or an endless series of 103 responses.

import type { IncomingHttpHeaders } from 'node:http';
import type { Client, Dispatcher } from 'undici';
import { OutboundFailure, outboundReason } from './errors.ts';

const maxReadBytes = 16_384;
const maxKeptBytes = 4096;
/** The timeout of the body of a 2xx response. The status alone decides, so the body is not worth a longer wait. */
const bodyGraceMs = 1000;

/** The response. `error` is null if the response headers arrived. */
export interface PostResult {
  status: number | null;
  error: ReturnType<typeof outboundReason> | null;
  /** The first bytes of the body, unparsed; null without a response. */
  body: Buffer | null;
  /** The unparsed header. */
  retryAfter: string | undefined;
}

export interface ExchangeResult extends PostResult {
  /** True if the connection can send another request. */
  reusable: boolean;
}

/**
 * Sends the request on a client that has no other request, and resolves within `timeoutMs` milliseconds. Never rejects.
 */
export function exchange(
  client: Client,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    client.dispatch(request, new Reader(client, timeoutMs, resolve));
  });
}

class Reader implements Dispatcher.DispatchHandler {
  readonly #client: Client;
  readonly #resolve: (exchange: ExchangeResult) => void;
  readonly #chunks: Buffer[] = [];
  #timer: NodeJS.Timeout;
  #readBytes = 0;
  #status: number | null = null;
  #retryAfter: string | undefined;
  #done = false;

  constructor(client: Client, timeoutMs: number, resolve: (exchange: ExchangeResult) => void) {
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
    // Copies the bytes, because a slice would keep the whole chunk in memory.
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

  /** Ends the exchange and closes the connection, so that the rest of this response is not taken for the next one. */
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
