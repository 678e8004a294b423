// Turns the events of one round into the events of the whole response. The calls of the search function become
// `file_search_call` items, and the markers in texts become annotations. All other events keep their content, and get
// their place in the whole response.

import { ServiceError } from '../../platform/index.ts';
import { MessageText, type TextPiece } from './message-text.ts';
import type { ModelEvent } from './model-round.ts';
import type { ResponseEvent, ResponseWriter } from './response.ts';
import type { SearchOutcome } from './search.ts';
import type { Sources } from './sources.ts';

type Json = Record<string, unknown>;

/** Output items that the caller has to answer before the model can go on. */
const answeredByCaller: ReadonlySet<unknown> = new Set([
  'function_call',
  'custom_tool_call',
  'computer_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'tool_search_call',
  'mcp_approval_request',
]);
const lastEvents: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** An output item of the round. */
interface Item {
  /** `ignored`: a search that exceeds the limits. */
  kind: 'search' | 'ignored' | 'other';
  /** Its place in the whole response. */
  index: number;
  id: string;
  /** The texts of a message, by their place in it. */
  texts: Map<unknown, MessageText>;
  /** Log probabilities of text that is held back. */
  logprobs: unknown[];
}

export interface RoundOptions {
  writer: ResponseWriter;
  sources: Sources;
  /** False: the model cannot search, so a function call with that name is the caller's. */
  hasSearch: boolean;
  functionName: string;
  showsResults: boolean;
  /** Returns true if the model may search once more, and counts the search. */
  admitSearch(): boolean;
  search(given: unknown): Promise<SearchOutcome>;
}

export class Round {
  readonly #options: RoundOptions;
  readonly #writer: ResponseWriter;
  readonly #items = new Map<unknown, Item>();
  readonly #given: unknown[] = [];
  readonly #outputs: unknown[] = [];
  /** The call of the search that has not run yet. */
  #called: { item: Item; call: Json } | undefined;
  #last: ModelEvent | undefined;
  #needsCaller = false;

  constructor(options: RoundOptions) {
    this.#options = options;
    this.#writer = options.writer;
  }

  /** True if another round follows: the model has searched, and no tool call waits for the caller. */
  get goesOn(): boolean {
    return this.#outputs.length > 0 && !this.#needsCaller;
  }

  /** The last event of the round. */
  get last(): ModelEvent | undefined {
    return this.#last;
  }

  /** The round's items as the input of the next round. */
  get input(): unknown[] {
    return [...this.#given, ...this.#outputs];
  }

  /** True if the model waits for a search, which `search` runs. */
  get isSearching(): boolean {
    return this.#called !== undefined;
  }

  /** Takes an event of the round, and returns the events for the caller. */
  *take(event: ModelEvent): Generator<ResponseEvent> {
    const { type, output_index: at } = event;
    if (lastEvents.has(type)) this.#last = event;
    else if (type === 'response.output_item.added') yield* this.#open(at, event.item);
    else if (type === 'response.output_item.done') yield* this.#close(at, event.item);
    else if (type === 'error' || (event.error !== undefined && event.error !== null)) throw failureOf(event);
    else {
      const item = this.#items.get(at);
      if (item?.kind === 'other') yield* this.#pass(item, event);
    }
  }

  /** Returns the events of items that the model's server has not sent one by one. Throws if the round is incomplete. */
  async *finish(): AsyncGenerator<ResponseEvent> {
    const last = this.#last;
    if (last === undefined)
      throw new ServiceError('upstream_failed', 'The response broke off: the upstream server failed. Try again.');
    const { output } = Object(last.response) as { output?: unknown };
    for (const [at, item] of (Array.isArray(output) ? output : []).entries())
      if (!this.#items.has(at)) {
        yield* this.#close(at, item);
        if (this.isSearching) yield* this.search();
      }
  }

  *#open(at: unknown, given: unknown): Generator<ResponseEvent> {
    const { type, name } = Object(given) as Json;
    const isSearch = this.#options.hasSearch && type === 'function_call' && name === this.#options.functionName;
    const kind = !isSearch ? 'other' : this.#options.admitSearch() ? 'search' : 'ignored';
    const none = { index: -1, id: '', texts: new Map(), logprobs: [] };
    if (kind === 'ignored') {
      this.#items.set(at, { ...none, kind });
      return;
    }
    const shown = isSearch ? searchItem('', 'in_progress') : (Object(given) as Json);
    const { index, id } = this.#writer.add(shown);
    this.#items.set(at, { ...none, kind, index, id });
    yield this.#writer.event('response.output_item.added', { output_index: index, item: { ...shown, id } });
    if (isSearch) yield this.#ofSearch('in_progress', { index, id });
  }

  *#close(at: unknown, given: unknown): Generator<ResponseEvent> {
    if (!this.#items.has(at)) yield* this.#open(at, given);
    const item = this.#items.get(at) as Item;
    if (item.kind === 'ignored') return;
    const done = Object(given) as Json;
    if (item.kind === 'other') yield* this.#closeOther(item, done);
    else if (done.status === 'incomplete') yield* this.#done(item, searchItem(item.id, 'incomplete'));
    else this.#called = { item, call: done };
  }

  /** Runs the search that the model waits for, and returns its events. */
  async *search(): AsyncGenerator<ResponseEvent> {
    const { item, call } = this.#called as { item: Item; call: Json };
    this.#called = undefined;
    yield this.#ofSearch('searching', item);
    const { queries, hits, given, isFailed, output } = await this.#options.search(call.arguments);
    const results = hits.map(({ fileId, filename, score, attributes, text }) => ({
      attributes,
      file_id: fileId,
      filename,
      score,
      text,
    }));
    const shown = searchItem(item.id, isFailed ? 'failed' : 'completed', queries);
    if (!isFailed) yield this.#ofSearch('completed', item);
    yield* this.#done(item, this.#options.showsResults ? { ...shown, results } : shown);
    this.#writer.keepResults(item.index, results.slice(0, given));
    const { call_id, name } = call;
    this.#given.push({ type: 'function_call', call_id, name, arguments: call.arguments });
    this.#outputs.push({ type: 'function_call_output', call_id, output });
  }

