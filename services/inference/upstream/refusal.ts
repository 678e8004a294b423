// The refusals of upstreams, of which there are many forms, in the one form that callers know; and what must not be seen
// in them.

import type { components } from '../../../generated/openapi.ts';
import { nowMs } from '../../../models/clock.ts';
import type { Upstream } from './upstream.ts';

type Refusal = components['schemas']['UpstreamErrorBody'];

const maxMessageLength = 100_000;
const maxWordLength = 1000;
const maxLineLength = 300;
const maxRetryAfterSeconds = 60;

/** An address inside of somebody's network: as a URL, or as the number alone. */
const insideUrl =
  /\bhttps?:\/\/(?:[^/\s"']*@)?(?:localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|\[|[a-z0-9-]+(?=[:/\s"']|$)|[a-z0-9.-]+\.(?:local|internal|svc|cluster|lan|corp)\b)/i;
const insideNumber =
  /(?<![\d.])(?:127\.\d{1,3}|10\.\d{1,3}|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/** Whether a text gives away the upstream's key or where it is. */
export function revealsInternals(text: string, { settings }: Upstream): boolean {
  const { api_key: key, base_url: base } = settings;
  const { host, hostname } = new URL(base);
  // A name without a dot may be any word.
  const name = hostname.includes('.') ? hostname : host;
  return (key !== '' && text.includes(key)) || text.includes(name) || insideUrl.test(text) || insideNumber.test(text);
}

/** The upstream's own refusal, in the form of errors. */
export function refusalBody(text: string, status: number): Refusal {
  const body = parse(text);
  if (body === undefined) return saying(firstLine(text), status);
  const { error, message, detail } = isObject(body) ? body : {};
  const given = isObject(error) ? error : isObject(body) ? body : {};
  const said = [given.message, error, message, detail, text].find((value) => value !== undefined && value !== '');
  return {
    error: {
      message: wording(said, status).slice(0, maxMessageLength),
      type: word(given.type) ?? 'invalid_request_error',
      param: word(given.param),
      code: word(given.code),
    },
  };
}

/** A refusal that says nothing but that it is one. */
export function plainRefusal(status: number): Refusal {
  return saying('', status);
}

/** Whether the text is JSON. */
export function isJson(text: string): boolean {
  return parse(text) !== undefined;
}

function saying(line: string, status: number): Refusal {
  const refused = `The upstream server refused the request with status ${status}`;
  const message = line === '' ? `${refused}.` : `${refused}: ${line}`;
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}

/** The first line of a text, or of what a page of HTML shows. */
function firstLine(text: string): string {
  const shown = /^\s*<[a-z!?]/i.test(text)
    ? text
        .replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, '\n')
        .replace(/<!--[\s\S]*?(?:-->|$)/g, '\n')
        .replace(/<[^>]*(?:>|$)/g, '\n')
    : text;
  const line = shown.split(/[\r\n]/).find((one) => one.trim() !== '') ?? '';
  return line
    .trim()
    .replace(/[^\P{Cc}\t]/gu, '\uFFFD')
    .slice(0, maxLineLength)
    .toWellFormed();
}

/** What a Retry-After asks for, in seconds: at least one, and at most a minute, since clients take more for a mistake. */
export function retryAfterSeconds(given: string | undefined): number {
  const seconds =
    given !== undefined && /^\d{1,9}$/.test(given) ? Number(given) : (Date.parse(given ?? '') - nowMs()) / 1000;
  return Number.isNaN(seconds) ? 1 : Math.min(Math.max(Math.ceil(seconds), 1), maxRetryAfterSeconds);
}

/** Whether the refusal stays the same, however often it is asked for: the public API's clients repeat these by themselves. */
export function staysRefused({ error: { type, code } }: Refusal, status: number): boolean {
  return status === 409 || type === 'insufficient_quota' || code === 'insufficient_quota';
}

function wording(said: unknown, status: number): string {
  if (said === undefined || said === '') return plainRefusal(status).error.message;
  return typeof said === 'string' ? said : JSON.stringify(said);
}

function word(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, maxWordLength) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
