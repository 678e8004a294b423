// Translates the answer of a chat completion to a message.

import { newId } from '../../../models/ids.ts';
import { toTokens } from '../upstream/usage-counts.ts';

type Json = Record<string, unknown>;

/** The part of the request that the translation of an answer needs. */
export interface Asked {
  model: string;
  /** True if the caller wants to see the reasoning of the model. */
  showsThinking: boolean;
  stopSequences: readonly string[];
}

const stopReasons: Record<string, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal',
};

/** Returns the message, before its content and its end are known. */
export function emptyMessage({ model }: Asked, usage: unknown): Json {
  return {
    id: newId('message'),
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf(usage),
  };
}

/** Returns the message for a chat completion; undefined if the answer is not a chat completion. */
export function messageOf({ choices, usage }: Json, asked: Asked): Json | undefined {
  const choice = Object(Array.isArray(choices) ? choices[0] : undefined) as Json;
  if (typeof choice.message !== 'object' || choice.message === null) return undefined;
  const message = choice.message as Json;
  const content = contentOf(message, asked);
  const callsTools = content.some(({ type }) => type === 'tool_use');
  return { ...emptyMessage(asked, usage), content, ...endOf(choice, asked, callsTools) };
}

function contentOf(message: Json, { showsThinking }: Asked): Json[] {
  const thinking = reasoningIn(message);
  const text = textIn(message);
  const calls = Array.isArray(message.tool_calls) ? (message.tool_calls as unknown[]) : [];
  return [
    ...(showsThinking && thinking !== '' ? [{ type: 'thinking', thinking, signature: '' }] : []),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map((call) => {
      const { id, function: called } = Object(call) as Json;
      const { name, arguments: given } = Object(called) as Json;
      return { type: 'tool_use', id: toolUseId(id), name, input: inputOf(given) };
    }),
  ];
}

/** Returns the reasoning in a message or in a part of it. Servers have two names for it. */
export function reasoningIn({ reasoning_content, reasoning }: Json): string {
  const given = reasoning_content ?? reasoning;
  return typeof given === 'string' ? given : '';
}

/** Returns the text in a message or in a part of it. */
export function textIn({ content, refusal }: Json): string {
  if (typeof content === 'string' && content !== '') return content;
  return typeof refusal === 'string' ? refusal : '';
}

/** Returns the id of a tool call. Some servers give none. */
export function toolUseId(id: unknown): string {
  return typeof id === 'string' && id !== '' ? id : newId('tool-use');
}

/** Returns the arguments of a call; empty if the model wrote no JSON object. */
function inputOf(given: unknown): object {
  try {
    const input: unknown = JSON.parse(String(given));
    return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
  } catch {
    return {};
  }
}

/**
 * Returns the `stop_reason` and the stop sequence. Some servers name the stop sequence in `stop_reason` (vLLM), and
 * some give `stop` for tool calls (Ollama).
 */
export function endOf(
  { finish_reason: reason, stop_reason: stop }: Json,
  { stopSequences }: Asked,
  callsTools: boolean,
): Json {
  if (callsTools && reason === 'stop') return { stop_reason: 'tool_use', stop_sequence: null };
  if (reason === 'stop' && typeof stop === 'string' && stopSequences.includes(stop)) {
    return { stop_reason: 'stop_sequence', stop_sequence: stop };
  }
  return { stop_reason: stopReasons[String(reason)] ?? 'end_turn', stop_sequence: null };
}

/** Returns the usage. In the Messages API, the input excludes the tokens of the prompt cache. */
export function usageOf(usage: unknown): Json {
  const tokens = toTokens(usage) ?? { input: 0, output: 0, cachedInput: 0 };
  const { input, output, cachedInput, cacheWrite = 0 } = tokens;
  return {
    input_tokens: input - cachedInput - cacheWrite,
    output_tokens: output,
    cache_read_input_tokens: cachedInput,
    cache_creation_input_tokens: cacheWrite,
  };
}
