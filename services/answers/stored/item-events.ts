// The events of a whole output item, in the order of the public API.

import type { ResponseEvent } from '../rounds/response.ts';

type Json = Record<string, unknown>;

/** Numbers an event. */
export type Add = (type: string, members: Json) => ResponseEvent;

/** Returns the events of an item. An item of a type that is not known here begins and ends, and has nothing between. */
export function* itemEvents(index: number, item: Json, add: Add): Generator<ResponseEvent> {
  const at = { item_id: item.id, output_index: index };
  // The events between are made, and so numbered, when they are read.
  const [begun, between] = partsOf(item, at, add);
  const status = item.status === undefined ? {} : { status: 'in_progress' };
  yield add('response.output_item.added', { output_index: index, item: { ...item, ...begun, ...status } });
  yield* between;
  yield add('response.output_item.done', { output_index: index, item });
}

type Place = { item_id: unknown; output_index: number };

/** Returns what the item has when it begins, and the events that fill it. */
function partsOf(item: Json, at: Place, add: Add): [Json, Iterable<ResponseEvent>] {
  switch (item.type) {
    case 'message':
      return [{ content: [] }, contentEvents(item, at, add)];
    case 'reasoning':
      return [{ summary: [], ...(item.content === undefined ? {} : { content: [] }) }, reasoningEvents(item, at, add)];
    case 'function_call':
      return [{ arguments: '' }, callEvents(item, at, add)];
    case 'custom_tool_call':
      return [{ input: '' }, customCallEvents(item, at, add)];
    case 'file_search_call':
      return [{ queries: [], results: null }, searchEvents(item, at, add)];
    default:
      return [{}, []];
  }
}

function* callEvents({ name, arguments: given }: Json, at: Place, add: Add): Generator<ResponseEvent> {
  yield add('response.function_call_arguments.delta', { ...at, delta: given });
  yield add('response.function_call_arguments.done', { ...at, name, arguments: given });
}

function* customCallEvents({ input }: Json, at: Place, add: Add): Generator<ResponseEvent> {
  yield add('response.custom_tool_call_input.delta', { ...at, delta: input });
  yield add('response.custom_tool_call_input.done', { ...at, input });
}

function* searchEvents({ status }: Json, at: Place, add: Add): Generator<ResponseEvent> {
  yield add('response.file_search_call.in_progress', at);
  if (status === 'incomplete') return;
  yield add('response.file_search_call.searching', at);
  if (status === 'completed') yield add('response.file_search_call.completed', at);
}

function* reasoningEvents(item: Json, at: Place, add: Add): Generator<ResponseEvent> {
  for (const [summary_index, part] of listOf(item.summary).entries()) {
    const place = { ...at, summary_index };
    const { text } = part;
    yield add('response.reasoning_summary_part.added', { ...place, part: { ...part, text: '' } });
    yield add('response.reasoning_summary_text.delta', { ...place, delta: text });
    yield add('response.reasoning_summary_text.done', { ...place, text });
    yield add('response.reasoning_summary_part.done', { ...place, part });
  }
  yield* contentEvents(item, at, add);
}

function* contentEvents(item: Json, at: Place, add: Add): Generator<ResponseEvent> {
  for (const [content_index, part] of listOf(item.content).entries()) {
    const place = { ...at, content_index };
    const { type, text, refusal, annotations } = part;
    const empty = type === 'refusal' ? { refusal: '' } : { text: '' };
    const none = annotations === undefined ? {} : { annotations: [] };
    yield add('response.content_part.added', { ...place, part: { ...part, ...empty, ...none } });
    if (type === 'refusal') {
      yield add('response.refusal.delta', { ...place, delta: refusal });
      yield add('response.refusal.done', { ...place, refusal });
    } else if (type === 'reasoning_text') {
      yield add('response.reasoning_text.delta', { ...place, delta: text });
      yield add('response.reasoning_text.done', { ...place, text });
    } else {
      const logprobs = part.logprobs ?? [];
      yield add('response.output_text.delta', { ...place, delta: text, logprobs });
      for (const [annotation_index, annotation] of listOf(annotations).entries())
        yield add('response.output_text.annotation.added', { ...place, annotation_index, annotation });
      yield add('response.output_text.done', { ...place, text, logprobs });
    }
    yield add('response.content_part.done', { ...place, part });
  }
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}
