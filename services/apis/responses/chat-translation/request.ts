// Translates a request of the Responses API to one of chat completions. Members that only describe how a response is kept
// or shown (`store`, `metadata`, `include`, …) have no counterpart, and change nothing about the answer. Members that this
// file does not know go on unchanged, as they would to an upstream with responses: `seed`, `top_k` and so on.

import type { ChatMessage } from '../../dialect/index.ts';
import { messagesOf } from './input.ts';
import type { ResponseRequest } from './response.ts';
import { Tools } from './tools.ts';
import { requiredName, Untranslatable } from './untranslatable.ts';

type Json = Record<string, unknown>;

/** A request of chat completions. */
export interface ChatBody extends Json {
  model: string;
  messages: ChatMessage[];
}

/** The translation, or the first member that has none. */
export type TranslatedRequest =
  | { chat: ChatBody; ignoredTools: string[]; untranslatable?: never }
  | { chat?: never; ignoredTools?: never; untranslatable: Untranslatable };

/**
 * Members that change the answer and that chat completions cannot express. Null counts as left out, and so does `false`.
 */
const untranslatable: Record<string, string> = {
  background: 'cannot answer in the background',
  conversation: 'keep no conversations',
  previous_response_id: 'keep no responses: send the earlier items in input',
  prompt: 'have no prompt templates: send instructions and input',
  context_management: 'cannot compact the context',
  moderation: 'have no moderation',
};

/** Members without an effect on the answer, or without a counterpart. */
const dropped = [
  'store',
  'metadata',
  'include',
  'max_tool_calls',
  'truncation',
  'stream_options',
  'prompt_cache_options',
  // Codex tells its own telemetry here.
  'client_metadata',
  // Chat's own: more than one answer has no place in a response.
  'n',
];

export function responsesRequestToChat(request: ResponseRequest): TranslatedRequest {
  try {
    const tools = new Tools(request);
    return { chat: chatOf(request, tools), ignoredTools: tools.ignored.map(({ type }) => type) };
  } catch (error) {
    if (error instanceof Untranslatable) return { untranslatable: error };
    throw error;
  }
}

function chatOf(request: ResponseRequest, known: Tools): ChatBody {
  for (const [name, why] of Object.entries(untranslatable)) {
    const value = request[name];
    if (value != null && value !== false) throw new Untranslatable([name], why, value);
  }
  const { model, stream, input, instructions, tools: _tools, tool_choice, parallel_tool_calls, ...others } = request;
  const { text: _text, reasoning: _reasoning, max_output_tokens, top_logprobs, ...rest } = others;
  for (const name of [...Object.keys(untranslatable), ...dropped]) delete rest[name];
  const messages = messagesOf(input, instructions, known);
  if (messages.length === 0) throw new Untranslatable(['input'], 'answer no empty input: send a text or items', input);
  // An absent member must not remove one of chat completions, such as max_tokens: the answer would have no limit.
  const translated = withoutNull({
    model,
    messages,
    stream,
    ...known.members(tool_choice, parallel_tool_calls),
    ...textOf(settingsOf(request, 'text')),
    reasoning_effort: settingsOf(request, 'reasoning').effort,
    // Ollama and Mistral know no max_completion_tokens. To those that refuse max_tokens it is sent again.
    max_tokens: max_output_tokens,
    ...logprobsOf(request, top_logprobs),
  });
  return { ...withoutNull(rest), ...translated } as ChatBody;
}

/** Returns the settings, with the changes that items of the conversation make to them. */
function settingsOf({ input, ...request }: ResponseRequest, name: 'text' | 'reasoning'): Json {
  const items = Array.isArray(input) ? input.map(membersOf) : [];
  const updates = items.filter(({ type }) => type === 'configuration_update');
  return Object.assign({}, request[name], ...updates.map((update) => update[name]));
}

/** Translates the format and the verbosity of the text. */
function textOf({ format, verbosity }: Json): Json {
  const { type, ...schema } = membersOf(format);
  if (format == null || type === 'text') return { verbosity };
  if (type === 'json_object') return { verbosity, response_format: { type } };
  if (type !== 'json_schema') throw new Untranslatable(['text', 'format', 'type'], 'have no such format', type);
  requiredName(membersOf(format), ['text', 'format']);
  return { verbosity, response_format: { type, json_schema: withoutNull(schema) } };
}

function logprobsOf({ include }: ResponseRequest, most: unknown): Json {
  const isAsked = Array.isArray(include) && include.includes('message.output_text.logprobs');
  const count = typeof most === 'number' ? most : 0;
  if (!isAsked && count === 0) return {};
  return { logprobs: true, top_logprobs: count === 0 ? undefined : count };
}

function membersOf(value: unknown): Json {
  return Object(value) as Json;
}

/** Leaves out members that are null or undefined: some servers refuse null. */
function withoutNull(members: Json): Json {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null));
}
