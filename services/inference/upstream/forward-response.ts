// Converts an upstream's response for the caller: successes are forwarded as they arrive, rejections get the API's
// error format, and failures become errors of this server. No response reveals internals.

import type { EndOfCall } from '../../limits/index.ts';
import type { ByteStream } from '../../platform/index.ts';
import type { ErrorForm, Translation } from './answer-form.ts';
import type { UpstreamResponse } from './call-upstreams.ts';
import {
  isFinalRefusal,
  isJson,
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

/** The largest answer that is translated. */
const translatedBytes = 32 << 20;
/** Responses up to this size are sent at once. If such a response breaks off, the caller gets an error instead. */
const smallBytes = 64 * 1024;

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
  /** Translates the answer to the caller's API. */
  translation?: Translation | undefined;
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
  const isPlain =
    head.status < 300 && options.onResponse === undefined && options.translation === undefined && !isEventStream(head);
  const whole = isPlain ? exchange.whole(smallBytes) : undefined;
  // The usual case without a stream: the whole response has arrived, so no promise is needed.
  return whole === undefined || !isWhole(whole, response, options)
    ? forwardLater(response, options)
    : inOnePiece(response, whole, options);
}

/**
 * Returns true if the headers fit a model's response: JSON, or events if they were requested. Clients treat any other
 * success as one of these.
 */
export function isModelAnswer({ status, headers }: Head, wantsEvents: boolean): boolean {
  const type = headers['content-type'];
  if (status !== 200 || typeof type !== 'string') return false;
  return wantsEvents ? type.startsWith('text/event-stream') : type === 'application/json' || json.test(type);
}

const json = /^application\/(?:[\w.-]+\+)?json\b/i;

/** Returns true if the first and last byte of a model's response are those of a JSON object. */
function isWhole(body: Buffer, { head }: UpstreamResponse, { form }: ForwardOptions): boolean {
  if (form !== 'model' || head.headers['content-encoding'] !== undefined) return true;
  let [first, last] = [0, body.length - 1];
  while (isSpace(body[first])) first += 1;
  while (last > first && isSpace(body[last])) last -= 1;
  return body[first] === openingBrace && body[last] === closingBrace;
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
  { isHead = false, end }: ForwardOptions,
): ForwardedResponse {
  const { status, headers: given } = response.head;
  const headers = answerHeaders(given);
  const length = given['content-length'];
  if (isHead && length !== undefined) headers['content-length'] = String(length);
  end({ status, complete: true, upstream: response.upstream, tokens: tokensOfBody(whole), answerBytes: whole.length });
  return { status, headers, body: whole };
}

const nothing = { complete: false, tokens: undefined, answerBytes: 0 };

async function success(response: UpstreamResponse, options: ForwardOptions): Promise<ForwardedResponse> {
  const { form, hidesUsage, onResponse, translation, errors, end } = options;
  const { exchange, head, upstream } = response;
  const { status } = head;
  const headers = answerHeaders(head.headers);
  const onEnd = ({ complete, tokens, bytes, written, firstTokenAt }: ResponseStreamEnd): void => {
    if (!complete && exchange.fault?.kind !== 'gone') upstream.recordFailure('cut');
    end({ status, complete, upstream, tokens, answerBytes: bytes, written, firstTokenAt });
  };
  const shared = { hidesUsage, onEnd, revealsInternals: (text: string) => revealsInternals(text, upstream) };
  if (isEventStream(head)) {
    headers['x-accel-buffering'] = 'no';
    const isRead = form === 'model' && headers['content-encoding'] === undefined;
    if (translation !== undefined && !isRead) throw await failure(response);
    const body = new ResponseStream(exchange, {
      ...shared,
      errors,
      translation: translation?.stream(),
      form: isRead ? 'model events' : form === 'mcp server' ? 'bytes' : 'events',
      onResponse: (id) => void onResponse?.(id, upstream),
    });
    return { status, headers, body };
  }
  if (translation !== undefined) return await translated(response, translation, end);
  const whole = exchange.whole(smallBytes) ?? (await exchange.collect(smallBytes));
  const id = onResponse === undefined ? undefined : responseIdIn(whole ?? exchange.begun);
  if (id !== undefined) await onResponse?.(id, upstream);
  if (whole !== undefined && !isWhole(whole, response, options)) throw await failure(response);
  if (whole !== undefined) return inOnePiece(response, whole, options);
  const length = head.headers['content-length'];
  if (length !== undefined) headers['content-length'] = String(length);
  return { status, headers, body: new ResponseStream(exchange, { ...shared, form: 'bytes' }) };
}

/** Translates an answer that is not a stream. */
async function translated(
  response: UpstreamResponse,
  translation: Translation,
  end: EndOfCall,
): Promise<ForwardedResponse> {
  const { exchange, head, upstream } = response;
  const bytes = exchange.whole(translatedBytes) ?? (await exchange.collect(translatedBytes));
  const given = bytes === undefined ? undefined : objectIn(bytes);
  const answer = given === undefined ? undefined : translation.answer(given);
  if (bytes === undefined || answer === undefined) throw await failure(response);
  const body = Buffer.from(JSON.stringify(answer));
  const headers = { ...answerHeaders(head.headers), 'content-type': 'application/json; charset=utf-8' };
  end({ status: 200, complete: true, upstream, tokens: tokensOfBody(bytes), answerBytes: bytes.length });
  return { status: 200, headers, body };
}

function objectIn(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const answer: unknown = JSON.parse(bytes.toString());
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the id at the beginning of a response. */
function responseIdIn(bytes: Buffer): string | undefined {
  return /^\s*\{\s*"id"\s*:\s*"([^"\\]{1,1000})"/.exec(bytes.subarray(0, 2048).toString())?.[1];
}

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
  const { exchange, head } = response;
  const given = await exchange.collect(smallBytes);
  if (given === undefined) exchange.abort();
  if (head.status === overloaded) throw upstreamOverloaded(nameOf(response));
  const said = given?.subarray(0, 500).toString() ?? '';
  return upstreamFailed(new Error(`The upstream '${nameOf(response)}' answered ${head.status}: ${said}`));
}

function nameOf({ upstream }: UpstreamResponse): string {
  return upstream.name;
}
