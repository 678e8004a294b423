// POST /v1/chat/completions and /v1/completions, which pass through what upstreams with chat completions send.

import {
  callModel,
  type ForwardedResponse,
  type Incoming,
  type InferenceServices,
  type ModelQuestion,
  refuseIdsInChat,
  withBody,
} from '../../gateway/index.ts';
import { type FileServices, withFileBytes } from '../files-by-id.ts';
import { completionAsStream } from './whole-answer.ts';

type Body = ModelQuestion['body'];

/** Asks a model for a chat completion. */
export async function createChatCompletion(
  given: Incoming,
  asked: Body,
  services: InferenceServices & FileServices,
): Promise<ForwardedResponse> {
  refuseIdsInChat(asked);
  const body = await withFileBytes(given.project, asked, services);
  const call = body === asked ? given : withBody(given, body);
  const { include_usage: wantsUsage } = Object(body.stream_options) as { include_usage?: unknown };
  const asStream = (answer: Record<string, unknown>) => completionAsStream(answer, wantsUsage === true);
  return callModel(call, { kind: 'chat', path: '/chat/completions', body, asStream }, services);
}

/** Asks a model for a completion. A whole completion and a chunk of a stream have the same form. */
export function createCompletion(call: Incoming, body: Body, services: InferenceServices): Promise<ForwardedResponse> {
  const asStream = (answer: Record<string, unknown>) => `data: ${JSON.stringify(answer)}\n\ndata: [DONE]\n\n`;
  return callModel(call, { kind: 'completion', path: '/completions', body, asStream }, services);
}
