// A model of the Responses API that answers by a script, in pieces of random size.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answering, json } from './upstream.ts';

/** An output item of a turn. `call` calls a function; `search` calls the first function that searches files. */
export type ScriptedItem =
  | { text: string; annotations?: object[] }
  | { search: unknown; arguments?: string; status?: 'incomplete' }
  | { call: string; arguments?: string }
  | { reasoning: string };

/** One answer of the model. */
export interface Turn {
  items: ScriptedItem[];
  status?: 'completed' | 'incomplete' | 'failed';
  usage?: { input_tokens: number; output_tokens: number };
}

type Json = Record<string, unknown>;

/** Returns the name of the function that the model gets to search files. */
function searchFunctionOf({ tools }: Json): string {
  const found = (tools as Json[] | undefined)?.find(({ name }) => String(name).startsWith('file_search'));
  return String(found?.name ?? 'file_search');
}

/** Returns pseudo-random numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Cuts a text into pieces of 1 to 7 characters. */
export function piecesOf(text: string, random: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + 1 + Math.floor(random() * 7);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

/** Returns events as server-sent events. */
export function sseOf(events: Json[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** Returns an answer for `upstream.next` or `upstream.always`. */
export function says(turn: Turn, random: () => number = Math.random): (answering: Answering) => Promise<void> {
  return async ({ seen, response }) => {
    const events = eventsOf(seen.body, turn, random);
    if (seen.body.stream !== true) return json(response, 200, (events.at(-1) as Json).response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const bytes = Buffer.from(sseOf(events));
    for (let at = 0; at < bytes.length && !response.destroyed; ) {
      const end = at + 1 + Math.floor(random() * 700);
      response.write(bytes.subarray(at, end));
      at = end;
      if (random() < 0.1) await nextTurn();
    }
    response.end();
  };
}

/** Answers the requests with the turns in order. */
export function script(turns: (Turn | ScriptedItem[])[], seed = 1): ((answering: Answering) => Promise<void>)[] {
  const random = randomFrom(seed);
  return turns.map((turn) => says(Array.isArray(turn) ? { items: turn } : turn, random));
}

let count = 0;

function eventsOf(body: Json, { items, status = 'completed', usage }: Turn, random: () => number): Json[] {
  const events: Json[] = [];
  const say = (type: string, members: Json): void => {
    events.push({ type, sequence_number: events.length, ...members });
  };
  count += 1;
  const used = { input_tokens: 10, output_tokens: 5, ...usage };
  const response = {
    id: `resp_upstream${count}`,
    object: 'response',
    created_at: 1_700_000_000,
    status: 'in_progress',
    model: body.model,
    temperature: 1,
    output: [] as Json[],
    usage: null as unknown,
  };
  say('response.created', { response: { ...response } });
  say('response.in_progress', { response: { ...response } });
  for (const [index, item] of items.entries()) {
    const whole = itemOf(body, item, index);
    sayItem(say, whole, index, random);
    response.output.push(whole);
  }
  response.status = status;
  response.usage = { ...used, total_tokens: used.input_tokens + used.output_tokens };
  const error = status === 'failed' ? { code: 'server_error', message: 'The model is tired.' } : null;
  const incomplete_details = status === 'incomplete' ? { reason: 'max_output_tokens' } : null;
  say(`response.${status}`, { response: { ...response, error, incomplete_details } });
  return events;
}

function itemOf(body: Json, item: ScriptedItem, index: number): Json {
  const id = `${count}_${index}`;
  if ('text' in item) {
    const part = { type: 'output_text', text: item.text, annotations: item.annotations ?? [], logprobs: [] };
    return { id: `msg_${id}`, type: 'message', role: 'assistant', status: 'completed', content: [part] };
  }
  if ('reasoning' in item) {
    return {
      id: `rs_${id}`,
      type: 'reasoning',
      summary: [],
      content: [{ type: 'reasoning_text', text: item.reasoning }],
    };
  }
  const name = 'call' in item ? item.call : searchFunctionOf(body);
  const given = item.arguments ?? ('search' in item ? JSON.stringify({ queries: item.search }) : '{}');
  const status = 'status' in item ? item.status : 'completed';
  return { id: `fc_${id}`, type: 'function_call', call_id: `call_${id}`, name, arguments: given, status };
}

type Say = (type: string, members: Json) => void;

function sayItem(say: Say, item: Json, output_index: number, random: () => number): void {
  const at = { item_id: item.id, output_index };
  if (item.type === 'function_call') {
    say('response.output_item.added', { output_index, item: { ...item, arguments: '', status: 'in_progress' } });
    for (const delta of piecesOf(String(item.arguments), random))
      say('response.function_call_arguments.delta', { ...at, delta });
    say('response.function_call_arguments.done', { ...at, name: item.name, arguments: item.arguments });
  } else {
    const [part] = item.content as Json[] as [Json];
    say('response.output_item.added', { output_index, item: { ...item, content: [], status: 'in_progress' } });
    if (item.type === 'message') sayText(say, part, at, random);
    else {
      for (const delta of piecesOf(String(part.text), random))
        say('response.reasoning_text.delta', { ...at, content_index: 0, delta });
      say('response.reasoning_text.done', { ...at, content_index: 0, text: part.text });
    }
  }
  say('response.output_item.done', { output_index, item });
}

function sayText(say: Say, part: Json, item: Json, random: () => number): void {
  const at = { ...item, content_index: 0 };
  say('response.content_part.added', { ...at, part: { ...part, text: '', annotations: [] } });
  for (const delta of piecesOf(String(part.text), random))
    say('response.output_text.delta', { ...at, delta, logprobs: [] });
  for (const [annotation_index, annotation] of (part.annotations as object[]).entries())
    say('response.output_text.annotation.added', { ...at, annotation_index, annotation });
  say('response.output_text.done', { ...at, text: part.text, logprobs: [] });
  say('response.content_part.done', { ...at, part });
}
