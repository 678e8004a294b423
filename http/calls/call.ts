// One request from the socket to its handler and back. It is the `Request` that openapi-backend takes. Once it is
// authorized and validated, it is also the `Call` that a handler gets.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OrganizationRow } from '../../models/organization.ts';
import type { ProjectRow } from '../../models/project.ts';
import type { ReceivedFile, StorageReservation } from '../../services/files/index.ts';
import type { Rates } from '../../services/limits/index.ts';
import type { Trace } from '../../services/platform/index.ts';
import type { Finish, Principal } from '../../services/tenancy/index.ts';
import type { Route } from './route.ts';

/** The answer of a handler, before it becomes bytes. */
export interface Answer {
  status: number;
  /** A string is sent as text, a ByteContent as its bytes, and anything else as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

export class ServerCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly startedAt = performance.now();

  /** In lower case. HEAD is handled as GET. */
  readonly method: string;
  readonly path: string;
  /** The query string without its question mark. Undefined if the URL has none. */
  readonly queryText: string | undefined;
  readonly headers: Record<string, string>;

  route: Route | undefined;
  params: Record<string, unknown> = {};
  query: Record<string, unknown> = {};
  /** The unparsed body. Undefined if the request has none. */
  bytes: Buffer | undefined;
  /** The parsed body, with the defaults that validation filled in. Undefined if no body was read. */
  body: unknown = undefined;
  /** The text of a JSON body, kept so that the errors of validation can show it as it was sent. */
  bodyText: string | undefined;

  /** The parts of a form, with texts not yet converted. */
  form: Record<string, unknown> | undefined;
  /** Files that came with the request. They are removed if the request is refused. */
  readonly received: ReceivedFile[] = [];
  /** The storage reserved for received files. A refused request releases it. */
  reservation: StorageReservation | undefined;

  /** The trace of the call; undefined if it has none. */
  trace: Trace | undefined;
  caller: Principal | undefined;
  organization: OrganizationRow | undefined;
  project: ProjectRow | undefined;
  address = '';
  /** The remaining amounts of the per-minute limits that this call counts against. */
  readonly rates: Rates = {};
  /** Names of members of the body that the operation does not know. */
  ignoredFields: string[] = [];
  /** Set if the call has an `Idempotency-Key`: stores the result in the transaction that makes it. */
  finish: Finish | undefined;
  #onBodyDone: (() => void) | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, requestId: string) {
    this.request = request;
    this.response = response;
    this.requestId = requestId;
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.queryText = mark === -1 ? undefined : url.slice(mark + 1);
    const method = request.method ?? 'GET';
    this.method = method === 'GET' || method === 'HEAD' ? 'get' : method.toLowerCase();
    // Node joins repeated headers by commas; checkFraming refuses those that must not repeat.
    this.headers = request.headers as Record<string, string>;
  }

  /** The method as it was sent. */
  get verb(): string {
    return this.request.method ?? 'GET';
  }

  /**
   * Drops the references to the body once its answer exists. With `isHeld` the body's memory stays reserved until the
   * answer is over, because a stream's source may still hold the bytes.
   */
  forgetBody({ isHeld }: { isHeld: boolean }): void {
    this.bytes = undefined;
    this.bodyText = undefined;
    this.body = undefined;
    if (!isHeld) this.#onBodyDone?.();
  }

  /** Calls the listener once, when nobody holds the body any more. */
  onBodyDone(listener: () => void): void {
    this.#onBodyDone = () => {
      this.#onBodyDone = undefined;
      listener();
    };
    this.onClosed(() => this.#onBodyDone?.());
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
    // `close` fires once.
    else this.response.on('close', listener);
  }
}
