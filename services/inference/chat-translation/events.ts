// Translates the chunks of a streamed chat completion to the events of a response, in the public API's order. Each delta
// becomes one event at once. An answer that is not streamed is one chunk, so both have the same translation.

import { nowSeconds } from '../../../models/clock.ts';
import { toTokens } from '../upstream/usage-counts.ts';
import { OutputWriter } from './output.ts';
import { newResponse, type ResponseObject, type ResponseRequest } from './response.ts';

type Json = Record<string, unknown>;

/** Chat's `finish_reason` of an incomplete answer → the `incomplete_details.reason` of the response. */
const incompleteReasons: Record<string, string> = { length: 'max_output_tokens', content_filter: 'content_filter' };

export class ChatToResponseEvents {
  readonly #writer = new OutputWriter();
  #response: ResponseObject;
  #finishReason = '';
  #hasAnswer = false;

  constructor(request: ResponseRequest) {
    this.#response = newResponse(request);
  }

  /** The response, which is whole after the last event. */
  get response(): ResponseObject {
    return { ...this.#response, output: this.#writer.items };
  }

  /** True if a chunk had an answer. */
  get hasAnswer(): boolean {
    return this.#hasAnswer;
  }

  /** Returns the first events. */
  begin(): string {
    this.#state('response.created');
    this.#state('response.in_progress');
    return this.#writer.take();
  }

  /** Returns the events for a chunk. */
  next({ choices, usage, service_tier: tier }: Json): string {
    const [choice] = Array.isArray(choices) ? (choices as unknown[]) : [];
    if (choice !== undefined) this.#read(Object(choice) as Json);
    if (typeof usage === 'object' && usage !== null) this.#response.usage = usageOf(usage);
    if (typeof tier === 'string') this.#response.service_tier = tier;
    return this.#writer.take();
  }

  /**
   * Returns the last events, or undefined if the answer is not whole. An answer without a `finish_reason` is whole if
   * `isDone`: its stream has said that it ends.
   */
  end(isDone: boolean): string | undefined {
    const reason = this.#finishReason;
    if ((reason === '' && !isDone) || reason === 'error') return undefined;
    this.#writer.close('completed');
    const cut = incompleteReasons[reason];
    return cut === undefined
      ? this.#last('completed', { completed_at: nowSeconds() })
      : this.#last('incomplete', { incomplete_details: { reason: cut } });
  }

  /** Returns the last events of an answer that failed. */
  fail(message: string, code: 'server_error' | 'rate_limit_exceeded' = 'server_error'): string {
    this.#writer.close('incomplete');
    return this.#last('failed', { error: { code, message } });
  }

  #read({ delta, message, logprobs, finish_reason: reason }: Json): void {
    this.#hasAnswer = true;
    const given = Object(delta ?? message) as Json;
    const { content, reasoning_content, reasoning, refusal, tool_calls, annotations } = given;
    const thought = reasoning_content ?? reasoning;
    if (typeof thought === 'string') this.#writer.write('reasoning', thought);
    if (typeof content === 'string') this.#writer.write('text', content, logprobs);
    else if (Array.isArray(content)) this.#readParts(content);
    if (typeof refusal === 'string') this.#writer.write('refusal', refusal);
    if (Array.isArray(annotations)) for (const one of annotations as unknown[]) this.#writer.annotate(one);
    if (Array.isArray(tool_calls))
      for (const [at, call] of (tool_calls as unknown[]).entries()) this.#writer.call(Object(call) as Json, at);
    if (typeof reason !== 'string' || reason === '') return;
    this.#finishReason = reason;
    this.#writer.close(reason in incompleteReasons ? 'incomplete' : 'completed');
  }

  /** Reads content that is a list of parts, as Mistral sends it. */
  #readParts(parts: unknown[]): void {
    for (const part of parts) {
      const { type, text, thinking } = Object(part) as Json;
      if (type === 'text') this.#writer.write('text', String(text));
      if (type === 'thinking' && Array.isArray(thinking))
        for (const one of thinking as unknown[]) this.#writer.write('reasoning', String((Object(one) as Json).text));
    }
  }

  #last(status: ResponseObject['status'], change: Json): string {
    this.#response = { ...this.#response, status, ...change };
    this.#state(`response.${status}`);
    return this.#writer.take();
  }

  #state(type: string): void {
    this.#writer.event(type, { response: this.response });
  }
}

/** Translates an answer that is not streamed. Returns undefined if it has no message, or failed. */
export function chatCompletionToResponse(completion: Json, request: ResponseRequest): ResponseObject | undefined {
  const events = new ChatToResponseEvents(request);
  events.next(completion);
  return events.hasAnswer && events.end(true) !== undefined ? events.response : undefined;
}

function usageOf(given: object): Json | null {
  const tokens = toTokens(given);
  if (tokens === undefined) return null;
  const { input, output, cachedInput, cacheWrite = 0, reasoning = 0 } = tokens;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cachedInput, cache_write_tokens: cacheWrite },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}
