// Splits the pieces of a document into chunks with a maximum number of tokens, which overlap by a number of tokens.
//
// Tokens are counted by segment: a word with the white space before it, or a row of a table. A chunk ends between two
// segments, so no word, no row and no character is cut. The count of each distinct word is cached, because words repeat.
// A segment alone has at most one token more than within its sentence, so a chunk never exceeds its limit.
//
// A chunk begins with its context where the text itself does not say it: a line with the headings above its beginning,
// and the header of the table in which it begins.

import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { type Heading, markdownRow, type Piece, type Row } from './extract/index.ts';

export interface TextChunk {
  text: string;
  tokens: number;
}

export interface ChunkLimits {
  maxTokens: number;
  /** At most half of `maxTokens`. */
  overlapTokens: number;
}

interface Context {
  text: string;
  tokens: number;
}

/** Short enough for the smallest chunk: a character has at most 4 tokens. */
const segmentPattern = /\s{1,24}\S{0,24}|\S{1,24}/gu;
/** A segment that ends within this many characters of the end of the input may continue in the next input. */
const openEnd = 100;
const maxKnownWords = 50_000;
const noSpecial = { disallowedSpecial: new Set<string>() };
/** The tokens that a chunk's context must leave for its text: the size of the smallest chunk. */
const minTextTokens = 100;
const maxContextShare = 1 / 4;
const maxHeadingCharacters = 200;
const noContext: Context = { text: '', tokens: 0 };

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
  readonly #maxContextTokens: number;
  /** The text from the beginning of the current chunk. */
  #text = '';
  /** The ends of the current chunk's segments in `#text`, and their token counts. */
  #ends: number[] = [];
  #tokens: number[] = [];
  #sum = 0;
  /** The number of trailing segments that are in no chunk yet. */
  #fresh = 0;
  /** The context of a chunk that begins at or after each position in `#text`, in order. */
  #contexts: { at: number; context: Context }[] = [];
  #headings: Heading[] = [];
  #isInTable = false;
  /** All tokens so far; overlaps count once. */
  total = 0;

  constructor(limits: ChunkLimits) {
    this.#limits = limits;
    const { maxTokens } = limits;
    this.#maxContextTokens = Math.max(0, Math.min(maxTokens * maxContextShare, maxTokens - minTextTokens));
  }

  /** Adds a piece, and yields the chunks that it completes. */
  *push(piece: Piece): Generator<TextChunk> {
    if (typeof piece !== 'string') yield* piece.type === 'row' ? this.#pushRow(piece) : this.#pushHeading(piece);
    else if (!this.#isInTable || piece.trim() !== '') {
      this.#endTable();
      this.#text += clean(piece);
      yield* this.#segment(openEnd);
    }
  }

  /** Yields the rest of the text. */
  *end(): Generator<TextChunk> {
    yield* this.#segment(0);
    if (this.#fresh > 0) yield* this.#cut(0);
  }

  *#pushHeading(heading: Heading): Generator<TextChunk> {
    yield* this.#endLine();
    this.#endTable();
    while ((this.#headings.at(-1)?.level ?? 0) >= heading.level) this.#headings.pop();
    this.#setContext('');
    this.#text += clean(`${'#'.repeat(heading.level)} ${heading.text}`);
    yield* this.#segment(0);
    this.#headings.push({ ...heading, text: heading.text.slice(0, maxHeadingCharacters) });
    this.#setContext('');
    this.#text += '\n';
  }

  *#pushRow(row: Row): Generator<TextChunk> {
    const line = clean(markdownRow(row));
    if (row.isFirst || !this.#isInTable) {
      yield* this.#endLine();
      this.#endTable();
    }
    const tokens = countSegments(line);
    this.#text += line;
    if (tokens > this.#limits.maxTokens - this.#maxContextTokens) yield* this.#segment(0);
    else {
      if (!this.#fits(tokens)) yield* this.#cut(tokens);
      this.#append(line.length, tokens);
    }
    if (!row.isFirst) return;
    this.#isInTable = true;
    this.#setContext(line);
  }

  /** Ends the line, and with it the last segment. */
  *#endLine(): Generator<TextChunk> {
    if (this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n';
    yield* this.#segment(0);
  }

  #endTable(): void {
    if (!this.#isInTable) return;
    this.#isInTable = false;
    this.#setContext('');
  }

  /** Adds the segments of the text but for those that end within `open` characters of its end. */
  *#segment(open: number): Generator<TextChunk> {
    for (let from = this.#end; from < this.#text.length; from = this.#end) {
      segmentPattern.lastIndex = from;
      const segment = segmentPattern.exec(this.#text)?.[0] ?? '';
      if (from + segment.length > this.#text.length - open) return;
      const tokens = tokensOf(segment);
      if (!this.#fits(tokens)) yield* this.#cut(tokens);
      this.#append(segment.length, tokens);
    }
  }

  /** The end of the last segment. */
  get #end(): number {
    return this.#ends.at(-1) ?? 0;
  }

  #fits(tokens: number): boolean {
    return this.#sum + tokens <= this.#limits.maxTokens - this.#contextAt(0).tokens;
  }

  #append(length: number, tokens: number): void {
    this.#ends.push(this.#end + length);
    this.#tokens.push(tokens);
    this.#sum += tokens;
    this.#fresh += 1;
    this.total += tokens;
  }

  /** Yields the chunk, and begins the next one with the overlap. `tokens`: those of the segment that follows. */
  *#cut(tokens: number): Generator<TextChunk> {
    const context = this.#contextAt(0);
    const text = this.#text.slice(0, this.#end).trim();
    if (text !== '') yield { text: context.text + text, tokens: this.#sum + context.tokens };
    this.#fresh = 0;
    this.#slide(tokens);
  }

  /** Drops all but the last segments that fit into the overlap and leave room for the next segment. */
  #slide(next: number): void {
    let drop = 0;
    let cut = 0;
    const room = (): number => this.#limits.maxTokens - this.#contextAt(cut).tokens - next;
    while (drop < this.#tokens.length && this.#sum > Math.min(this.#limits.overlapTokens, room())) {
      this.#sum -= this.#tokens[drop] as number;
      cut = this.#ends[drop] as number;
      drop += 1;
    }
    this.#text = this.#text.slice(cut);
    this.#tokens = this.#tokens.slice(drop);
    this.#ends = this.#ends.slice(drop).map((end) => end - cut);
    const passed = this.#contexts.findLastIndex(({ at }) => at <= cut);
    this.#contexts = this.#contexts.slice(Math.max(passed, 0)).map(({ at, context }) => ({ at: at - cut, context }));
  }

  #contextAt(position: number): Context {
    let found = noContext;
    for (const { at, context } of this.#contexts) {
      if (at > position) break;
      found = context;
    }
    return found;
  }

  /** Sets the context of chunks that begin at the end of the text or later. */
  #setContext(tableHeader: string): void {
    const path = this.#headings.map(({ text }) => text);
    const line = path.length === 0 ? '' : clean(`${path.join(' > ')}\n`);
    const last = path.length === 0 ? '' : clean(`${path.at(-1)}\n`);
    const texts = [line + tableHeader, tableHeader, line, last];
    const contexts = texts.map((text): Context => ({ text, tokens: countSegments(text) }));
    const context = contexts.find(({ tokens }) => tokens > 0 && tokens <= this.#maxContextTokens) ?? noContext;
    this.#contexts.push({ at: this.#text.length, context });
  }
}

/** Returns the sum of the tokens of the text's segments. */
function countSegments(text: string): number {
  return (text.match(segmentPattern) ?? []).reduce((sum, segment) => sum + tokensOf(segment), 0);
}

/** Removes what databases do not accept: NUL and unpaired surrogates. */
function clean(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
