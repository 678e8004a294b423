// The response that the caller gets, while the rounds fill it: its output items, its usage, and its events, which are
// numbered from 0.

import { nowSeconds } from '../../../models/clock.ts';
import { longestText } from '../../../models/connection.ts';
import { newResponse, type ResponseIdentity } from '../../apis/index.ts';
import { ServiceError } from '../../platform/index.ts';
import { itemIdFor } from './item-ids.ts';
import type { ResponseRequest } from './request.ts';

type Json = Record<string, unknown>;

/** An event for the caller. */
export interface ResponseEvent {
  type: string;
  sequence_number: number;
  [name: string]: unknown;
}

/** The values that the model's server chooses if the request leaves them open. */
const adopted = ['temperature', 'top_p', 'reasoning', 'text', 'truncation', 'service_tier', 'top_logprobs'];

/** The output of a response that is not stored, in bytes. It is in memory until its last event is sent. */
const mostUnstoredBytes = 64 * 1024 * 1024;

/** An output item of a response. */
export interface OutputItem {
  sequence: string;
  item: Json;
  /** The results of a search that the model got. The item has results only if the caller wants to see them. */
  results?: Json[];
}

/** The state of a writer between two rounds. */
export interface WriterState {
  response: Json;
  output: OutputItem[];
}

export class ResponseWriter {
  #sequence = 0;
  #response: Json;
  readonly #output: OutputItem[];
  /** The bytes of the output items. */
  readonly #sizes: number[];
  readonly #mostBytes: number;

  /** @param state continues a response whose earlier rounds were written by another writer. */
  constructor(body: ResponseRequest, identity: ResponseIdentity, state?: WriterState) {
    this.#response = state?.response ?? newResponse(body, identity);
    this.#output = [...(state?.output ?? [])];
    const isKept = identity.isStored || identity.conversationId !== null;
    this.#sizes = this.#output.map(({ item }) => sizeOf(item));
    this.#mostBytes = isKept ? longestText() : mostUnstoredBytes;
  }

  get state(): WriterState {
    return { response: this.#response, output: [...this.#output] };
  }

  /** The output tokens of all rounds so far. */
  get outputTokens(): number {
    return Number((this.#response.usage as Json | null)?.output_tokens ?? 0);
  }

  event(type: string, members: Json): ResponseEvent {
    const event = { type, sequence_number: this.#sequence, ...members };
    this.#sequence += 1;
    return event;
  }

  /** Returns an event with the whole response. */
  whole(type: string, change: Json = {}): ResponseEvent {
    this.#response = { ...this.#response, ...change };
    return this.event(type, { response: { ...this.#response, output: this.#output.map(({ item }) => item) } });
  }

  /** Returns the last event. */
  end(status: 'completed' | 'incomplete' | 'failed', change: Json = {}): ResponseEvent {
    return this.whole(`response.${status}`, {
      status,
      completed_at: status === 'completed' ? nowSeconds() : null,
      ...change,
    });
  }

  /** Adds an output item. Returns its place and its id. Throws if the output becomes too large. */
  add(given: Json): { index: number; id: string } {
    const { id, sequence } = itemIdFor(given);
    this.#measure(this.#output.length, { ...given, id });
    this.#output.push({ sequence, item: { ...given, id } });
    return { index: this.#output.length - 1, id };
  }

  /** Replaces an output item. Throws if the output becomes too large: the item stays as it was, incomplete. */
  put(index: number, item: Json): void {
    const before = this.#output[index] as OutputItem;
    try {
      this.#measure(index, item);
    } catch (error) {
      this.#output[index] = { ...before, item: { ...before.item, status: 'incomplete' } };
      throw error;
    }
    this.#output[index] = { ...before, item };
  }

  #measure(index: number, item: Json): void {
    const others = this.#sizes.reduce((sum, size, place) => (place === index ? sum : sum + size), 0);
    const size = sizeOf(item);
    if (others + size > this.#mostBytes) throw tooLarge(others + size, this.#mostBytes);
    this.#sizes[index] = size;
  }

  /** Keeps the results of a search for the rounds of later responses. */
  keepResults(index: number, results: Json[]): void {
    this.#output[index] = { ...(this.#output[index] as OutputItem), results };
  }

  /** Takes over the settings and the usage of a round. */
  noteRound(response: Json): void {
    for (const name of adopted) if (response[name] != null) this.#response[name] = response[name];
    const { usage } = response;
    if (typeof usage !== 'object' || usage === null) return;
    this.#response.usage = sumOf(this.#response.usage as Json | null, usage as Json);
  }
}

function sizeOf(item: Json): number {
  return Buffer.byteLength(JSON.stringify(item));
}

function tooLarge(bytes: number, most: number): ServiceError {
  const way =
    most < mostUnstoredBytes ? 'Ask for a shorter answer, or send store: false.' : 'Ask for a shorter answer.';
  return new ServiceError(
    'upstream_failed',
    `The response broke off: its output has ${bytes} bytes as JSON, and may have ${most}. ${way}`,
  );
}

function sumOf(before: Json | null, usage: Json): Json {
  const sum = (name: string): number => numberIn(before, name) + numberIn(usage, name);
  const sumIn = (details: string, name: string): number =>
    numberIn(before?.[details], name) + numberIn(usage[details], name);
  return {
    input_tokens: sum('input_tokens'),
    input_tokens_details: {
      cached_tokens: sumIn('input_tokens_details', 'cached_tokens'),
      cache_write_tokens: sumIn('input_tokens_details', 'cache_write_tokens'),
    },
    output_tokens: sum('output_tokens'),
    output_tokens_details: { reasoning_tokens: sumIn('output_tokens_details', 'reasoning_tokens') },
    total_tokens: sum('input_tokens') + sum('output_tokens'),
  };
}

function numberIn(object: unknown, name: string): number {
  const value = (Object(object) as Json)[name];
  return typeof value === 'number' ? value : 0;
}
