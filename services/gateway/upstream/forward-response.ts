// Converts an upstream's response for the caller: successes are forwarded as they arrive, rejections get the API's
// error format, and failures become errors of this server. No response reveals internals.

import { type EndOfCall, quantitiesOfAnswer } from '../../limits/index.ts';
import type { ByteStream } from '../../platform/index.ts';
import type { ErrorForm, Translation } from './answer-form.ts';
import type { UpstreamResponse } from './call-upstreams.ts';
import {
  isFinalRefusal,
  isJson,
  isRefusalInDisguise,
  plainRefusal,
  refusalBody,
  retryAfterSeconds,
  revealsInternals,
} from './error-responses.ts';
import { type Head, UpstreamFault } from './exchange.ts';
import { answerHeaders } from './headers.ts';
import { ResponseStream, type ResponseStreamEnd } from './response-stream.ts';
import type { Upstream } from './upstream.ts';
import { upstreamError, upstreamFailed, upstreamOverloaded } from './upstream-errors.ts';
import { tokensOfBody } from './usage.ts';

/** The largest answer that is translated, or read for its quantities. */
const translatedBytes = 32 << 20;
/** Responses up to this size are sent at once. If such a response breaks off, the caller gets an error instead. */
const smallBytes = 64 * 1024;

type Json = Record<string, unknown>;

/** A response of an upstream. */
export interface ForwardedResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer | ByteStream;
}

export interface ForwardOptions {
  /**
   * The kind of server that answers. The responses of models have the public API's format; those of other servers have
   * any format.
   */
  form: 'model' | 'endpoint' | 'mcp server';
  /** Hides the usage that was not requested: see response-stream.ts. */
  hidesUsage: boolean;
  /** Reads from the answer what it is billed for beside tokens. The answer is read as a whole if it is JSON. */
  readsQuantities?: boolean;
  /** Translates the answer to the caller's API. */
  translation?: Translation | undefined;
  /** True if the caller asked for a stream. */
  streams?: boolean;
  /** Returns the events of an answer that the upstream gave as a whole although a stream was asked for. */
  asStream?: ((answer: Json) => string | undefined) | undefined;
  /** The form of errors, if it is not that of the public API. */
  errors?: ErrorForm | undefined;
  /** The id of the request, for errors that contain it. */
  requestId?: string;
  /** The request was a HEAD: the headers describe a body that is not sent. */
  isHead?: boolean;
  /** Called with the id of a response as soon as it is known. */
  onResponse?: ((id: string, upstream: Upstream) => Promise<void>) | undefined;
  end: EndOfCall;
}

/**
 * Returns the response for the caller. Throws `upstream_failed` or `upstream_timeout` if the upstream's response is
 * invalid.
 */
export function forwardResponse(
  response: UpstreamResponse,
  options: ForwardOptions,
): ForwardedResponse | Promise<ForwardedResponse> {
  const { exchange, head } = response;
  const { onResponse, translation, streams = false } = options;
  const isPlain =
    head.status < 300 && onResponse === undefined && translation === undefined && !streams && !isEventStream(head);
  const whole = isPlain ? exchange.whole(smallBytes) : undefined;
  // The usual case without a stream: the whole response has arrived, so no promise is needed.
  return whole === undefined || !isAnswer(whole, response, options)
    ? forwardLater(response, options)
    : inOnePiece(response, whole, options);
}

/**
 * Returns true if the headers fit a model's response: JSON, or events if they were requested. Clients treat any other
 * success as one of these. Some servers answer JSON although events were requested.
 */
export function isModelAnswer({ status, headers }: Head, wantsEvents: boolean): boolean {
  const type = headers['content-type'];
  if (status !== 200 || typeof type !== 'string') return false;
  return type === 'application/json' || json.test(type) || (wantsEvents && type.startsWith('text/event-stream'));
}

const json = /^application\/(?:[\w.-]+\+)?json\b/i;

/**
 * Returns true if the first and last byte of a model's response are those of a JSON object, and the object is no error.
 */
function isAnswer(body: Buffer, { head }: UpstreamResponse, { form }: ForwardOptions): boolean {
  if (form !== 'model' || head.headers['content-encoding'] !== undefined) return true;
  let [first, last] = [0, body.length - 1];
  while (isSpace(body[first])) first += 1;
  while (last > first && isSpace(body[last])) last -= 1;
  if (body[first] !== openingBrace || body[last] !== closingBrace) return false;
  return !body.includes('"error"') || !isError(objectIn(body) ?? {});
}

