// Text into chunks of so many tokens, neighbours sharing so many, while the text arrives.
//
// Tokens are counted by segments: a word with the white space before it. A chunk is a slice of the text between two
// segments, so no word and no character is cut. Words repeat, and each is counted once. A segment counted by itself has
// at most a token more than in its sentence: a chunk never has more tokens than it may.

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

/** Short enough that no segment has more tokens than the smallest chunk: a character has at most four. */
const segmentPattern = /\s{1,24}\S{0,24}|\S{1,24}/gu;
/** A segment that ends closer to the end of what has arrived may go on in what comes next. */
const openEnd = 100;
const maxKnownWords = 50_000;
const noSpecial = { disallowedSpecial: new Set<string>() };

const known = new Map<string, number>();

/** How many tokens a segment has. */
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
  /** The text from the beginning of the current chunk on. */
  #text = '';
  /** Where the segments of the current chunk end in it, and their tokens. */
  #ends: number[] = [];
  #tokens: number[] = [];
  #sum = 0;
  /** How many of the segments no chunk has yet. */
  #fresh = 0;
  /** All tokens so far, overlaps counted once. */
  total = 0;

  constructor(limits: ChunkLimits) {
    this.#limits = limits;
  }

  /** Takes more of the text, and returns the chunks that it fills. */
  *push(text: string): Generator<TextChunk> {
    this.#text += clean(text);
    yield* this.#segment(this.#text.length - openEnd);
  }

  /** The rest of the text. */
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

  /** Drops all but the last segments, which have at most `keep` tokens. Returns where `from` is then. */
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

/** Without what no database takes: NUL, and halves of characters. */
function clean(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
