// POST /v1/messages and /v1/messages/count_tokens. An upstream with Anthropic's API gets the request as it is. Any
// other upstream gets a chat completion.

import {
  callModel,
  type ForwardedResponse,
  type Incoming,
  type InferenceServices,
  offeringOf,
  refuseIdsInMessage,
  type Translation,
  type Upstream,
  withBody,
} from '../../gateway/index.ts';
import { countInput } from '../../limits/index.ts';
import { ValidationError } from '../../platform/index.ts';
import { withIgnoredTools } from '../dialect/index.ts';
import { type FileServices, withFileBytes, withoutFiles } from '../files-by-id.ts';
import { messageOf } from './chat-answer.ts';
import { chatRequest, type MessageInput, showsThinking } from './chat-request.ts';
import { ChatStream } from './chat-stream.ts';
import { messagesErrors } from './errors.ts';
import { ignoredToolsIn, longNamesIn } from './tools.ts';

const messageQuestion = { kind: 'message', path: '/messages', errors: messagesErrors } as const;

/** Asks a model for a message. Throws a ValidationError for a request that no upstream of the model can take. */
export async function createMessage(
  call: Incoming,
  given: MessageInput,
  services: InferenceServices & FileServices,
): Promise<ForwardedResponse> {
  refuseIdsInMessage(given);
  const body = await withFileBytes(call.project, given, services);
  const offering = await offeringOf(call.project, body.model, 'any', services);
  const { among, translation } = translatedFor(offering, body);
  const translate = (upstream: Upstream): Translation | undefined => (isNative(upstream) ? undefined : translation);
  const signed = withoutUnsigned(body);
  const sent = signed === given ? call : withBody(call, signed);
  const answer = await callModel(sent, { ...messageQuestion, body: signed, among, translate }, services);
  // Tools are left out only if no upstream can run them.
  return withIgnoredTools(answer, translation?.ignoredTools ?? []);
}

/** Counts the input tokens of a message. */
export async function countMessageTokens(
  call: Incoming,
  given: MessageInput,
  services: InferenceServices & FileServices,
): Promise<ForwardedResponse> {
  refuseIdsInMessage(given);
  const { body, tokens: ofFiles } = await withoutFiles(call.project, given);
  const offering = await offeringOf(call.project, body.model, 'any', services);
  const [first] = offering;
  if (first !== undefined && isNative(first)) {
    const whole = await withFileBytes(call.project, given, services);
    const question = {
      ...messageQuestion,
      path: '/messages/count_tokens',
      body: whole,
      among: offering.filter(isNative),
    };
    // A count uses no tokens.
    return callModel(
      whole === given ? call : withBody(call, whole),
      { ...question, around: (end) => (ended) => end({ ...ended, tokens: undefined, isCountedElsewhere: true }) },
      services,
    );
  }
  const tokens = ofFiles + (await countInput(chatRequest(body)));
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status: 200, headers, body: Buffer.from(JSON.stringify({ input_tokens: tokens })) };
}

/**
 * Returns the request without thinking that has no signature, because Anthropic's API refuses it: the thinking of models
 * behind chat completions has none. Returns the same request if all is signed.
 */
function withoutUnsigned<Body extends MessageInput>(body: Body): Body {
  const messages = body.messages.flatMap((message) => {
    const content: unknown = message.content;
    if (!Array.isArray(content) || !content.some(isUnsigned)) return [message];
    const signed = content.filter((block) => !isUnsigned(block));
    return signed.length === 0 ? [] : [{ ...message, content: signed }];
  });
  const isSame = messages.every((message, index) => message === body.messages[index]);
  return isSame && messages.length === body.messages.length ? body : { ...body, messages };
}

function isUnsigned(block: unknown): boolean {
  const { type, signature } = Object(block) as { type?: unknown; signature?: unknown };
  return type === 'thinking' && (signature === undefined || signature === null || signature === '');
}

/** Returns the upstreams that can take the request, and its translation for those without Anthropic's API. */
function translatedFor(
  offering: readonly Upstream[],
  body: MessageInput,
): { among: readonly Upstream[]; translation: Translation | undefined } {
  const native = offering.filter(isNative);
  if (native.length === offering.length) return { among: native, translation: undefined };
  try {
    const translation = translationOf(body);
    const isWhole = native.length === 0 || translation.ignoredTools?.length === 0;
    return isWhole ? { among: offering, translation } : { among: native, translation: undefined };
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
    longNames: longNamesIn(body),
  };
  return {
    path: '/chat/completions',
    body: chatRequest(body),
    ignoredTools: ignoredToolsIn(body).map(({ type }) => type),
    answer: (answer) => messageOf(answer, asked),
    stream: () => new ChatStream(asked),
  };
}

function isNative({ settings }: Upstream): boolean {
  return settings.api === 'anthropic';
}
