// An upstream's answer as the caller gets it: successes as they come, refusals in the one form of errors, failures as
// failures of this server, with nothing of the inside in any of them.

import type { ByteStream } from '../byte-stream.ts';
import type { EndOfCall } from '../model-calls.ts';
import type { Asked } from './ask.ts';
import { type Head, UpstreamFault } from './exchange.ts';
import { refusalOf, upstreamFailed } from './faults.ts';
import { answerHeaders } from './headers.ts';
import { Passage, type PassageEnd } from './passage.ts';
import { plainRefusal, refusalBody, tellsOfInside } from './refusal.ts';
import type { Upstream } from './upstream.ts';
import { tokensOfBody } from './usage.ts';

/** Bodies up to this size are sent in one piece; what breaks off before is no answer at all. */
const smallBytes = 64 * 1024;
const maxRetryAfterSeconds = 60;

/** An answer that an upstream gave. */
export interface PassedOn {
  status: number;
  headers: Record<string, string>;
  body: Buffer | ByteStream;
}

export interface PassBackOptions {
  /** What answers: a model, in the public API's form; or something whose form is its own business. */
  form: 'model' | 'endpoint' | 'mcp server';
  /** See passage.ts. */
  hidesUsage: boolean;
  /** The request was a HEAD: what is said of the body is true of one that is not there. */
  isHead?: boolean;
  /** Is told the id of a response, as soon as it is seen. */
  onResponse?: ((id: string, upstream: Upstream) => Promise<void>) | undefined;
  end: EndOfCall;
}

/** The answer for the caller. Throws `upstream_failed` or `upstream_timeout` for one that is none. */
export function passBack(asked: Asked, options: PassBackOptions): PassedOn | Promise<PassedOn> {
  const { exchange, head } = asked;
  const isPlain = head.status < 300 && options.onResponse === undefined && !isEventStream(head);
  const whole = isPlain ? exchange.whole(smallBytes) : undefined;
  // Nearly always where it is no stream: there is nothing to wait for.
  return whole === undefined ? passBackLater(asked, options) : inOnePiece(asked, whole, options);
}

async function passBackLater(asked: Asked, options: PassBackOptions): Promise<PassedOn> {
  const { status } = asked.head;
  try {
    if (status < 300) return await success(asked, options);
    if (status < 400 || status >= 500 || [401, 403, 407].includes(status)) throw await failure(asked);
    return await refused(asked, options);
  } catch (error) {
    const fault = error instanceof UpstreamFault && error.kind !== 'gone' ? refusalOf(error) : error;
    options.end({ ...nothing, status: fault instanceof UpstreamFault ? 499 : 502, upstream: nameOf(asked) });
    throw fault;
  }
}

function isEventStream({ headers }: Head): boolean {
  const type = headers['content-type'];
  return typeof type === 'string' && type.startsWith('text/event-stream');
}

function inOnePiece(asked: Asked, whole: Buffer, { isHead = false, end }: PassBackOptions): PassedOn {
  const { status, headers: given } = asked.head;
  const headers = answerHeaders(given);
  const length = given['content-length'];
  if (isHead && length !== undefined) headers['content-length'] = String(length);
  end({ status, complete: true, upstream: nameOf(asked), tokens: tokensOfBody(whole), answerBytes: whole.length });
  return { status, headers, body: whole };
}

const nothing = { complete: false, tokens: undefined, answerBytes: 0 };

async function success(asked: Asked, options: PassBackOptions): Promise<PassedOn> {
  const { form, hidesUsage, onResponse, end } = options;
  const { exchange, head, upstream } = asked;
  const { status } = head;
  const headers = answerHeaders(head.headers);
  const onEnd = ({ complete, tokens, bytes }: PassageEnd): void =>
    end({ status, complete, upstream: nameOf(asked), tokens, answerBytes: bytes });
  if (isEventStream(head)) {
    headers['x-accel-buffering'] = 'no';
    const isRead = form === 'model' && headers['content-encoding'] === undefined;
    const body = new Passage(exchange, {
      form: isRead ? 'model events' : form === 'mcp server' ? 'bytes' : 'events',
      hidesUsage,
      onResponse: (id) => void onResponse?.(id, upstream),
      onEnd,
    });
    return { status, headers, body };
  }
  const whole = exchange.whole(smallBytes) ?? (await exchange.collect(smallBytes));
  const id = onResponse === undefined ? undefined : responseIdIn(whole ?? exchange.begun);
  if (id !== undefined) await onResponse?.(id, upstream);
  if (whole !== undefined) return inOnePiece(asked, whole, options);
  const length = head.headers['content-length'];
  if (length !== undefined) headers['content-length'] = String(length);
  return { status, headers, body: new Passage(exchange, { form: 'bytes', hidesUsage, onEnd }) };
}

/** The id that a response begins with. */
function responseIdIn(bytes: Buffer): string | undefined {
  return /^\s*\{\s*"id"\s*:\s*"([^"\\]{1,1000})"/.exec(bytes.subarray(0, 2048).toString())?.[1];
}

/** The upstream says that the request is at fault. */
async function refused(asked: Asked, { form, end }: PassBackOptions): Promise<PassedOn> {
  const { exchange, head, upstream } = asked;
  const { status } = head;
  const given = await exchange.collect(smallBytes);
  if (given === undefined) exchange.abort();
  const text = given?.toString() ?? '';
  const headers = answerHeaders(head.headers);
  if (status === 429) headers['retry-after'] = retryAfter(headers['retry-after']);
  end({ status, complete: true, upstream: nameOf(asked), tokens: undefined, answerBytes: text.length });
  if (form !== 'model' && given !== undefined && !tellsOfInside(text, upstream))
    return { status, headers, body: given };
  headers['content-type'] = 'application/json; charset=utf-8';
  const isShown = headers['content-encoding'] === undefined && !tellsOfInside(text, upstream);
  delete headers['content-encoding'];
  return {
    status,
    headers,
    body: Buffer.from(JSON.stringify(isShown ? refusalBody(text, status) : plainRefusal(status))),
  };
}

/** What the log says of a failure; the caller learns nothing but that it was one. */
async function failure({ exchange, head }: Asked): Promise<unknown> {
  const given = await exchange.collect(smallBytes);
  if (given === undefined) exchange.abort();
  return upstreamFailed(new Error(`The upstream answered ${head.status}: ${given?.subarray(0, 500).toString() ?? ''}`));
}

/** Seconds, at most a minute: clients take more for a mistake. */
function retryAfter(given: string | undefined): string {
  const seconds = given !== undefined && /^\d{1,9}$/.test(given) ? Number(given) : 1;
  return String(Math.min(seconds, maxRetryAfterSeconds));
}

function nameOf({ upstream }: Asked): string {
  return upstream.settings.name;
}
