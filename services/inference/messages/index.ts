// POST /v1/messages and /v1/messages/count_tokens. An upstream with Anthropic's API gets the request as it is. Any
// other upstream gets a chat completion.

import { countInput } from '../../limits/index.ts';
import { ValidationError, valueError } from '../../platform/index.ts';
import { callModel, type Incoming, type InferenceServices, offeringOf } from '../inference.ts';
import type { Translation } from '../upstream/answer-form.ts';
import type { ForwardedResponse } from '../upstream/forward-response.ts';
import type { Upstream } from '../upstream/index.ts';
import { messageOf } from './chat-answer.ts';
import { chatRequest, type MessageInput, showsThinking } from './chat-request.ts';
import { ChatStream } from './chat-stream.ts';
import { messagesErrors } from './errors.ts';

const messageQuestion = { kind: 'message', path: '/messages', errors: messagesErrors } as const;

/** Asks a model for a message. Throws a ValidationError for a request that no upstream of the model can take. */
export async function createMessage(
  call: Incoming,
  body: MessageInput,
  services: InferenceServices,
): Promise<ForwardedResponse> {
  refuseKeptState(body);
  const offering = await offeringOf(call.project, body.model, 'any', services);
  const { among, translation } = translatedFor(offering, body);
  const translate = (upstream: Upstream): Translation | undefined => (isNative(upstream) ? undefined : translation);
  return callModel(call, { ...messageQuestion, body, among, translate }, services);
}

/** Counts the input tokens of a message. */
export async function countMessageTokens(
  call: Incoming,
  body: MessageInput,
  services: InferenceServices,
): Promise<ForwardedResponse> {
  const offering = await offeringOf(call.project, body.model, 'any', services);
  const [first] = offering;
  if (first !== undefined && isNative(first)) {
    const question = { ...messageQuestion, path: '/messages/count_tokens', body, among: offering.filter(isNative) };
    // A count uses no tokens.
    return callModel(
      call,
      { ...question, around: (end) => (ended) => end({ ...ended, tokens: undefined, isCountedElsewhere: true }) },
      services,
    );
  }
  const tokens = await countInput(chatRequest(body));
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status: 200, headers, body: Buffer.from(JSON.stringify({ input_tokens: tokens })) };
}

/**
 * Throws a ValidationError if the request refers to state that an upstream keeps. The upstream cannot tell projects
 * apart, so the state could belong to another project.
 */
function refuseKeptState({ thread, container }: Record<string, unknown>): void {
  if (thread !== undefined && thread !== null) {
    throw valueError(['body', 'thread'], 'conversations are not kept: send all messages, without thread', thread);
  }
  const id = typeof container === 'object' && container !== null && 'id' in container ? container.id : container;
  if (typeof id === 'string') {
    throw valueError(['body', 'container'], 'a container cannot be used again: leave its id out', container);
  }
}

/** Returns the upstreams that can take the request, and its translation for those without Anthropic's API. */
function translatedFor(
  offering: readonly Upstream[],
  body: MessageInput,
): { among: readonly Upstream[]; translation: Translation | undefined } {
  const native = offering.filter(isNative);
  if (native.length === offering.length) return { among: native, translation: undefined };
  try {
    return { among: offering, translation: translationOf(body) };
  } catch (error) {
    if (native.length === 0 || !(error instanceof ValidationError)) throw error;
    return { among: native, translation: undefined };
  }
}

function translationOf(body: MessageInput): Translation {
  const asked = {
    model: body.model,
    showsThinking: showsThinking(body),
    stopSequences: body.stop_sequences ?? [],
  };
  return {
    path: '/chat/completions',
    body: chatRequest(body),
    answer: (answer) => messageOf(answer, asked),
    stream: () => new ChatStream(asked),
  };
}

function isNative({ settings }: Upstream): boolean {
  return settings.api === 'anthropic';
}
