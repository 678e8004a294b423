// Chat completions and completions of the sandbox's models.

import { nowSeconds } from '../../../models/clock.ts';
import { type Answering, type Json, json, pieces } from './answering.ts';
import { digestOf, type Message, type Reply, replyTo } from './reply.ts';

interface ChatRequest {
  model: string;
  messages: { role: string; content?: unknown }[];
  metadata?: unknown;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  max_tokens?: number;
  max_completion_tokens?: number;
  n?: number;
}

/** Answers a chat completion. */
export async function answerChat({ body, response }: Answering): Promise<void> {
  const request = body as unknown as ChatRequest;
  const reply = replyTo({
    model: request.model,
    messages: request.messages.map(messageOf),
    metadata: request.metadata,
    maxTokens: request.max_completion_tokens ?? request.max_tokens,
  });
  const head = { id: `chatcmpl-${digestOf(body)}`, created: nowSeconds(), model: request.model };
  if (request.stream === true) return pieces(response, chunksOf(head, reply, request), reply.delayMs);
  const message = {
    role: 'assistant',
    content: reply.words.length === 0 ? null : reply.words.join(''),
    refusal: reply.refusal,
    ...(reply.toolCalls.length === 0 ? {} : { tool_calls: reply.toolCalls.map(toolCall) }),
  };
  const choices = Array.from({ length: request.n ?? 1 }, (_, index) => ({
    index,
    message,
    logprobs: null,
    finish_reason: reply.finishReason,
  }));
  await json(response, 200, { ...head, object: 'chat.completion', choices, usage: usageOf(reply) }, reply.delayMs);
}

/** Answers a completion: the prompt again. */
export async function answerCompletion({ body, response }: Answering): Promise<void> {
  const { model, prompt, stream, max_tokens: maxTokens } = body as Json & { model: string; max_tokens?: number };
  const text = Array.isArray(prompt) ? prompt.join(' ') : String(prompt ?? '');
  const reply = replyTo({ model, messages: [{ text, images: [] }], metadata: undefined, maxTokens });
  const head = { id: `cmpl-${digestOf(body)}`, object: 'text_completion', created: nowSeconds(), model };
  const choice = (part: string, finishReason: string | null): Json => ({
    ...head,
    choices: [{ index: 0, text: part, logprobs: null, finish_reason: finishReason }],
  });
  if (stream === true)
    return pieces(
      response,
      [...reply.words.map((word) => event(choice(word, null))), event(choice('', reply.finishReason)), done],
      reply.delayMs,
    );
  const whole = { ...choice(reply.words.join(''), reply.finishReason), usage: usageOf(reply) };
  await json(response, 200, whole, reply.delayMs);
}

const done = 'data: [DONE]\n\n';

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function chunksOf(head: Json, reply: Reply, { stream_options: options }: ChatRequest): string[] {
  const chunk = (choices: unknown[], more: Json = {}): string =>
    event({ ...head, object: 'chat.completion.chunk', choices, ...more });
  const delta = (content: Json, finishReason: string | null = null): string =>
    chunk([{ index: 0, delta: content, logprobs: null, finish_reason: finishReason }]);
  const calls = reply.toolCalls.flatMap((call, index) => [
    delta({ tool_calls: [{ index, ...toolCall({ ...call, arguments: '' }, index) }] }),
    delta({ tool_calls: [{ index, function: { arguments: call.arguments } }] }),
  ]);
  return [
    delta({ role: 'assistant', content: '', refusal: null }),
    ...reply.words.map((word) => delta({ content: word })),
    ...(reply.refusal === null ? [] : [delta({ refusal: reply.refusal })]),
    ...calls,
    delta({}, reply.finishReason),
    ...(options?.include_usage === true ? [chunk([], { usage: usageOf(reply) })] : []),
    done,
  ];
}

function toolCall(call: Reply['toolCalls'][number], index: number): Json {
  return { id: `call_${index + 1}`, type: 'function', function: call };
}

function usageOf({ inputTokens, outputTokens }: Reply): Json {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function messageOf({ content }: ChatRequest['messages'][number]): Message {
  if (typeof content === 'string') return { text: content, images: [] };
  const parts = (Array.isArray(content) ? content : []) as { text?: string; image_url?: { url?: string } }[];
  return {
    text: parts.map(({ text = '' }) => text).join(''),
    images: parts.flatMap(({ image_url }) => image_url?.url ?? []),
  };
}
