// Splits a stream of text into chunks with a maximum number of tokens, which overlap by a number of tokens.
//
// Tokens are counted by segment: a word with the white space before it. A chunk ends between two segments, so no word
// and no character is cut. The count of each distinct segment is cached, because words repeat. A segment alone has at
// most one token more than within its sentence, so a chunk never exceeds its limit.

import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';

export interface TextChunk {
  text: string;
  tokens: number;
}

export interface ChunkLimits {
  maxTokens: number;
  /** At most half of `maxTokens`. */
  overlapTokens: number;
}

/** Short enough for the smallest chunk: a character has at most 4 tokens. */
const segmentPattern = /\s{1,24}\S{0,24}|\S{1,24}/gu;
/** A segment that ends within this many characters of the end of the input may continue in the next input. */
const openEnd = 100;
const maxKnownWords = 50_000;
const noSpecial = { disallowedSpecial: new Set<string>() };

const known = new Map<string, number>();

/** Returns the number of tokens in a segment. */
function tokensOf(segment: string): number {
  let tokens = known.get(segment);
  if (tokens === undefined) {
    tokens = countTokens(segment, noSpecial);
    if (known.size >= maxKnownWords) known.clear();
    known.set(segment, tokens);
  }
  return tokens;
}

export class Chunker {
  readonly #limits: ChunkLimits;
  /** The text from the beginning of the current chunk. */
  #text = '';
  /** The ends of the current chunk's segments in `#text`, and their token counts. */
  #ends: number[] = [];
  #tokens: number[] = [];
  #sum = 0;
  /** The number of trailing segments that are in no chunk yet. */
  #fresh = 0;
  /** All tokens so far; overlaps count once. */
  total = 0;

  constructor(limits: ChunkLimits) {
    this.#limits = limits;
  }

  /** Adds text, and yields the chunks that it completes. */
  *push(text: string): Generator<TextChunk> {
    this.#text += clean(text);
    yield* this.#segment(this.#text.length - openEnd);
  }

  /** Yields the rest of the text. */
  *end(): Generator<TextChunk> {
    yield* this.#segment(Number.POSITIVE_INFINITY);
    if (this.#fresh > 0) yield* this.#cut();
  }

  *#segment(safeEnd: number): Generator<TextChunk> {
    let from = this.#ends.at(-1) ?? 0;
    while (from < this.#text.length) {
      segmentPattern.lastIndex = from;
      const segment = segmentPattern.exec(this.#text)?.[0] ?? '';
      if (from + segment.length > safeEnd) return;
      const tokens = tokensOf(segment);
      if (this.#sum + tokens > this.#limits.maxTokens) {
        yield* this.#cut();
        from = this.#slide(from, Math.min(this.#limits.overlapTokens, this.#limits.maxTokens - tokens));
      }
      from += segment.length;
      this.#ends.push(from);
      this.#tokens.push(tokens);
      this.#sum += tokens;
      this.#fresh += 1;
      this.total += tokens;
    }
  }

  *#cut(): Generator<TextChunk> {
    const text = this.#text.slice(0, this.#ends.at(-1)).trim();
    if (text !== '') yield { text, tokens: this.#sum };
    this.#fresh = 0;
  }

  /** Drops all but the last segments with at most `keep` tokens. Returns the new value of `from`. */
  #slide(from: number, keep: number): number {
    let drop = 0;
    while (this.#sum > keep) {
      this.#sum -= this.#tokens[drop] as number;
      drop += 1;
    }
    const cut = this.#ends[drop - 1] ?? 0;
    this.#text = this.#text.slice(cut);
    this.#tokens = this.#tokens.slice(drop);
    this.#ends = this.#ends.slice(drop).map((end) => end - cut);
    return from - cut;
  }
}

/** Removes what databases do not accept: NUL and unpaired surrogates. */
function clean(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
