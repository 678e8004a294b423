// The tokenizer cl100k_base, loaded on first use. The public API's embedding models use it, and clients may send its
// tokens.

import type { encode } from 'gpt-tokenizer/encoding/cl100k_base';

type Tokenizer = typeof import('gpt-tokenizer/encoding/cl100k_base');

const noSpecial: Parameters<typeof encode>[1] = { disallowedSpecial: new Set() };

/**
 * Runs of letters, signs or spaces without a break. The tokenizer takes such a run as one piece, and its time grows
 * with the square of the length: 10,000 letters take 50 ms, a million take 10 minutes.
 */
const longRun = /(?<!\p{L})\p{L}{200}|(?<![^\s\p{L}\p{N}])[^\s\p{L}\p{N}]{200}|(?<!\s)\s{200}/u;
const segments = /\s{1,24}\S{0,24}|\S{1,24}/gu;

let loading: Promise<Tokenizer> | undefined;

export function loadTokenizer(): Promise<Tokenizer> {
  loading ??= import('gpt-tokenizer/encoding/cl100k_base');
  return loading;
}

/**
 * Returns the number of tokens of a text, or undefined if it exceeds `atMost`. Very long runs of characters are counted
 * in pieces, which may give a few tokens more.
 */
export function countTokens({ countTokens: count, isWithinTokenLimit }: Tokenizer, text: string, atMost: number) {
  if (!longRun.test(text)) {
    const tokens = isWithinTokenLimit(text, atMost, noSpecial);
    return tokens === false ? undefined : tokens;
  }
  let tokens = 0;
  for (const [segment] of text.matchAll(segments)) {
    tokens += count(segment, noSpecial);
    if (tokens > atMost) return undefined;
  }
  return tokens;
}

/** Returns the beginning of a text with at most this number of tokens. */
export function firstTokens({ encode, decode }: Tokenizer, text: string, atMost: number): string {
  let tokens = 0;
  for (const { 0: segment, index } of text.matchAll(segments)) {
    const own = encode(segment, noSpecial);
    tokens += own.length;
    if (tokens <= atMost) continue;
    const rest = decode(own.slice(0, own.length - (tokens - atMost)));
    // A character may be cut in its middle.
    return text.slice(0, index) + rest.replace(/\ufffd+$/, '');
  }
  return text;
}

/** Returns the text of tokens, or undefined if one of them is not in the encoding. */
export function textOfTokens({ decode }: Tokenizer, tokens: number[]): string | undefined {
  try {
    return decode(tokens);
  } catch {
    return undefined;
  }
}