/** Returns true for an error that a server sends with a status of success. A response that failed is no error. */
function isError({ error, object, choices }: Json): boolean {
  if (object === 'error') return true;
  return error != null && error !== '' && object !== 'response' && !Array.isArray(choices);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

const openingBrace = 0x7b;
const closingBrace = 0x7d;

async function forwardLater(response: UpstreamResponse, options: ForwardOptions): Promise<ForwardedResponse> {
  const { status } = response.head;
  try {
    if (status < 300) return await success(response, options);
    if (status >= 500 || (status === 404 && options.form === 'model')) {
      const text = String(await response.exchange.collect(smallBytes));
      if (isRefusalInDisguise(text, status))
        return await refused({ ...response, head: { ...response.head, status: 400 } }, options);
    }
    if (status < 400 || status >= 500 || [401, 403, 407].includes(status)) throw await failure(response);
    return await refused(response, options);
  } catch (error) {
    const isFault = error instanceof UpstreamFault && error.kind !== 'gone';
    if (isFault) response.upstream.recordFailure(error.kind);
    const fault = isFault ? upstreamError(error, nameOf(response)) : error;
    const isGone = fault instanceof UpstreamFault;
    // A rejection costs nothing, even if its caller disconnects.
    const upstream = isGone && status >= 300 ? undefined : response.upstream;
    options.end({ ...nothing, status: isGone ? 499 : 502, upstream });
    throw fault;
  }
}

function isEventStream({ headers }: Head): boolean {
  const type = headers['content-type'];
  return typeof type === 'string' && type.startsWith('text/event-stream');
}

function inOnePiece(
  response: UpstreamResponse,
  whole: Buffer,
  { isHead = false, readsQuantities = false, end }: ForwardOptions,
): ForwardedResponse {
  const { status, headers: given } = response.head;
  response.answers?.succeeded();
  const headers = answerHeaders(given);
  const length = given['content-length'];
  if (isHead && length !== undefined) headers['content-length'] = String(length);
  const quantities = readsQuantities ? quantitiesOfAnswer(objectIn(whole)) : {};
  const tokens = tokensOfBody(whole);
  end({ status, complete: true, upstream: response.upstream, tokens, quantities, answerBytes: whole.length });
  return { status, headers, body: whole };
}

const nothing = { complete: false, tokens: undefined, answerBytes: 0 };

async function success(response: UpstreamResponse, options: ForwardOptions): Promise<ForwardedResponse> {
  const { form, hidesUsage, onResponse, translation, errors, end } = options;
  const { exchange, head, upstream } = response;
  const { status } = head;
  const headers = answerHeaders(head.headers);
  const onEnd = ({ complete, isUnreadable, tokens, quantities, ...told }: ResponseStreamEnd): void => {
    const { bytes, written, firstTokenAt } = told;
    if (isUnreadable) response.answers?.failed();
    else if (complete) response.answers?.succeeded();
    else response.answers?.undecided();
    if (!complete && exchange.fault?.kind !== 'gone') upstream.recordFailure('cut');
    end({ status, complete, upstream, tokens, quantities, answerBytes: bytes, written, firstTokenAt });
  };
  const shared = {
    mayBeEmpty: options.streams !== true,
    hidesUsage,
    onEnd,
    revealsInternals: (text: string) => revealsInternals(text, upstream),
  };
  if (isEventStream(head)) {
    headers['x-accel-buffering'] = 'no';
    const isRead = form === 'model' && headers['content-encoding'] === undefined;
    if (translation !== undefined && !isRead) throw await failure(response);
    const body = new ResponseStream(exchange, {
      ...shared,
      errors,
      translation: translation?.stream(),
      form: isRead ? 'model events' : form === 'mcp server' ? 'bytes' : 'events',
      onResponse: onResponse && ((id) => onResponse(id, upstream)),
    });
    return { status, headers, body };
  }
  if (translation !== undefined || options.streams === true) return await rendered(response, options);
  const isRead = options.readsQuantities === true && json.test(String(head.headers['content-type']));
  const collectedBytes = isRead ? translatedBytes : smallBytes;
  const whole = exchange.whole(collectedBytes) ?? (await exchange.collect(collectedBytes));
  const id = onResponse === undefined ? undefined : responseIdIn(whole ?? exchange.begun);
  if (id !== undefined) await onResponse?.(id, upstream);
  if (whole !== undefined && !isAnswer(whole, response, options)) throw await failure(response);
  if (whole !== undefined) return inOnePiece(response, whole, options);
  const length = head.headers['content-length'];
  if (length !== undefined) headers['content-length'] = String(length);
  return { status, headers, body: new ResponseStream(exchange, { ...shared, form: 'bytes' }) };
}

/** Renders an answer that came as a whole: in the caller's API, and as a stream if one was asked for. */
async function rendered(response: UpstreamResponse, options: ForwardOptions): Promise<ForwardedResponse> {
  const { exchange, head, upstream } = response;
  const { end } = options;
  const bytes = exchange.whole(translatedBytes) ?? (await exchange.collect(translatedBytes));
  const given = bytes === undefined ? undefined : objectIn(bytes);
  const text = given === undefined || isError(given) ? undefined : textOf(given, options);
  if (bytes === undefined || text === undefined) throw await failure(response);
  response.answers?.succeeded();
  const headers = { ...answerHeaders(head.headers), 'content-type': typeOf(options) };
  end({ status: 200, complete: true, upstream, tokens: tokensOfBody(bytes), answerBytes: bytes.length });
  return { status: 200, headers, body: Buffer.from(text) };
}

function typeOf({ streams = false }: ForwardOptions): string {
  return streams ? 'text/event-stream; charset=utf-8' : 'application/json; charset=utf-8';
}

/** Returns the body for the caller; undefined if the answer is invalid. */
function textOf(given: Json, { translation, asStream, streams = false }: ForwardOptions): string | undefined {
  if (!streams) {
    const answer = translation?.answer(given);
    return answer === undefined ? undefined : JSON.stringify(answer);
  }
  if (translation === undefined) return asStream?.(given);
  const stream = translation.stream();
  const events = (stream.begin?.() ?? '') + stream.next(given);
  const last = stream.end(true);
  return last === undefined ? undefined : events + last;
}

function objectIn(bytes: Buffer): Json | undefined {
  try {
    const answer: unknown = JSON.parse(bytes.toString());
    return typeof answer === 'object' && answer !== null ? (answer as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the id at the beginning of a response. */
function responseIdIn(bytes: Buffer): string | undefined {
  return /^\s*\{\s*"id"\s*:\s*"([^"\\]{1,1000})"/.exec(bytes.subarray(0, 2048).toString())?.[1];
}

/**
 * OpenAI's words for an answer whose limit the reasoning used up. Other APIs have an answer for it, which is empty: Claude
 * Code tries a model with a limit of one token.
 */
const limitWords = /max_tokens or model output limit was reached/;
const cutAnswer = { choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'length' }] };

/** Handles a 4xx response, in which the upstream rejects the request. */
async function refused(response: UpstreamResponse, options: ForwardOptions): Promise<ForwardedResponse> {
  const { form, errors, requestId = '', end } = options;
  const { exchange, head, upstream } = response;
  const { status } = head;
  const given = await exchange.collect(smallBytes);
  if (given === undefined) exchange.abort();
  const text = given?.toString() ?? '';
  const headers = answerHeaders(head.headers);
  if (status === 429) headers['retry-after'] = String(retryAfterSeconds(headers['retry-after']));
  if (isFinalRefusal(refusalBody(text, status), status)) headers['x-should-retry'] ??= 'false';
  end({ status, complete: true, upstream, tokens: undefined, answerBytes: text.length });
  const cut = options.translation !== undefined && limitWords.test(text) ? textOf(cutAnswer, options) : undefined;
  if (cut !== undefined)
    return { status: 200, headers: { ...headers, 'content-type': typeOf(options) }, body: Buffer.from(cut) };
  // An HTML page of an upstream's proxy is useless to an API client. An empty body is kept.
  const isUsable = text === '' || isJson(text);
  if (form !== 'model' && given !== undefined && isUsable && !revealsInternals(text, upstream))
    return { status, headers, body: given };
  headers['content-type'] = 'application/json; charset=utf-8';
  const isShown = headers['content-encoding'] === undefined && !revealsInternals(text, upstream);
  delete headers['content-encoding'];
  const refusal = isShown ? refusalBody(text, status) : plainRefusal(status);
  const body = errors === undefined ? refusal : errors.refusal(refusal, status, requestId);
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}

/** The status of an overloaded Anthropic server. */
const overloaded = 529;

/** Returns the error for the log. The caller only learns that the upstream failed. */
async function failure(response: UpstreamResponse): Promise<unknown> {
  const { exchange, head, answers } = response;
  const given = await exchange.collect(smallBytes);
  if (given === undefined) exchange.abort();
  if (head.status < 300) {
    // An error says that the upstream could be read. It may be the fault of the request.
    if (isError(objectIn(given ?? Buffer.alloc(0)) ?? {})) answers?.undecided();
    else answers?.failed();
  }
  if (head.status === overloaded) throw upstreamOverloaded(nameOf(response));
  const said = given?.subarray(0, 500).toString() ?? '';
  return upstreamFailed(new Error(`The upstream '${nameOf(response)}' answered ${head.status}: ${said}`));
}

function nameOf({ upstream }: UpstreamResponse): string {
  return upstream.name;
}
