// A model of chat completions that answers by a script, in pieces of random size.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { piecesOf } from '../../scripts/fixtures/scripted-model.ts';
import { type Answering, json } from './upstream.ts';

type Json = Record<string, unknown>;

/** A part of an answer. */
export type ChatPart =
  | { text: string }
  | { reasoning: string; as?: 'reasoning' | 'reasoning_content' }
  | { refusal: string }
  | { call: string; arguments?: string; id?: string };

export interface ChatAnswer {
  parts: ChatPart[];
  finish?: string;
  usage?: Json | null;
}

/** Returns the chunks of an answer, in pieces of random size. `mixesCalls` mixes the pieces of the calls. */
export function chunksOf(answer: ChatAnswer, random: () => number, mixesCalls = false): Json[] {
  const { parts, finish, usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } } = answer;
  const calls = parts.filter((part) => 'call' in part);
  const chunk = (delta: Json, more: Json = {}): Json => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'chatter',
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  });
  const chunks = [chunk({ role: 'assistant', content: '' })];
  for (const part of parts) {
    if ('call' in part) continue;
    const [name, text] =
      'text' in part
        ? ['content', part.text]
        : 'refusal' in part
          ? ['refusal', part.refusal]
          : [part.as ?? 'reasoning_content', part.reasoning];
    for (const piece of piecesOf(text, random)) chunks.push(chunk({ [name]: piece }));
  }
  const ofCalls = calls.map(({ call, arguments: given = '{}', id }, index) => [
    chunk({
      tool_calls: [{ index, id: id ?? `call_${index}`, type: 'function', function: { name: call, arguments: '' } }],
    }),
    ...piecesOf(given, random).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]);
  // A call begins after the one before it has begun.
  const heads = ofCalls.map(([head]) => head);
  while (ofCalls.some((left) => left.length > 0)) {
    const next = ofCalls.findIndex((left, at) => left[0] === heads[at]);
    const open = ofCalls.slice(0, next === -1 ? undefined : next + 1).filter((left) => left.length > 0);
    const from = open[mixesCalls ? Math.floor(random() * open.length) : 0] as Json[];
    chunks.push(from.shift() as Json);
  }
  chunks.push(chunk({}, { finish_reason: finish ?? (calls.length > 0 ? 'tool_calls' : 'stop') }));
  if (usage !== null) chunks.push({ ...chunk({}), choices: [], usage });
  return chunks;
}

/** Returns the answer as it is when it is not streamed. */
export function completionOf(answer: ChatAnswer): Json {
  const { parts, finish, usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } } = answer;
  const message: Json = { role: 'assistant', content: null };
  const calls: Json[] = [];
  for (const part of parts) {
    if ('text' in part) message.content = `${message.content ?? ''}${part.text}`;
    else if ('refusal' in part) message.refusal = part.refusal;
    else if ('reasoning' in part) message[part.as ?? 'reasoning_content'] = part.reasoning;
    else
      calls.push({
        id: part.id ?? `call_${calls.length}`,
        type: 'function',
        function: { name: part.call, arguments: part.arguments ?? '{}' },
      });
  }
  if (calls.length > 0) message.tool_calls = calls;
  const finish_reason = finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'chatter',
    choices: [{ index: 0, message, finish_reason }],
    ...(usage === null ? {} : { usage }),
  };
}

/** Returns an answer for `upstream.next` or `upstream.always`: a server that has chat completions only. */
export function chats(answer: ChatAnswer, random: () => number = Math.random): (answering: Answering) => Promise<void> {
  return async ({ seen, response }) => {
    if (seen.path !== '/v1/chat/completions') return json(response, 404, { detail: 'Not Found' });
    if (seen.body.stream !== true) return json(response, 200, completionOf(answer));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const text = chunksOf(answer, random, true).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    const bytes = Buffer.from(`${text.join('')}data: [DONE]\n\n`);
    for (let at = 0; at < bytes.length && !response.destroyed; ) {
      const end = at + 1 + Math.floor(random() * 700);
      response.write(bytes.subarray(at, end));
      at = end;
      if (random() < 0.1) await nextTurn();
    }
    response.end();
  };
}

/** Returns what a server without /v1/responses answers there; everything else is answered by `answer`. */
export function withoutResponses(answer: (answering: Answering) => unknown): (answering: Answering) => unknown {
  return (answering) =>
    answering.seen.path === '/v1/responses'
      ? json(answering.response, 404, { detail: 'Not Found' })
      : answer(answering);
}
