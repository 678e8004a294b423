// What a call used, as the upstream counts it: `usage` of the public API, read from an answer's body or from the events
// of a stream.

import type { Tokens } from '../../limits/index.ts';
import { endOfString } from '../../platform/index.ts';
import type { EventData } from './event-stream.ts';
import { toTokens } from './usage-counts.ts';

/** So much of a body's end is looked through. Longer than most bodies, and than what follows the usage in others. */
const tailBytes = 16 * 1024;
/** Bodies up to this size are read as a whole where their end does not say. */
const wholeBytes = 64 * 1024;
/** Members of that name that are looked at before. */
const maxTries = 8;
const quote = 0x22;
const opening = 0x7b;
const closing = 0x7d;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const key = '"usage"';
/** Says where the object begins, without making a list of what it found. */
const value = /"usage"\s*:\s*(?=\{)/y;

/**
 * The usage in an answer's body, or in the end of one; undefined where there is none. Answers show their callers what they
 * asked: further in than at the top, and behind the usage too, stands what a caller wrote.
 */
export function tokensOfBody(bytes: Buffer): Tokens | undefined {
  // A byte for a character: what is looked for is ASCII, and so is all that counts in it.
  const text = bytes.toString('latin1', Math.max(bytes.length - tailBytes, 0));
  let at = text.length;
  for (let tries = 0; tries < maxTries && at > 0; tries += 1) {
    // Inside of a text it would be \"usage\".
    at = text.lastIndexOf(key, at - 1);
    const tokens = at === -1 ? undefined : toTokens(topObjectAt(text, at));
    if (tokens !== undefined) return tokens;
  }
  const isReadable = bytes.length <= wholeBytes && bytes[0] === opening && bytes.includes(key);
  const whole = isReadable ? parse(bytes.toString()) : undefined;
  return whole === undefined ? undefined : toTokens((whole as EventData).usage);
}

/** The usage in an event of a stream: of chat and completions, or of responses. */
export function tokensOfEvent({ usage, response }: EventData): Tokens | undefined {
  if (typeof usage === 'object' && usage !== null) return toTokens(usage);
  if (typeof response === 'object' && response !== null && 'usage' in response) return toTokens(response.usage);
  return undefined;
}

/** The text that an event of a stream brings: of chat and completions, or of responses. */
export function textOfEvent({ choices, delta }: EventData): string {
  if (typeof delta === 'string') return delta;
  if (!Array.isArray(choices)) return '';
  let text = '';
  for (const choice of choices as unknown[]) {
    const { delta: part, text: own } = Object(choice) as { delta?: unknown; text?: unknown };
    text += typeof own === 'string' ? own : textOfDelta(Object(part) as Record<string, unknown>);
  }
  return text;
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

/** The value of the member that begins there, where it is an object, and a member of the body itself. */
function topObjectAt(text: string, at: number): unknown {
  value.lastIndex = at;
  if (!value.test(text)) return undefined;
  const start = value.lastIndex;
  const end = endOfObject(text, start);
  return end !== 0 && closesOnce(text, end) ? parse(text.slice(start, end)) : undefined;
}

/** Where the object ends that begins there; 0: it does not. Usage holds numbers, lists and objects of numbers, and names: no text with braces. */
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

/** Whether behind the member that ends there nothing is closed but the body itself. */
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
