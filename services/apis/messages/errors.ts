// Errors in the form of Anthropic's API.

import type { components } from '../../../generated/openapi.ts';
import { type ErrorForm, refusesImages, tooLongForModel } from '../../gateway/index.ts';
import { valueError } from '../../platform/index.ts';

type Body = components['schemas']['MessagesErrorBody'];
type ErrorType = components['schemas']['MessagesErrorType'];

const types: Record<number, ErrorType> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
};

export function messagesErrorBody(
  { message, param, code }: Pick<Body['error'], 'message' | 'param' | 'code'>,
  status: number,
  requestId: string,
): Body {
  const type = types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return { type: 'error', error: { type, message, param, code, ...detailsOf(param, code) }, request_id: requestId };
}

/** Tells the SDK's tool runner, which asks the server to keep the conversation, to send it as a whole. */
function detailsOf(param: string | null, code: string | null): Pick<Body['error'], 'details'> {
  if (param !== 'thread' || code !== 'validation_error') return {};
  return { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } };
}

/** The types of the errors that end a stream, by code. */
const lastTypes: Record<string, ErrorType> = { upstream_timeout: 'timeout_error', unavailable: 'overloaded_error' };

/** The form of errors that come from an upstream. */
export const messagesErrors: ErrorForm = {
  refusal({ error }, status, requestId) {
    return messagesErrorBody({ ...error, message: anthropicWords(error) }, status, requestId);
  },
  lastEvent(code, message) {
    const type = lastTypes[code] ?? 'api_error';
    return eventOf({ type: 'error', error: { type, message, param: null, code } });
  },
};

/** The words of vLLM, llama.cpp, Ollama, OpenAI and Gemini in refusals of an image that they cannot read. */
const brokenImage =
  /\b(?:unsupported|invalid|identify|decode|load|open|process)\b[^.]{0,40}\bimages?(?:_url)?\b|\bimages?\b[^.]{0,40}\b(?:unsupported|invalid|unknown format|cannot be|(?:is|are|does|do) not)\b/i;

/** Returns the message in the words by which Anthropic's clients know what to leave out. */
function anthropicWords({ message, code }: Pick<Body['error'], 'message' | 'code'>): string {
  if (code === tooLongForModel) return tooLong(message);
  const isOfImage = refusesImages(message) || brokenImage.test(message);
  return isOfImage && !/^could not process image/i.test(message) ? `Could not process image: ${message}` : message;
}

/**
 * Returns Anthropic's words for a request that is longer than the model's context. By them its clients know whether to
 * ask for fewer tokens or to shorten the conversation.
 */
function tooLong(message: string): string {
  const numberAt = (pattern: RegExp): number => Number(pattern.exec(message)?.slice(1).find(Boolean) ?? Number.NaN);
  const limit = numberAt(/context (?:length|size|window)\D{0,20}(\d+)/i);
  const input = numberAt(
    /(\d+) (?:input tokens|in the (?:messages|prompt)|tokens\) (?:exceeds|is longer))|resulted in (\d+)/,
  );
  const output = numberAt(/(\d+) (?:output tokens|in the completion)|too large: (\d+)/);
  if (input < limit && input + output > limit)
    return `input length and \`max_tokens\` exceed context limit: ${input} + ${output} > ${limit}`;
  if (/prompt is too long/i.test(message)) return message;
  return `prompt is too long${input > limit ? `: ${input} tokens > ${limit} maximum` : ''}. ${message}`;
}

/** Returns an event of a stream. */
export function eventOf(data: { type: string; [name: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns the error for a part of a request that a chat completion cannot express. */
export function untranslatable(loc: string[], input: unknown, what: string): Error {
  return valueError(
    ['body', ...loc],
    `the model is on an upstream with chat completions, which cannot take ${what}: leave it out, or call a model of an Anthropic upstream`,
    input ?? null,
  );
}