  *#closeOther(item: Item, given: Json): Generator<ResponseEvent> {
    const { type, content } = given;
    if (answeredByCaller.has(type)) this.#needsCaller = true;
    const again = asInput(given);
    if (again !== undefined) this.#given.push(again);
    if (type !== 'message' || !Array.isArray(content)) return yield* this.#done(item, { ...given, id: item.id });
    for (const [at, part] of content.entries()) if (!item.texts.has(at)) yield* this.#wholePart(item, at, part);
    yield* this.#done(item, {
      ...given,
      id: item.id,
      content: content.map((part, at) => withText(part, item.texts.get(at))),
    });
  }

  *#done(item: Item, shown: Json): Generator<ResponseEvent> {
    this.#writer.put(item.index, shown);
    yield this.#writer.event('response.output_item.done', { output_index: item.index, item: shown });
  }

  #ofSearch(step: string, { index, id }: Pick<Item, 'index' | 'id'>): ResponseEvent {
    return this.#writer.event(`response.file_search_call.${step}`, { output_index: index, item_id: id });
  }

  /** Passes an event of an item on. */
  *#pass(item: Item, event: ModelEvent): Generator<ResponseEvent> {
    const { type, content_index: at } = event;
    const part = Object(event.part) as Json;
    if (type === 'response.content_part.added') item.texts.set(at, new MessageText(this.#options.sources));
    const text = item.texts.get(at);
    if (text === undefined || (event.part !== undefined && part.type !== 'output_text'))
      return yield this.#moved(item, event);
    switch (type) {
      case 'response.output_text.delta':
        return yield* this.#texts(item, event, text.push(String(event.delta)));
      case 'response.output_text.annotation.added':
        return yield* this.#texts(item, event, text.annotate(event.annotation));
      case 'response.output_text.done':
        yield* this.#texts(item, event, text.end(event.text));
        return yield this.#moved(item, { ...event, text: text.text });
      case 'response.content_part.added':
        return yield this.#moved(item, { ...event, part: { ...part, text: '', annotations: [] } });
      case 'response.content_part.done':
        return yield this.#moved(item, { ...event, part: withText(part, text) });
      default:
        yield this.#moved(item, event);
    }
  }

  *#texts(item: Item, event: ModelEvent, pieces: TextPiece[]): Generator<ResponseEvent> {
    const { content_index } = event;
    const at = { output_index: item.index, item_id: item.id, content_index };
    if (event.type === 'response.output_text.delta' && Array.isArray(event.logprobs))
      item.logprobs.push(...event.logprobs);
    for (const piece of pieces) {
      if ('annotation' in piece) {
        const { annotation, index } = piece;
        const more = { ...at, annotation_index: index, annotation };
        yield this.#writer.event('response.output_text.annotation.added', more);
      } else {
        yield this.#writer.event('response.output_text.delta', { ...at, delta: piece.text, logprobs: item.logprobs });
        item.logprobs = [];
      }
    }
  }

  /** Returns the events of a part that the model's server has sent only as a whole. */
  *#wholePart(item: Item, at: number, part: unknown): Generator<ResponseEvent> {
    const { type, text, annotations } = Object(part) as Json;
    const event = { content_index: at, output_index: 0, item_id: '' };
    const added = type === 'output_text' ? { ...Object(part), text: '' } : part;
    yield* this.#pass(item, { ...event, type: 'response.content_part.added', part: added });
    if (type === 'output_text') {
      for (const annotation of Array.isArray(annotations) ? annotations : [])
        yield* this.#pass(item, { ...event, type: 'response.output_text.annotation.added', annotation });
      yield* this.#pass(item, { ...event, type: 'response.output_text.done', text, logprobs: [] });
    }
    yield* this.#pass(item, { ...event, type: 'response.content_part.done', part });
  }

  #moved(item: Item, { type, sequence_number: _, ...members }: ModelEvent): ResponseEvent {
    const id = members.item_id === undefined ? {} : { item_id: item.id };
    return this.#writer.event(String(type), { ...members, ...id, output_index: item.index });
  }
}

function searchItem(id: string, status: string, queries: string[] = []): Json {
  return { id, type: 'file_search_call', status, queries, results: null };
}

function withText(part: unknown, text: MessageText | undefined): unknown {
  if (text === undefined || (Object(part) as Json).type !== 'output_text') return part;
  return { ...Object(part), text: text.text, annotations: [...text.annotations] };
}

/**
 * Returns an item as input of a round. The model's server stores nothing, so ids mean nothing to it, and a reasoning
 * item is of use only with its content.
 */
export function asInput({ id, status: _, ...item }: Json): Json | undefined {
  if (item.type !== 'reasoning') return item;
  const hasContent = Array.isArray(item.content) && item.content.length > 0;
  return hasContent || typeof item.encrypted_content === 'string' ? { id, ...item } : undefined;
}

/** Returns the error that an event reports. */
function failureOf({ error, message }: ModelEvent): ServiceError {
  const { code, message: own } = Object(error) as Json;
  const text = [own, message].find((one) => typeof one === 'string');
  const isTimeout = code === 'upstream_timeout';
  return new ServiceError(
    isTimeout ? 'upstream_timeout' : 'upstream_failed',
    String(text ?? 'The response broke off: the upstream server failed. Try again.'),
  );
}
