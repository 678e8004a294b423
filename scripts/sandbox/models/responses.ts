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
    const items = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : (body.input as Json[]);
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
      const input = items.map((item, index) => ({ id: `msg_${digestOf([id, index])}`, type: 'message', ...item }));
      this.#kept.set(id, { response: made, input });
    }
    if (body.stream === true) return pieces(response, eventsOf(made), reply.delayMs);
    await json(response, 200, made, reply.delayMs);
  }
}

function responseOf(id: string, body: Json, reply: Reply): Json {
  const isCut = reply.finishReason === 'length' || reply.finishReason === 'content_filter';
  const reason = reply.finishReason === 'length' ? 'max_output_tokens' : 'content_filter';
  return {
    id,
    object: 'response',
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
      input_tokens_details: { cached_tokens: 0 },
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

/** Returns the events of a streamed response. */
function eventsOf(made: Json): string[] {
  let number = 0;
  const event = (type: string, more: Json): string => {
    const data = { type, sequence_number: number, ...more };
    number += 1;
    return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  };
  const begun = { ...made, status: 'in_progress', output: [], usage: null };
  return [
    event('response.created', { response: begun }),
    event('response.in_progress', { response: begun }),
    ...(made.output as Json[]).flatMap((item, index) => itemEvents(item, index, event)),
    event(made.status === 'incomplete' ? 'response.incomplete' : 'response.completed', { response: made }),
  ];
}

function itemEvents(item: Json, output_index: number, event: (type: string, more: Json) => string): string[] {
  const at = { item_id: item.id, output_index };
  const begun = { ...item, status: 'in_progress', ...(item.type === 'message' ? { content: [] } : { arguments: '' }) };
  const parts = (item.content ?? []) as { type: string; text?: string; refusal?: string }[];
  const inside =
    item.type === 'message'
      ? parts.flatMap((part, content_index) => partEvents(part, { ...at, content_index }, event))
      : [
          event('response.function_call_arguments.delta', { ...at, delta: item.arguments }),
          event('response.function_call_arguments.done', { ...at, name: item.name, arguments: item.arguments }),
        ];
  return [
    event('response.output_item.added', { output_index, item: begun }),
    ...inside,
    event('response.output_item.done', { output_index, item }),
  ];
}

function partEvents(
  part: { type: string; text?: string; refusal?: string },
  at: Json,
  event: (type: string, more: Json) => string,
): string[] {
  const [name, field, text] =
    part.type === 'refusal' ? ['refusal', 'refusal', part.refusal] : ['output_text', 'text', part.text];
  const logprobs = part.type === 'refusal' ? {} : { logprobs: [] };
  return [
    event('response.content_part.added', { ...at, part: { ...part, [field]: '' } }),
    ...((text ?? '').match(/\s*\S+/g) ?? []).map((delta) =>
      event(`response.${name}.delta`, { ...at, delta, ...logprobs }),
    ),
    event(`response.${name}.done`, { ...at, [field]: text, ...logprobs }),
    event('response.content_part.done', { ...at, part }),
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
