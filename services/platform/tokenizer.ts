// Tokens of the built-in embedding model: those of cl100k_base, which the public API's embedding models count in, and
// which its clients therefore send. The tokenizer is loaded by the first call that needs it.

import type { encode } from 'gpt-tokenizer/encoding/cl100k_base';

type Tokenizer = typeof import('gpt-tokenizer/encoding/cl100k_base');

const noSpecial: Parameters<typeof encode>[1] = { disallowedSpecial: new Set() };

/**
 * Letters, signs or spaces without an end. The tokenizer takes such a run in one piece, in a time that grows with its
 * square: ten thousand letters are fifty milliseconds, a million are ten minutes.
 */
const longRun = /(?<!\p{L})\p{L}{200}|(?<![^\s\p{L}\p{N}])[^\s\p{L}\p{N}]{200}|(?<!\s)\s{200}/u;
const segments = /\s{1,24}\S{0,24}|\S{1,24}/gu;

let loading: Promise<Tokenizer> | undefined;

export function loadTokenizer(): Promise<Tokenizer> {
  loading ??= import('gpt-tokenizer/encoding/cl100k_base');
  return loading;
}

/**
 * How many tokens a text has; undefined: more than `atMost`. Texts with runs that are too long to be taken in one piece
 * are counted in pieces, which may find a few tokens more.
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

/** The text that the tokens are; undefined where one of them is none of the encoding's. */
export function textOfTokens({ decode }: Tokenizer, tokens: number[]): string | undefined {
  try {
    return decode(tokens);
  } catch {
    return undefined;
  }
}
