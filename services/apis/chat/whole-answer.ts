// The stream of a chat completion that an upstream gave as a whole although a stream was asked for.

import { newId } from '../../../models/ids.ts';
import { type ChatEvent, readCompletion } from '../dialect/index.ts';

type Json = Record<string, unknown>;

/** Returns the chunks of the completion; undefined if it is none. */
export function completionAsStream({ choices, usage, ...others }: Json, wantsUsage: boolean): string | undefined {
  if (!Array.isArray(choices) || choices.length === 0) return undefined;
  const chunk = (more: Json): string =>
    `data: ${JSON.stringify({ ...others, object: 'chat.completion.chunk', ...more })}\n\n`;
  let chunks = '';
  for (const [index, given] of (choices as unknown[]).entries()) {
    const choice = Object(given) as Json;
    const events = readCompletion({ choices: [{ ...choice, index: 0 }] });
    if (events === undefined) return undefined;
    const { logprobs = null, finish_reason = 'stop' } = choice;
    chunks += chunk({ choices: [{ index, delta: deltaOf(choice.message, events), logprobs, finish_reason: null }] });
    chunks += chunk({ choices: [{ index, delta: {}, logprobs: null, finish_reason }] });
  }
  return `${chunks}${wantsUsage && usage != null ? chunk({ choices: [], usage }) : ''}data: [DONE]\n\n`;
}

/** Returns the whole message as a delta that strict clients can join: texts are strings, and calls have an index. */
function deltaOf(message: unknown, events: readonly ChatEvent[]): Json {
  const textOf = (kind: 'text' | 'reasoning'): string =>
    events.map((event) => (event.kind === kind ? event.text : '')).join('');
  const calls: { index: number; id: string; type: 'function'; function: { name: string; arguments: string } }[] = [];
  for (const event of events) {
    if (event.kind === 'call') {
      const { id = newId('tool-call'), name } = event;
      calls.push({ index: calls.length, id, type: 'function', function: { name, arguments: '' } });
    }
    const last = calls.at(-1);
    if (event.kind === 'arguments' && last !== undefined) last.function.arguments += event.text;
  }
  const reasoning = textOf('reasoning');
  return {
    ...Object(message),
    role: 'assistant',
    content: textOf('text') || null,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}
