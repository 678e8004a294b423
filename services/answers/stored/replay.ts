// The events of a stored response, made of its output items. The deltas that the model wrote are not kept: each text is
// one delta. For a background response that is not finished, the stream waits, and sends its items when the response
// has ended. So an event has the same number whenever the response is read.

import { setTimeout as delay } from 'node:timers/promises';
import { StoredResponse, type StoredResponseRow } from '../../../models/stored-response.ts';
import { ServiceError } from '../../platform/index.ts';
import type { EventSource } from '../rounds/event-body.ts';
import type { ResponseEvent } from '../rounds/response.ts';
import { type Add, itemEvents } from './item-events.ts';

type Json = Record<string, unknown>;

/** The delays between two reads, in milliseconds. */
const minWaitMs = 50;
const maxWaitMs = 1000;

/** A response with its output, as its caller sees it. */
export type Shown = Json & { output: Json[] };

export interface ReplayOptions {
  /** Only events with greater numbers are sent. */
  after: number | undefined;
  /** Reads the response, without its items. Returns undefined if it was deleted. */
  find(): Promise<StoredResponseRow | undefined>;
  show(row: StoredResponseRow): Promise<Shown>;
}

export class Replay implements EventSource {
  readonly #options: ReplayOptions;
  readonly #over = new AbortController();
  #sequence = 0;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  async *events(): AsyncGenerator<ResponseEvent> {
    const { after = -1 } = this.#options;
    for await (const event of this.#all()) if (event.sequence_number > after) yield event;
  }

  stop(error: Error): void {
    this.#over.abort(error);
  }

  /** Returns the last event of a stream that ends early. The response itself may continue. */
  failed(error: unknown): ResponseEvent {
    const { code, message } = error instanceof ServiceError ? error : unreadable;
    return this.#event('error', { code, message, param: null });
  }

  async *#all(): AsyncGenerator<ResponseEvent> {
    const first = await this.#read();
    const begun = { ...JSON.parse(first.body), ...unended, output: [] };
    yield this.#event('response.created', { response: begun });
    yield this.#event('response.in_progress', { response: begun });
    const whole = await this.#options.show(await this.#ended(first));
    const add: Add = (type, members) => this.#event(type, members);
    for (const [index, item] of whole.output.entries()) yield* itemEvents(index, item, add);
    // The public API has no event for a response that was cancelled.
    const last = whole.status === 'cancelled' ? 'incomplete' : whole.status;
    yield this.#event(`response.${last}`, { response: whole });
  }

  async #ended(first: StoredResponseRow): Promise<StoredResponseRow> {
    let row = first;
    for (let waitMs = minWaitMs; !StoredResponse.hasEnded(row); waitMs = Math.min(waitMs * 2, maxWaitMs)) {
      // An aborted signal ends the read.
      await delay(waitMs, undefined, { signal: this.#over.signal }).catch(() => undefined);
      row = await this.#read();
    }
    return row;
  }

  async #read(): Promise<StoredResponseRow> {
    this.#over.signal.throwIfAborted();
    const row = await this.#options.find();
    if (row === undefined) throw new ServiceError('not_found', 'The response was deleted.');
    return row;
  }

  #event(type: string, members: Json): ResponseEvent {
    const event = { type, sequence_number: this.#sequence, ...members };
    this.#sequence += 1;
    return event;
  }
}

const unended = { status: 'in_progress', completed_at: null, error: null, incomplete_details: null, usage: null };
const unreadable = { code: 'internal_error', message: 'The response could not be read.' };
