// Counts tokens by segment: a word with the white space before it. The count of each distinct segment is cached, because
// words repeat. A segment alone has at most one token more than within its sentence, so no sum is too small.

import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';

const segmentPattern = /\s{1,24}\S{0,24}|\S{1,24}/gu;
const maxKnownSegments = 50_000;
const noSpecial = { disallowedSpecial: new Set<string>() };

const known = new Map<string, number>();

/** Returns the segments of a text. Joined, they are the text. */
export function segmentsOf(text: string): string[] {
  return text.match(segmentPattern) ?? [];
}

/** Returns the number of tokens in a text: the sum over its segments. */
export function tokensIn(text: string): number {
  let sum = 0;
  for (const segment of segmentsOf(text)) sum += known.get(segment) ?? tokensOf(segment);
  return sum;
}

function tokensOf(segment: string): number {
  const tokens = countTokens(segment, noSpecial);
  if (known.size >= maxKnownSegments) known.clear();
  known.set(segment, tokens);
  return tokens;
}
