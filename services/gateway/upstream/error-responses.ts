// Converts upstreams' error responses, which have many forms, to the API's error format, and finds internals that
// callers must not see.

import type { components } from '../../../generated/openapi.ts';
import { nowMs } from '../../../models/clock.ts';
import { issueSentence, type ToldIssue } from '../../platform/index.ts';
import type { Upstream } from './upstream.ts';

type Refusal = components['schemas']['CallErrorBody'];

/** The longest refusal that is read before the call goes on. */
export const maxRefusalBytes = 64 * 1024;
const maxMessageLength = 100_000;
const maxWordLength = 1000;
const maxLineLength = 300;
const maxRetryAfterSeconds = 60;
const maxIssues = 5;

/**
 * The public API's code for a request that is longer than the model's context. Agents shorten the conversation when they
 * read it, so it is given to the messages of other servers too.
 */
export const tooLongForModel = 'context_length_exceeded';
const beyondContext =
  /maximum (?:context|prompt) length|(?:exceeds?|longer than)\b.{0,40}\bcontext (?:length|size|window)|prompt is too long|input token count .{0,40}exceeds|input (?:\(\d+ tokens\) )?is too large to process|must have less than \d+ tokens/i;

/** An internal address: as a URL, or as a bare IP address. */
const insideUrl =
  /\bhttps?:\/\/(?:[^/\s"']*@)?(?:localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|\[|[a-z0-9-]+(?=[:/\s"']|$)|[a-z0-9.-]+\.(?:local|internal|svc|cluster|lan|corp)\b)/i;
const insideNumber =
  /(?<![\d.])(?:127\.\d{1,3}|10\.\d{1,3}|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/** Returns true if a text reveals the upstream's key or address. */
export function revealsInternals(text: string, { settings }: Upstream): boolean {
  const { api_key: key, base_url: base } = settings;
  const { host, hostname } = new URL(base);
  // A host name without a dot could be any word, so it is compared with its port.
  const name = hostname.includes('.') ? hostname : host;
  return (key !== '' && text.includes(key)) || text.includes(name) || insideUrl.test(text) || insideNumber.test(text);
}

/** Returns the upstream's error in the API's format. */
export function refusalBody(text: string, status: number): Refusal {
  const body = parse(text);
  if (body === undefined) return errorWith(firstLine(text), status);
  const { error, message, detail } = isObject(body) ? body : {};
  const given = isObject(error) ? error : isObject(body) ? body : {};
  // Ollama passes on llama.cpp's whole error as the message of its own.
  if (typeof given.message === 'string' && isObject(parse(given.message))) {
    const inner = refusalBody(given.message, status).error;
    return { error: { ...inner, param: inner.param ?? word(given.param), code: inner.code ?? word(given.code) } };
  }
  const found = [given.message, error, message, detail, text].find((value) => value !== undefined && value !== '');
  const said = messageOf(found, status).slice(0, maxMessageLength);
  const isTooLong = beyondContext.test(said);
  return {
    error: {
      message: said,
      type: isTooLong ? 'invalid_request_error' : (word(given.type) ?? 'invalid_request_error'),
      param: word(given.param),
      code: isTooLong ? tooLongForModel : word(given.code),
    },
  };
}

/**
 * Returns true if the request is at fault, although the status is that of a failing server or a missing thing: llama.cpp and
 * Ollama answer 500 to a text that is too long for the model, and to what its chat template or the server cannot take,
 * llama.cpp 501 to an operation that it was not started for, and OpenRouter 404 to an image.
 */
export function isRefusalInDisguise(text: string, status: number): boolean {
  if (status !== 500 && status !== 404) return status === 501;
  const { message, code } = refusalBody(text, status).error;
  if (refusesImages(message)) return true;
  return status === 500 && (code === tooLongForModel || beyondTemplate.test(message));
}

/** Returns true if a refusal says that the model sees no images. */
export function refusesImages(message: string): boolean {
  return withoutSight.test(message);
}

/** The words of vLLM, Ollama, llama.cpp, OpenRouter, LM Studio, SiliconFlow, DeepSeek, OpenAI and Groq in such refusals. */
const withoutSight =
  /not an? (?:multimodal|vision|VLM)\b|(?<!only )(?:support|required for) (?:\w+ )?(?:images?|vision|multimodal requests)\b(?!\/| (?:format|type|size|generation|edit))|images? (?!format|type|size|url)(?:\w+ )?(?:is|are) not supported|image_url\W+is (?:only|not) supported|(?:variant|part type:) \W*image_url|content\W{1,5}(?:value )?must be a string/i;

const beyondTemplate =
  /\bjinja|chat template|no user query|input is not supported|context does not support|failed to parse (?:tool|messages)|failed to load image|image: unknown format/i;

/** Returns an error that only contains the status. */
export function plainRefusal(status: number): Refusal {
  return errorWith('', status);
}

/**
 * Returns true if a response says that the server does not have the path at all. A 404 may also mean a model, a file or
 * an item of the request: it then has a parameter, or names the thing.
 */
export function isUnknownPath(text: string, status: number): boolean {
  if (status === 405) return true;
  if (status !== 404) return false;
  const { message, param, code } = refusalBody(text, status).error;
  return param === null && code !== 'model_not_found' && !/\bmodel\b|\bid\b|endpoints found/i.test(message);
}

export function isJson(text: string): boolean {
  return parse(text) !== undefined;
}

function errorWith(line: string, status: number): Refusal {
  const refused = `The upstream server refused the request with status ${status}`;
  const message = line === '' ? `${refused}.` : `${refused}: ${line}`;
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}

/** Returns the first line of a text, or of the visible text of an HTML page. */
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

/** Returns the delay of a Retry-After header in seconds, between 1 and 60. Clients ignore longer delays. */
export function retryAfterSeconds(given: string | undefined): number {
  const seconds =
    given !== undefined && /^\d{1,9}$/.test(given) ? Number(given) : (Date.parse(given ?? '') - nowMs()) / 1000;
  return Number.isNaN(seconds) ? 1 : Math.min(Math.max(Math.ceil(seconds), 1), maxRetryAfterSeconds);
}

/**
 * Returns true if a retry would fail in the same way. The public API's clients would otherwise retry these errors
 * automatically.
 */
export function isFinalRefusal({ error: { type, code } }: Refusal, status: number): boolean {
  return status === 409 || type === 'insufficient_quota' || code === 'insufficient_quota';
}

function messageOf(said: unknown, status: number): string {
  if (said === undefined || said === '') return plainRefusal(status).error.message;
  if ([404, 405].includes(status) && typeof said === 'string' && /^(?:not found|method not allowed)\.?$/i.test(said))
    return `The upstream server does not have this operation: it answered ${status} ${said}`;
  // Mistral has the list of FastAPI in its message.
  const issues = isObject(said) ? said.detail : said;
  // A long list of wrong values has an issue for each of them.
  if (Array.isArray(issues) && issues.length > 0 && issues.every(isIssue))
    return issues.slice(0, maxIssues).map(sentenceOf).join(' ');
  return typeof said === 'string' ? said : JSON.stringify(said);
}

/** Returns true for an item of the list with which FastAPI refuses a request. */
function isIssue(item: unknown): item is ToldIssue {
  return isObject(item) && Array.isArray(item.loc) && typeof item.msg === 'string' && typeof item.type === 'string';
}

/** The types of issues whose sentence needs no `ctx`, which not all servers send, and holds at each server. */
const plainTypes =
  /^(?:missing|extra_forbidden|(?:int|float|bool)_parsing|(?:string|int|float|bool|list|dict|model_attributes)_type)$/;

/** Returns the sentence of an issue, or else the server's own text. */
function sentenceOf(issue: ToldIssue): string {
  const type = plainTypes.test(issue.type) ? issue.type : 'value_error';
  return issueSentence({ ...issue, type, ctx: isObject(issue.ctx) ? issue.ctx : {} });
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
