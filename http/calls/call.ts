// One request on its way from the socket to its handler and back. It is the `Request` that openapi-backend takes, and,
// once it is authorized and validated, the `Call` that a handler sees.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OrganizationRow } from '../../models/organization.ts';
import type { ProjectRow } from '../../models/project.ts';
import type { ReceivedFile, Room } from '../../services/files/index.ts';
import type { Rates } from '../../services/limits/index.ts';
import type { Finish, Principal } from '../../services/tenancy/index.ts';
import type { Route } from './route.ts';

/** An answer, before it becomes bytes. */
export interface Answer {
  status: number;
  /** A text as it is, a ByteContent as its bytes, anything else as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

export class ServerCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly startedAt = performance.now();

  /** Lower case. HEAD is answered as GET. */
  readonly method: string;
  readonly path: string;
  /** What stands behind the question mark; undefined where there is none. */
  readonly queryText: string | undefined;
  readonly headers: Record<string, string>;

  route: Route | undefined;
  params: Record<string, unknown> = {};
  query: Record<string, unknown> = {};
  /** The body as it came; undefined where there is none. */
  bytes: Buffer | undefined;
  /** The parsed body, defaults filled in by validation; undefined where none was read. */
  body: unknown = undefined;
  /** The text of a JSON body, kept so that a failed validation can show it as it was. */
  bodyText: string | undefined;

  /** The parts of a form, texts as texts. */
  form: Record<string, unknown> | undefined;
  /** Files that came with the request: removed again where it is refused. */
  readonly received: ReceivedFile[] = [];
  /** The storage reserved for received files. A refused request gives it back. */
  room: Room | undefined;

  caller: Principal | undefined;
  organization: OrganizationRow | undefined;
  project: ProjectRow | undefined;
  address = '';
  /** What is left of the project's limits per minute, as far as this call counts against them. */
  readonly rates: Rates = {};
  /** Members of the body that the operation does not know. */
  ignoredFields: string[] = [];
  /** Of a call with an `Idempotency-Key`: is told when what it makes is made. */
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

  /** Lets the body go: the answer has been found. Where that is still being made, somebody else may hold the bytes. */
  forgetBody({ isHeld }: { isHeld: boolean }): void {
    this.bytes = undefined;
    this.bodyText = undefined;
    this.body = undefined;
    if (!isHeld) this.#onBodyDone?.();
  }

  /** Calls the listener, once, when nobody holds the body any more. */
  onBodyDone(listener: () => void): void {
    this.#onBodyDone = () => {
      this.#onBodyDone = undefined;
      listener();
    };
    this.onClosed(() => this.#onBodyDone?.());
  }

  /** Calls the listener when the caller leaves before the answer is over. */
  onGone(listener: () => void): void {
    this.onClosed(() => {
      if (!this.response.writableFinished) listener();
    });
  }

  /** Calls the listener when the answer is over, in whichever way. */
  onClosed(listener: () => void): void {
    if (this.response.destroyed) listener();
    // It comes once.
    else this.response.on('close', listener);
  }
}
