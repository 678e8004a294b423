// Writes the output items of a response as events while they grow. One item is open at a time, as in the public API.

import { newId } from '../../../../models/ids.ts';
import type { ChatEvent, TextKind } from '../../dialect/index.ts';
import { callOf, type GrowingCall } from './calls.ts';
import { packReasoning, type ReasoningForms } from './reasoning.ts';
import type { Tools } from './tools.ts';

type Json = Record<string, unknown>;
type Status = 'completed' | 'incomplete';

/** The kinds of text in an answer: the type of its item and of its part, and the names of its events. */
const kinds: Record<TextKind, { item: string; part: string; events: string }> = {
  reasoning: { item: 'reasoning', part: 'reasoning_text', events: 'response.reasoning_text' },
  text: { item: 'message', part: 'output_text', events: 'response.output_text' },
  refusal: { item: 'message', part: 'refusal', events: 'response.refusal' },
};
const summaryEvents = 'response.reasoning_summary_text';

/** The part of the open item that grows. */
interface Part {
  kind: TextKind;
  text: string;
  /** The members of its events that give its position, as JSON. */
  at: string;
  place: Json;
  logprobs: Json[];
  annotations: Json[];
}

export class OutputWriter {
  /** The items so far. */
  readonly items: Json[] = [];
  #written = '';
  #sequence = 0;
  #open: Json | undefined;
  #part: Part | undefined;
  /** The call of the open item. */
  #call: GrowingCall | undefined;
  readonly #tools: Pick<Tools, 'formOf'>;
  readonly #reasoning: ReasoningForms;

  constructor(tools: Pick<Tools, 'formOf'>, reasoning: ReasoningForms) {
    this.#tools = tools;
    this.#reasoning = reasoning;
  }

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

  /** Writes the events for an event of the answer. */
  write(event: ChatEvent): void {
    if (event.kind === 'call') this.#begin(event);
    else if (event.kind === 'arguments') this.#addArguments(event.text);
    else if (event.kind === 'annotation') this.#annotate(event.annotation);
    else if ('text' in event) this.#addText(event.kind, event.text, event.logprobs);
  }

  /** Ends the last item with the status. */
  close(status: Status): void {
    this.#closeItem(status);
  }

  /** Adds to the open text. Ends the open item and begins a new one if that item is of another kind. */
  #addText(kind: TextKind, delta: string, logprobs: Json[] = []): void {
    const part = this.#part?.kind === kind ? this.#part : this.#beginPart(kind);
    part.text += delta;
    part.logprobs.push(...logprobs);
    const known = logprobs.length === 0 ? '[]' : JSON.stringify(logprobs);
    this.#delta(kinds[kind].events, part.at, delta, kind === 'text' ? `,"logprobs":${known}` : '');
    if (this.#isSummary(kind)) this.#delta(summaryEvents, JSON.stringify(this.#summaryPlace()).slice(1, -1), delta, '');
  }

  #annotate(annotation: Json): void {
    if (this.#part?.kind !== 'text') return;
    this.#part.annotations.push(annotation);
    const annotation_index = this.#part.annotations.length - 1;
    this.event('response.output_text.annotation.added', { ...this.#part.place, annotation_index, annotation });
  }

  /** Writes an event for a delta. Nearly all events of a stream are of this kind, so its text is put together here. */
  #delta(events: string, at: string, delta: string, more: string): void {
    const place = `"sequence_number":${this.#sequence},${at}`;
    this.#written += `event: ${events}.delta\ndata: {"type":"${events}.delta",${place},"delta":${JSON.stringify(delta)}${more}}\n\n`;
    this.#sequence += 1;
  }

  #beginPart(kind: TextKind): Part {
    const { item, part: type } = kinds[kind];
    if (this.#open?.type === item) this.#closePart();
    else {
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
    if (this.#isSummary(kind)) this.#summaryPart('added', '');
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
    const open = this.#open as Json;
    (open.content as Json[]).push(whole);
    if (this.#isSummary(part.kind)) {
      this.event(`${summaryEvents}.done`, { ...this.#summaryPlace(), text });
      (open.summary as Json[]).push(this.#summaryPart('done', text));
    }
    if (part.kind === 'reasoning' && this.#reasoning.encrypted) open.encrypted_content = packReasoning(text);
    this.#part = undefined;
  }

  #isSummary(kind: TextKind): boolean {
    return kind === 'reasoning' && this.#reasoning.summary;
  }

  /** An item of reasoning has one part, which is its summary too. */
  #summaryPlace(): Json {
    return { ...this.#place(), summary_index: 0 };
  }

  #summaryPart(step: 'added' | 'done', text: string): Json {
    const part = { type: 'summary_text', text };
    this.event(`response.reasoning_summary_part.${step}`, { ...this.#summaryPlace(), part });
    return part;
  }

  #closeItem(status: Status): void {
    const item = this.#open;
    if (item === undefined) return;
    if (this.#call === undefined) this.#closePart();
    else this.#closeCall(this.#call, item);
    item.status = status;
    this.event('response.output_item.done', { output_index: this.items.length - 1, item });
    this.#open = undefined;
  }

  #begin({ id, name }: { id: string | undefined; name: string }): void {
    const call = callOf(this.#tools.formOf(name), id ?? newId('tool-call'));
    this.#openItem(call.begun);
    this.#call = call;
  }

  #addArguments(piece: string): void {
    const call = this.#call as GrowingCall;
    this.#grow(call, call.push(piece));
  }

  #grow({ grows }: GrowingCall, delta: string): void {
    if (grows === undefined || delta === '') return;
    const item = this.#open as Json;
    item[grows.member] += delta;
    this.#delta(grows.events, JSON.stringify(this.#place()).slice(1, -1), delta, '');
  }

  #closeCall(call: GrowingCall, item: Json): void {
    this.#grow(call, call.end());
    Object.assign(item, call.members?.());
    this.#call = undefined;
    if (call.grows === undefined) return;
    const { member, events } = call.grows;
    // The event of a custom tool has no name, in the public API.
    const name = member === 'arguments' ? { name: item.name } : {};
    this.event(`${events}.done`, { ...this.#place(), ...name, [member]: item[member] });
  }
}

function shownPart(type: string, { kind, text, annotations, logprobs }: Part): Json {
  if (kind === 'text') return { type, text, annotations: [...annotations], logprobs: [...logprobs] };
  return kind === 'refusal' ? { type, refusal: text } : { type, text };
}
