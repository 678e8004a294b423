// Renders the answer of a chat completion as a message.

import { newId } from '../../../models/ids.ts';
import type { Tokens } from '../../limits/index.ts';
import { type ChatEvent, readCompletion, type StopReason, type TextKind } from '../dialect/index.ts';

type Json = Record<string, unknown>;

/** The part of the request that the rendering of an answer needs. */
export interface Asked {
  model: string;
  /** True if the caller wants to see the reasoning of the model. */
  showsThinking: boolean;
  stopSequences: readonly string[];
  /** The names of tools, by the names of their functions that differ. */
  longNames: ReadonlyMap<string, string>;
}

const stopReasons: Record<StopReason, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  calls: 'tool_use',
  filter: 'refusal',
};

/** Returns the message, before its content and its end are known. */
export function emptyMessage({ model }: Asked, tokens: Tokens | undefined): Json {
  return {
    id: newId('message'),
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf(tokens),
  };
}

/** Returns the message for a chat completion; undefined if the answer is not a chat completion. */
export function messageOf(completion: Json, asked: Asked): Json | undefined {
  const events = readCompletion(completion);
  if (events === undefined) return undefined;
  const usage = events.find(({ kind }) => kind === 'usage');
  const stop = events.find(({ kind }) => kind === 'stop');
  const tokens = usage?.kind === 'usage' ? usage.tokens : undefined;
  const end = stop?.kind === 'stop' ? endOf(stop, asked) : {};
  return { ...emptyMessage(asked, tokens), content: contentOf(events, asked), ...end };
}

function contentOf(events: readonly ChatEvent[], asked: Asked): Json[] {
  const content: Json[] = [];
  const inputs: string[] = [];
  for (const event of events) {
    const last = content.at(-1) ?? {};
    if (event.kind === 'call') inputs[content.push(toolUse(event, asked)) - 1] = '';
    else if (event.kind === 'arguments') inputs[content.length - 1] += event.text;
    else if ('text' in event) {
      const type = blockTypeOf(event.kind, asked);
      if (type === undefined) continue;
      if (last.type === type) last[type] += event.text;
      else content.push({ ...emptyBlocks[type], [type]: event.text });
    }
  }
  return content.map((block, at) => (at in inputs ? { ...block, input: inputOf(inputs[at] ?? '') } : block));
}

export const emptyBlocks = {
  text: { type: 'text', text: '' },
  thinking: { type: 'thinking', thinking: '', signature: '' },
};

/** Returns the type of the block for a text; undefined if the caller does not see it. A refusal is a text. */
export function blockTypeOf(kind: TextKind, { showsThinking }: Asked): keyof typeof emptyBlocks | undefined {
  if (kind !== 'reasoning') return 'text';
  return showsThinking ? 'thinking' : undefined;
}

/** Returns the block of a tool call without its input. */
export function toolUse({ id, name }: Extract<ChatEvent, { kind: 'call' }>, { longNames }: Asked): Json {
  return { type: 'tool_use', id: id ?? newId('tool-use'), name: longNames.get(name) ?? name, input: {} };
}

/** Returns the arguments of a call; empty if the model wrote no JSON object. */
function inputOf(given: string): object {
  try {
    const input: unknown = JSON.parse(given);
    return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
  } catch {
    return {};
  }
}

/** Returns the `stop_reason` and the stop sequence, which only some servers name. */
export function endOf(
  { reason, sequence }: Extract<ChatEvent, { kind: 'stop' }>,
  { stopSequences }: Pick<Asked, 'stopSequences'>,
): Json {
  return reason === 'stop' && sequence !== undefined && stopSequences.includes(sequence)
    ? { stop_reason: 'stop_sequence', stop_sequence: sequence }
    : { stop_reason: stopReasons[reason], stop_sequence: null };
}

/** Returns the usage. In the Messages API, the input excludes the tokens of the prompt cache. */
export function usageOf(tokens: Tokens = { input: 0, output: 0, cachedInput: 0 }): Json {
  const { input, output, cachedInput, cacheWrite = 0 } = tokens;
  return {
    input_tokens: input - cachedInput - cacheWrite,
    output_tokens: output,
    cache_read_input_tokens: cachedInput,
    cache_creation_input_tokens: cacheWrite,
  };
}
