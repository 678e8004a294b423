// Responses of the sandbox's models. They are kept until the next reset.

import { nowSeconds } from '../../../models/clock.ts';
import { type Answering, type Json, json, pieces, refuse } from './answering.ts';
import { digestOf, type Message, type Reply, replyTo } from './reply.ts';

interface Kept {
  response: Json;
  input: Json[];
}

interface Item {
  type?: string;
  content?: unknown;
  output?: unknown;
}

export class Responses {
  readonly #kept = new Map<string, Kept>();
  #count = 0;

  forget(): void {
    this.#kept.clear();
  }

  async answer(answering: Answering): Promise<void> {
    const [, , id, below] = answering.path.split('/');
    if (id === undefined) return this.#create(answering);
    const kept = this.#kept.get(id);
    if (kept === undefined) return refuse(answering.response, 404, `There is no response ${id}.`, 'not_found');
    if (below === 'input_items') return json(answering.response, 200, listOf(kept.input));
    if (answering.method === 'DELETE') {
      this.#kept.delete(id);
      return json(answering.response, 200, { id, object: 'response', deleted: true });
    }
    if (answering.query.get('stream') === 'true') return pieces(answering.response, eventsOf(kept.response), 0);
    return json(answering.response, 200, kept.response);
  }

  async #create({ body, response }: Answering): Promise<void> {
    const { input } = body;
    if (typeof input !== 'string' && !Array.isArray(input))
      return refuse(response, 400, 'Give `input`: a text, or a list of items.', 'invalid_request');
    const items: Json[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    const reply = replyTo({
      model: String(body.model),
      messages: [body.instructions, ...items].map(messageOf),
      metadata: body.metadata,
      maxTokens: body.max_output_tokens as number | undefined,
    });
    this.#count += 1;
    const id = `resp_${digestOf([body, this.#count])}`;
    const made = responseOf(id, body, reply);
    if (body.store !== false) {
      const kept = items.map((item, index) => keptItem(item, `msg_${digestOf([id, index])}`));
      this.#kept.set(id, { response: made, input: kept });
    }
    if (body.stream === true) return pieces(response, eventsOf(made), reply.delayMs);
    await json(response, 200, made, reply.delayMs);
  }
}

/** Returns the input item as a read of the items has it: a message's text is a part. */
function keptItem(item: Json, id: string): Json {
  const { content, role } = item;
  const part = role === 'assistant' ? { type: 'output_text', annotations: [], logprobs: [] } : { type: 'input_text' };
  const parts = typeof content === 'string' ? { content: [{ ...part, text: content }], status: 'completed' } : {};
  return { id, type: 'message', ...item, ...parts };
}

function responseOf(id: string, body: Json, reply: Reply): Json {
  const isCut = reply.finishReason === 'length' || reply.finishReason === 'content_filter';
  const reason = reply.finishReason === 'length' ? 'max_output_tokens' : 'content_filter';
  return {
    id,
    object: 'response',
    access_programs: null,
    created_at: nowSeconds(),
    status: isCut ? 'incomplete' : 'completed',
    background: body.background ?? false,
    error: null,
    incomplete_details: isCut ? { reason } : null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    metadata: body.metadata ?? {},
    model: body.model,
    output: outputOf(id, reply),
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: body.text ?? { format: { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: body.top_p ?? 1,
    truncation: body.truncation ?? 'disabled',
    usage: {
      input_tokens: reply.inputTokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: reply.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: reply.inputTokens + reply.outputTokens,
    },
  };
}

function outputOf(id: string, { words, refusal, toolCalls }: Reply): Json[] {
  const text = { type: 'output_text', text: words.join(''), annotations: [], logprobs: [] };
  const content = refusal === null ? (words.length === 0 ? [] : [text]) : [{ type: 'refusal', refusal }];
  const message = { id: `msg_${digestOf(id)}`, type: 'message', status: 'completed', role: 'assistant', content };
  return [
    ...(content.length === 0 ? [] : [message]),
    ...toolCalls.map((call, index) => ({
      id: `fc_${digestOf([id, index])}`,
      type: 'function_call',
      status: 'completed',
      call_id: `call_${index + 1}`,
      ...call,
    })),
  ];
}

type Event = [type: string, members: Json];

/** Returns the events of a streamed response, as text. */
function eventsOf(made: Json): string[] {
  const begun = { ...made, status: 'in_progress', output: [], usage: null };
  const events: Event[] = [
    ['response.created', { response: begun }],
    ['response.in_progress', { response: begun }],
    ...(made.output as Json[]).flatMap(itemEvents),
    [made.status === 'incomplete' ? 'response.incomplete' : 'response.completed', { response: made }],
  ];
  return events.map(([type, members], sequence_number) => {
    return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...members })}\n\n`;
  });
}

function itemEvents(item: Json, output_index: number): Event[] {
  const at = { item_id: item.id, output_index };
  const begun = { ...item, status: 'in_progress', ...(item.type === 'message' ? { content: [] } : { arguments: '' }) };
  const parts = (item.content ?? []) as { type: string; text?: string; refusal?: string }[];
  const inside: Event[] =
    item.type === 'message'
      ? parts.flatMap((part, content_index) => partEvents(part, { ...at, content_index }))
      : [
          ['response.function_call_arguments.delta', { ...at, delta: item.arguments }],
          ['response.function_call_arguments.done', { ...at, name: item.name, arguments: item.arguments }],
        ];
  return [
    ['response.output_item.added', { output_index, item: begun }],
    ...inside,
    ['response.output_item.done', { output_index, item }],
  ];
}

function partEvents(part: { type: string; text?: string; refusal?: string }, at: Json): Event[] {
  const [name, field, text = ''] =
    part.type === 'refusal' ? ['refusal', 'refusal', part.refusal] : ['output_text', 'text', part.text];
  const logprobs = part.type === 'refusal' ? {} : { logprobs: [] };
  const deltas = text.match(/\s*\S+/g) ?? [];
  return [
    ['response.content_part.added', { ...at, part: { ...part, [field]: '' } }],
    ...deltas.map((delta): Event => [`response.${name}.delta`, { ...at, delta, ...logprobs }]),
    [`response.${name}.done`, { ...at, [field]: text, ...logprobs }],
    ['response.content_part.done', { ...at, part }],
  ];
}

function listOf(data: Json[]): Json {
  return { object: 'list', data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: false };
}

function messageOf(item: unknown): Message {
  if (typeof item === 'string') return { text: item, images: [] };
  const { content, output } = (item ?? {}) as Item;
  const given = content ?? output;
  if (typeof given === 'string') return { text: given, images: [] };
  const parts = (Array.isArray(given) ? given : []) as { text?: string; image_url?: string }[];
  return {
    text: parts.map(({ text = '' }) => text).join(''),
    images: parts.flatMap(({ image_url }) => image_url ?? []),
  };
}
