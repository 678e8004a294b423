// What a call used, as the upstream counts it: `usage` of the public API, read from an answer's body or from the events
// of a stream.

import type { EventData } from './event-stream.ts';

export interface Tokens {
  input: number;
  output: number;
}

/** Bodies up to this size are looked through as a whole; of longer ones, their end. */
const tailBytes = 16 * 1024;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
/** Says where the object begins, without making a list of what it found. */
const opening = /"usage"\s*:\s*(?=\{)/y;

/** The usage in an answer's body, or in the end of one; undefined where there is none. */
export function tokensOfBody(bytes: Buffer): Tokens | undefined {
  // A byte for a character: what is looked for is ASCII, and so is all that counts in it.
  const text = bytes.toString('latin1', Math.max(bytes.length - tailBytes, 0));
  // Inside of a text it would be \"usage\".
  const at = text.lastIndexOf('"usage"');
  if (at === -1) return undefined;
  opening.lastIndex = at;
  return opening.test(text) ? toTokens(objectAt(text, opening.lastIndex)) : undefined;
}

/** The usage in an event of a stream: of chat and completions, or of responses. */
export function tokensOfEvent({ usage, response }: EventData): Tokens | undefined {
  if (typeof usage === 'object' && usage !== null) return toTokens(usage);
  if (typeof response === 'object' && response !== null && 'usage' in response) return toTokens(response.usage);
  return undefined;
}

function toTokens(usage: unknown): Tokens | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined;
  const { prompt_tokens, completion_tokens, input_tokens, output_tokens } = usage as Record<string, unknown>;
  const input = prompt_tokens ?? input_tokens;
  const output = completion_tokens ?? output_tokens ?? 0;
  return isCount(input) && isCount(output) ? { input, output } : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The object that begins there. Usage holds numbers and objects of numbers: no brace stands in a text. */
function objectAt(text: string, start: number): unknown {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === openingBrace) depth += 1;
    else if (code === closingBrace) depth -= 1;
    if (depth > 0) continue;
    try {
      return JSON.parse(text.slice(start, index + 1));
    } catch {
      return undefined;
    }
  }
  return undefined;
}
