// Renders the answer of a chat completion as the events of a response, in the public API's order. Each delta becomes one
// event at once. An answer that is not streamed is one chunk, so both have the same translation.

import { nowSeconds } from '../../../../models/clock.ts';
import type { Tokens } from '../../../limits/index.ts';
import { type ChatEvent, ChatReader, type StopReason } from '../../dialect/index.ts';
import { OutputWriter } from './output.ts';
import { reasoningForms } from './reasoning.ts';
import { newResponse, type ResponseObject, type ResponseRequest } from './response.ts';
import { Tools } from './tools.ts';

type Json = Record<string, unknown>;

/** The reason of the end → the `incomplete_details.reason` of the response. */
const incompleteReasons: Partial<Record<StopReason, string>> = {
  length: 'max_output_tokens',
  filter: 'content_filter',
};

export class ChatToResponseEvents {
  readonly #reader = new ChatReader();
  readonly #writer: OutputWriter;
  #response: ResponseObject;

  constructor(request: ResponseRequest) {
    this.#response = newResponse(request);
    this.#writer = new OutputWriter(new Tools(request), reasoningForms(request));
  }

  /** The response, which is whole after the last event. */
  get response(): ResponseObject {
    return { ...this.#response, output: this.#writer.items };
  }

  /** Returns the first events. */
  begin(): string {
    this.#state('response.created');
    this.#state('response.in_progress');
    return this.#writer.take();
  }

  /** Returns the events for a chunk. */
  next(chunk: Json): string {
    this.#write(this.#reader.read(chunk));
    return this.#writer.take();
  }

  /** Returns the last events, or undefined if the answer is not whole: see ChatReader. */
  end(isDone: boolean): string | undefined {
    const events = this.#reader.end(isDone);
    if (events === undefined) return undefined;
    this.#write(events);
    return this.#writer.take();
  }

  /** Returns the last events of an answer that failed. */
  fail(message: string): string {
    this.#write(this.#reader.rest());
    this.#writer.close('incomplete');
    this.#last('failed', { error: { code: 'server_error', message } });
    return this.#writer.take();
  }

  #write(events: ChatEvent[]): void {
    for (const event of events) {
      if (event.kind === 'usage') this.#response.usage = usageOf(event.tokens);
      else if (event.kind === 'tier') this.#response.service_tier = event.tier;
      else if (event.kind === 'stop') this.#stop(event.reason);
      else this.#writer.write(event);
    }
  }

  #stop(reason: StopReason): void {
    const cut = incompleteReasons[reason];
    this.#writer.close(cut === undefined ? 'completed' : 'incomplete');
    if (cut === undefined) this.#last('completed', { completed_at: nowSeconds() });
    else this.#last('incomplete', { incomplete_details: { reason: cut } });
  }

  #last(status: ResponseObject['status'], change: Json): void {
    this.#response = { ...this.#response, status, ...change };
    this.#state(`response.${status}`);
  }

  #state(type: string): void {
    this.#writer.event(type, { response: this.response });
  }
}

/** Translates an answer that is not streamed. Returns undefined if it has no message, or failed. */
export function chatCompletionToResponse(completion: Json, request: ResponseRequest): ResponseObject | undefined {
  const events = new ChatToResponseEvents(request);
  events.next(completion);
  return events.end(true) === undefined ? undefined : events.response;
}

function usageOf({ input, output, cachedInput, cacheWrite = 0, reasoning = 0 }: Tokens): Json {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cachedInput, cache_write_tokens: cacheWrite },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}
