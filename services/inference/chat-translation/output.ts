// Writes the output items of a response as events while they grow. One item is open at a time, as in the public API.

import { newId } from '../../../models/ids.ts';
import { type Call, Calls } from './calls.ts';

type Json = Record<string, unknown>;
type Status = 'completed' | 'incomplete';

/** The kinds of text in an answer: the type of its item and of its part, and the names of its events. */
const kinds = {
  reasoning: { item: 'reasoning', part: 'reasoning_text', events: 'response.reasoning_text' },
  text: { item: 'message', part: 'output_text', events: 'response.output_text' },
  refusal: { item: 'message', part: 'refusal', events: 'response.refusal' },
};
type Kind = keyof typeof kinds;

/** The part of the open item that grows. */
interface Part {
  kind: Kind;
  text: string;
  /** The members of its events that give its position, as JSON. */
  at: string;
  place: Json;
  logprobs: Json[];
  annotations: Json[];
}

const argumentEvents = 'response.function_call_arguments';

export class OutputWriter {
  /** The items so far. */
  readonly items: Json[] = [];
  readonly #calls = new Calls();
  #written = '';
  #sequence = 0;
  #open: Json | undefined;
  #part: Part | undefined;

  /** Returns the events since the last call as text. */
  take(): string {
    const written = this.#written;
    this.#written = '';
    return written;
  }

  /** Writes an event. */
  event(type: string, members: Json): void {
    this.#written += `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence, ...members })}\n\n`;
    this.#sequence += 1;
  }

  /** Adds to the open text. Ends the open item and begins a new one if that item is of another kind. */
  write(kind: Kind, delta: string, given?: unknown): void {
    if (delta === '') return;
    const part = this.#part?.kind === kind ? this.#part : this.#begin(kind);
    part.text += delta;
    let more = '';
    if (kind === 'text') {
      const logprobs = given == null ? [] : logprobsIn(given);
      part.logprobs.push(...logprobs);
      more = logprobs.length === 0 ? ',"logprobs":[]' : `,"logprobs":${JSON.stringify(logprobs)}`;
    }
    this.#delta(kinds[kind].events, part.at, delta, more);
  }

  /** Adds an annotation to the text. Chat has its members one level deeper. */
  annotate(given: unknown): void {
    const { type, url_citation: citation } = Object(given) as Json;
    if (type !== 'url_citation' || this.#part?.kind !== 'text') return;
    const annotation = { type, ...Object(citation) };
    this.#part.annotations.push(annotation);
    const annotation_index = this.#part.annotations.length - 1;
    this.event('response.output_text.annotation.added', { ...this.#part.place, annotation_index, annotation });
  }

  /** Adds to a function call. `at` is its place among the calls of the chunk. */
  call(given: Json, at: number): void {
    this.#calls.add(given, at);
    for (const call of this.#calls.ready()) this.#writeCall(call);
  }

  /** Ends all items. The last one has the status. */
  close(status: Status): void {
    for (const call of this.#calls.rest()) this.#writeCall(call);
    this.#closeItem(status);
  }

  /** Writes an event for a delta. Nearly all events of a stream are of this kind, so its text is put together here. */
  #delta(events: string, at: string, delta: string, more: string): void {
    const place = `"sequence_number":${this.#sequence},${at}`;
    this.#written += `event: ${events}.delta\ndata: {"type":"${events}.delta",${place},"delta":${JSON.stringify(delta)}${more}}\n\n`;
    this.#sequence += 1;
  }

  #begin(kind: Kind): Part {
    const { item, part: type } = kinds[kind];
    if (this.#open?.type === item) this.#closePart();
    else {
      for (const call of this.#calls.rest()) this.#writeCall(call);
      this.#openItem(
        item === 'message'
          ? { type: item, status: 'in_progress', role: 'assistant', content: [] }
          : { type: item, status: 'in_progress', summary: [], content: [] },
      );
    }
    const open = this.#open as Json;
    const place = { ...this.#place(), content_index: (open.content as Json[]).length };
    const part = { kind, text: '', at: JSON.stringify(place).slice(1, -1), place, logprobs: [], annotations: [] };
    this.#part = part;
    this.event('response.content_part.added', { ...place, part: shownPart(type, part) });
    return part;
  }

  #openItem(item: Json): void {
    this.#closeItem('completed');
    this.#open = { id: newId('output-item'), ...item };
    this.items.push(this.#open);
    this.event('response.output_item.added', { output_index: this.items.length - 1, item: this.#open });
  }

  #place(): Json {
    return { item_id: this.#open?.id, output_index: this.items.length - 1 };
  }

  #closePart(): void {
    const part = this.#part;
    if (part === undefined) return;
    const { part: type, events } = kinds[part.kind];
    const whole = shownPart(type, part);
    const { text, place } = part;
    const done = part.kind === 'refusal' ? { refusal: text } : { text };
    this.event(
      `${events}.done`,
      part.kind === 'text' ? { ...place, ...done, logprobs: part.logprobs } : { ...place, ...done },
    );
    this.event('response.content_part.done', { ...place, part: whole });
    ((this.#open as Json).content as Json[]).push(whole);
    this.#part = undefined;
  }

  #closeItem(status: Status): void {
    const item = this.#open;
    if (item === undefined) return;
    if (item.type === 'function_call')
      this.event(`${argumentEvents}.done`, { ...this.#place(), name: item.name, arguments: item.arguments });
    else this.#closePart();
    item.status = status;
    this.event('response.output_item.done', { output_index: this.items.length - 1, item });
    this.#open = undefined;
  }

  #writeCall({ callId, name, delta, isNew }: Call): void {
    if (isNew) this.#openItem({ type: 'function_call', status: 'in_progress', call_id: callId, name, arguments: '' });
    const item = this.#open as Json;
    if (delta === '') return;
    item.arguments += delta;
    this.#delta(argumentEvents, JSON.stringify(this.#place()).slice(1, -1), delta, '');
  }
}

function shownPart(type: string, { kind, text, annotations, logprobs }: Part): Json {
  if (kind === 'text') return { type, text, annotations: [...annotations], logprobs: [...logprobs] };
  return kind === 'refusal' ? { type, refusal: text } : { type, text };
}

function logprobsIn(given: unknown): Json[] {
  const { content } = Object(given) as Json;
  return Array.isArray(content) ? (content as Json[]) : [];
}
