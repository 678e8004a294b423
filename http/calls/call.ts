// One request on its connection: what its head says, and what happens when its answer is over. The pipeline's stages
// (http/calls/stages.ts) hold what its steps find out about it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Trace } from '../../services/platform/index.ts';
import { throttleAddress } from './client-address.ts';

/** The answer of a handler, before it becomes bytes. */
export interface Answer {
  status: number;
  /** A string is sent as text, a ByteContent as its bytes, and anything else as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

/** A request as the listener knows it before it is routed. */
export interface Arrival {
  requestId: string;
  clientAddress: string;
  /** The trace of the call; undefined if it has none. */
  trace: Trace | undefined;
}

/** Returns the headers. Node joins repeated ones by commas; checkFraming refuses those that must not repeat. */
export function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return headers as Record<string, string>;
}

export class ServerCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The client's address for rate limits: of IPv6, the network. */
  readonly address: string;
  readonly clientAddress: string;
  readonly trace: Trace | undefined;
  readonly startedAt = performance.now();

  /** In lower case. HEAD is handled as GET. */
  readonly method: string;
  readonly path: string;
  /** The query string without its question mark. Undefined if the URL has none. */
  readonly queryText: string | undefined;
  readonly headers: Record<string, string>;

  #onBodyDone: (() => void) | undefined;
  #onRefused: (() => Promise<unknown>)[] | undefined;
  #onClosed: (() => void)[] | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, { requestId, clientAddress, trace }: Arrival) {
    this.request = request;
    this.response = response;
    this.requestId = requestId;
    this.clientAddress = clientAddress;
    this.address = throttleAddress(clientAddress);
    this.trace = trace;
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.queryText = mark === -1 ? undefined : url.slice(mark + 1);
    const method = request.method ?? 'GET';
    this.method = method === 'GET' || method === 'HEAD' ? 'get' : method.toLowerCase();
    this.headers = headersOf(request);
  }

  /** The method as it was sent. */
  get verb(): string {
    return this.request.method ?? 'GET';
  }

  /** Calls the listener once, when nobody holds the body any more. */
  onBodyDone(listener: () => void): void {
    this.#onBodyDone = () => {
      this.#onBodyDone = undefined;
      listener();
    };
    this.onClosed(() => this.#onBodyDone?.());
  }

  /** Declares that nobody holds the body any more. Without this call its memory stays reserved until the answer is over. */
  releaseBody(): void {
    this.#onBodyDone?.();
  }

  /** Registers work that a refusal of the call must undo. */
  onRefused(undo: () => Promise<unknown>): void {
    this.#onRefused ??= [];
    this.#onRefused.push(undo);
  }

  /** Undoes the registered work, in its order. */
  async undo(): Promise<void> {
    for (const undo of this.#onRefused ?? []) await undo();
  }

  /** Calls the listener if the caller disconnects before the answer is complete. */
  onGone(listener: () => void): void {
    this.onClosed(() => {
      if (!this.response.writableFinished) listener();
    });
  }

  /** Calls the listener when the answer is over, complete or not. */
  onClosed(listener: () => void): void {
    if (this.response.destroyed) listener();
    else if (this.#onClosed !== undefined) this.#onClosed.push(listener);
    else {
      // One listener for all, because Node warns of more than ten: a call may ask an upstream a hundred times.
      const listeners = [listener];
      this.#onClosed = listeners;
      // `close` fires once.
      this.response.on('close', () => {
        for (const one of listeners) one();
      });
    }
  }
}
