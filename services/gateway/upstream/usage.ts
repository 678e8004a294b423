// Finds the usage that an upstream reports: the `usage` object in a response body or in stream events.

import type { Tokens } from '../../limits/index.ts';
import { endOfString } from '../../platform/index.ts';
import type { EventData } from './event-stream.ts';
import { toTokens } from './usage-counts.ts';

/**
 * The number of bytes of a body's end that are searched: more than most bodies have, and more than others have after
 * the usage.
 */
const tailBytes = 16 * 1024;
/** Bodies up to this size are parsed as a whole if their end contains no usage. */
const wholeBytes = 64 * 1024;
/** The number of occurrences of the name that are tried. */
const maxTries = 8;
const quote = 0x22;
const opening = 0x7b;
const closing = 0x7d;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const key = '"usage"';
/** Matches up to the beginning of the object, with a lookahead that captures nothing. */
const value = /"usage"\s*:\s*(?=\{)/y;

/**
 * Returns the usage in a response body or its end, or undefined. Only a top-level `usage` counts, because responses may
 * repeat the caller's input in nested values and after the usage.
 */
export function tokensOfBody(bytes: Buffer): Tokens | undefined {
  // latin1 has one character for each byte, and all relevant characters are ASCII.
  const text = bytes.toString('latin1', Math.max(bytes.length - tailBytes, 0));
  let at = text.length;
  for (let tries = 0; tries < maxTries && at > 0; tries += 1) {
    // Inside of a JSON string, the quotes would be escaped.
    at = text.lastIndexOf(key, at - 1);
    const tokens = at === -1 ? undefined : toTokens(topObjectAt(text, at));
    if (tokens !== undefined) return tokens;
  }
  const isReadable = bytes.length <= wholeBytes && bytes[0] === opening && bytes.includes(key);
  const whole = isReadable ? parse(bytes.toString()) : undefined;
  return whole === undefined ? undefined : toTokens((whole as EventData).usage);
}

/** Returns the data of the last event with a usage, from the end of a stream of events. */
export function lastUsageEvent(tail: Buffer): EventData | undefined {
  for (const line of tail.toString().split('\n').reverse()) {
    if (!line.startsWith('data:') || !line.includes(key)) continue;
    const data = parse(line.slice('data:'.length));
    if (isObject(data) && isObject((data as EventData).usage)) return data as EventData;
  }
  return undefined;
}

const noUsage: object = {};

/** Reads the usage out of the stream events of chat, completions, responses or messages. */
export class UsageReader {
  /** The usage at the beginning of a message, to which the usage at its end adds. */
  #begun = noUsage;
  #tokens: Tokens | undefined;

  /** The usage of the stream, once an event has told it. */
  get tokens(): Tokens | undefined {
    return this.#tokens;
  }

  read({ type, usage, response, message }: EventData): void {
    if (usage === undefined && response === undefined && message === undefined) return;
    if (type === 'message_start') this.#begun = usageIn(message);
    else if (isObject(usage)) this.#tokens = toTokens(this.#withBegun(usage)) ?? this.#tokens;
    else this.#tokens = toTokens(usageIn(response)) ?? this.#tokens;
  }

  #withBegun(usage: object): object {
    if (this.#begun === noUsage) return usage;
    return { ...this.#begun, ...Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== null)) };
  }
}

function usageIn(value: unknown): object {
  const { usage } = Object(value) as { usage?: unknown };
  return isObject(usage) ? usage : noUsage;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns the text in a stream event of chat, completions, responses or messages. */
export function textOfEvent({ choices, delta }: EventData): string {
  if (typeof delta === 'string') return delta;
  if (isObject(delta)) return textOfBlock(delta as Record<string, unknown>);
  if (!Array.isArray(choices)) return '';
  let text = '';
  for (const choice of choices as unknown[]) {
    const { delta: part, text: own } = Object(choice) as { delta?: unknown; text?: unknown };
    text += typeof own === 'string' ? own : textOfDelta(Object(part) as Record<string, unknown>);
  }
  return text;
}

function textOfBlock({ text, thinking, partial_json: json }: Record<string, unknown>): string {
  const given = text ?? thinking ?? json;
  return typeof given === 'string' ? given : '';
}

function textOfDelta({ content, reasoning_content, reasoning, refusal, tool_calls }: Record<string, unknown>): string {
  let text = '';
  for (const one of [content, reasoning_content ?? reasoning, refusal]) if (typeof one === 'string') text += one;
  if (!Array.isArray(tool_calls)) return text;
  for (const call of tool_calls as unknown[]) {
    const { name, arguments: given } = Object((Object(call) as { function?: unknown }).function) as Record<
      string,
      unknown
    >;
    text += `${typeof name === 'string' ? name : ''}${typeof given === 'string' ? given : ''}`;
  }
  return text;
}

/** Returns the object value of the field at `at`, if it is a top-level field of the body. */
function topObjectAt(text: string, at: number): unknown {
  value.lastIndex = at;
  if (!value.test(text)) return undefined;
  const start = value.lastIndex;
  const end = endOfObject(text, start);
  return end !== 0 && closesOnce(text, end) ? parse(text.slice(start, end)) : undefined;
}

/**
 * Returns the index after the object that begins at `start`, or 0 if it does not end. Usage contains numbers, lists,
 * objects of numbers and names, but no strings with braces.
 */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === opening) depth += 1;
    else if (code === closing) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return 0;
}

/** Returns true if only the body itself is closed after `start`, so that the field is at the top level. */
function closesOnce(text: string, start: number): boolean {
  let depth = 1;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === opening || code === openingBracket) depth += 1;
    else if (code === closing || code === closingBracket) depth -= 1;
    if (depth === 0) return isBlank(text, index + 1);
  }
  return false;
}

function isBlank(text: string, start: number): boolean {
  return text.length === start || text.slice(start).trim() === '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
