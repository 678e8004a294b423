// Reads chat completions, streamed or whole, with the quirks of their servers, and returns the events of the internal
// form. Every quirk is handled here, once for all APIs.
//
// A chat completion may mix the pieces of parallel calls and of texts, and does not tell when a call is complete. An
// event belongs to the last text or call that began. So what follows a call is held back until the arguments of the
// call are whole, which they usually are when the next call begins.

import { type EventData, toTokens } from '../../gateway/index.ts';
import { withExtra } from './call-ids.ts';
import { type Call, Calls, isWhole } from './calls.ts';
import type { ChatEvent, StopReason, TextKind } from './events.ts';
import { ThinkTags } from './think-tags.ts';

type Json = Record<string, unknown>;

/** A text or a call, and its events that are held back. */
interface Segment {
  kind: TextKind | Call;
  held: ChatEvent[];
  isBegun: boolean;
}

/** The reasons of the end, by the names that servers have for them. All others are a usual end. */
const reasons: Record<string, StopReason> = {
  length: 'length',
  max_tokens: 'length',
  content_filter: 'filter',
  safety: 'filter',
};

export class ChatReader {
  readonly #calls = new Calls();
  readonly #tags = new ThinkTags();
  /** The segments that have not ended, in order. Only the first one has begun. */
  #open: Segment[] = [];
  #hasAnswer = false;
  /** The choice with the reason of the end. */
  #last: Json | undefined;

  /** Reads a chunk, or a whole completion. */
  read({ choices, usage, service_tier: tier }: EventData & { service_tier?: unknown }): ChatEvent[] {
    const choice = firstChoice(choices);
    if (choice !== undefined) this.#readChoice(choice);
    const events = this.#news(false);
    const tokens = toTokens(usage);
    if (tokens !== undefined) events.push({ kind: 'usage', tokens });
    if (typeof tier === 'string') events.push({ kind: 'tier', tier });
    return events;
  }

  /**
   * Ends the answer. Returns undefined if it is not whole. An answer without a reason of its end is whole if `isDone`:
   * its stream has said that it ends.
   */
  end(isDone: boolean): ChatEvent[] | undefined {
    const { finish_reason: given, stop_reason: sequence } = this.#last ?? {};
    if (!this.#hasAnswer || (given === undefined && !isDone) || given === 'error') return undefined;
    const reason = reasons[String(given).toLowerCase()] ?? (this.#calls.count > 0 ? 'calls' : 'stop');
    return [...this.rest(), { kind: 'stop', reason, sequence: typeof sequence === 'string' ? sequence : undefined }];
  }

  /** Returns the events that were held back. */
  rest(): ChatEvent[] {
    this.#pushPieces(this.#tags.end());
    for (const { kind, held } of this.#open) {
      // Clients can parse an empty object.
      if (typeof kind === 'object' && kind.arguments === '') held.push({ kind: 'arguments', text: '{}' });
    }
    return this.#news(true);
  }

  #readChoice(choice: Json): void {
    const { delta, message, logprobs, finish_reason: reason } = choice;
    const isMessage = typeof message === 'object' && message !== null;
    // Some servers repeat the whole message at the end of a stream.
    const given = delta ?? (this.#hasAnswer ? undefined : message);
    if (typeof reason === 'string' && reason !== '') this.#last = choice;
    this.#hasAnswer ||= (typeof delta === 'object' && delta !== null) || isMessage;
    const { content, refusal, annotations, ...others } = Object(given) as Json;
    this.#push('reasoning', reasoningIn(others));
    if (Array.isArray(content)) for (const part of content as unknown[]) this.#readPart(part);
    else if (typeof content === 'string') this.#pushPieces(this.#tags.push(content), logprobsIn(logprobs));
    if (typeof refusal === 'string') this.#push('refusal', refusal);
    if (Array.isArray(annotations)) for (const one of annotations as unknown[]) this.#annotate(one);
    const calls = callsIn(others);
    // The calls of a whole message are counted by their places.
    for (const [index, call] of calls.entries()) this.#addToCall(given === message ? { ...Object(call), index } : call);
  }

  /** Reads a part of content that is a list, as Mistral sends it. */
  #readPart(part: unknown): void {
    const { type, text = part, thinking, reasoning, refusal } = Object(part) as Json;
    if (type === 'refusal') this.#push('refusal', textsIn(refusal));
    else if (type === 'thinking' || type === 'reasoning')
      this.#push('reasoning', textsIn(thinking ?? reasoning ?? text));
    else this.#pushPieces(this.#tags.push(textsIn(text)));
  }

  #pushPieces(pieces: ReturnType<ThinkTags['push']>, logprobs?: Json[]): void {
    for (const [kind, text] of pieces) this.#push(kind, text, kind === 'text' ? logprobs : undefined);
  }

  #push(kind: TextKind, text: string, logprobs?: Json[]): void {
    if (text === '') return;
    const last = this.#open.at(-1);
    const event = logprobs === undefined ? { kind, text } : { kind, text, logprobs };
    if (last?.kind === kind) last.held.push(event);
    else this.#open.push({ kind, held: [event], isBegun: false });
  }

  /** Adds an annotation to the text. Chat has its members one level deeper than other APIs. */
  #annotate(given: unknown): void {
    const { type, url_citation: citation } = Object(given) as Json;
    const last = this.#open.at(-1);
    if (type !== 'url_citation' || last?.kind !== 'text') return;
    last.held.push({ kind: 'annotation', annotation: { type, ...Object(citation) } });
  }

  #addToCall(piece: unknown): void {
    const added = this.#calls.add(piece);
    if (added === undefined) return;
    const { call, isNew, text } = added;
    if (isNew) this.#open.push({ kind: call, held: [], isBegun: false });
    const segment = this.#open.find(({ kind }) => kind === call);
    if (text !== '') segment?.held.push({ kind: 'arguments', text });
  }

  /** Returns the events that can be told now. */
  #news(isOver: boolean): ChatEvent[] {
    const events: ChatEvent[] = [];
    for (let first = this.#open[0]; first !== undefined; first = this.#open[0]) {
      const { kind, held, isBegun } = first;
      if (typeof kind === 'object') {
        if (kind.name === '' && !isOver) break;
        const { id, name, extra } = kind;
        if (!isBegun) events.push({ kind: 'call', id: id === undefined ? id : withExtra(id, extra), name });
      }
      first.isBegun = true;
      events.push(...held);
      first.held = [];
      const isEnded = this.#open.length > 1 && (typeof kind === 'string' || isWhole(kind.arguments));
      if (!isEnded && !isOver) break;
      this.#open.shift();
    }
    return events;
  }
}

/** Returns the events of a whole completion; undefined if it has no message, or failed. */
export function readCompletion(completion: Json): ChatEvent[] | undefined {
  const reader = new ChatReader();
  const events = reader.read(completion);
  const last = reader.end(true);
  return last === undefined ? undefined : [...events, ...last];
}

/** Returns the first choice. A request has one answer, but some servers send several. */
function firstChoice(choices: unknown): Json | undefined {
  const all = Array.isArray(choices) ? choices.map((choice: unknown) => Object(choice) as Json) : [];
  return all.find(({ index }) => (index ?? 0) === 0);
}

/** Returns the reasoning. Servers have several names for it, and some send it under two of them. */
function reasoningIn({ reasoning_content, reasoning, thinking, reasoning_details: details }: Json): string {
  const given = [reasoning_content, reasoning, thinking].map(textsIn).find((text) => text !== '');
  return given ?? (Array.isArray(details) ? textsIn(details) : '');
}

/** Returns the text of a string, of an object with a text, or of a list of them. */
function textsIn(given: unknown): string {
  if (typeof given === 'string') return given;
  if (Array.isArray(given)) return given.map(textsIn).join('');
  const { text, content, value } = Object(given) as Json;
  const own = text ?? content ?? value;
  return typeof own === 'object' && own !== null ? textsIn(own) : typeof own === 'string' ? own : '';
}

/** Returns the tool calls, or the one function call of older servers. */
function callsIn({ tool_calls: calls, function_call: call }: Json): unknown[] {
  if (Array.isArray(calls) && calls.length > 0) return calls;
  if (typeof calls === 'object' && calls !== null && !Array.isArray(calls)) return [calls];
  return typeof call === 'object' && call !== null ? [{ index: 0, function: call }] : [];
}

function logprobsIn(given: unknown): Json[] | undefined {
  const { content } = Object(given) as Json;
  return Array.isArray(content) ? (content as Json[]) : undefined;
}
