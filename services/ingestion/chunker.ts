// Divides the pieces of a document into chunks with a maximum number of tokens.
//
// A chunk ends where the document does: before a heading if it is at least a third full, else at a paragraph, a list
// item, a row or a code block, else at a sentence, else at a word. It begins with its context: the headings above it and
// the names of its table's columns. Two chunks of one section overlap by whole sentences.

import { Place } from './chunks/place.ts';
import { TextBlocks } from './chunks/text-blocks.ts';
import { Unit, type UnitKind } from './chunks/unit.ts';
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

/** An end of a chunk: its units, the first ones of the next chunk, and how many of these are in no chunk yet. */
interface Cut {
  ended: readonly Unit[];
  begun: Unit[];
  fresh: number;
}

/** A chunk that is so full ends before a heading, and before a paragraph that has no room in it. */
const filledShare = 1 / 3;
const maxHeadingCharacters = 200;

export class Chunker {
  readonly #limits: ChunkLimits;
  readonly #blocks = new TextBlocks();
  /** The current chunk, and its tokens without its context. */
  #units: Unit[] = [];
  #tokens = 0;
  /** The number of trailing units that are in no chunk yet. */
  #fresh = 0;
  #headings: Heading[] = [];
  #place = new Place([]);
  #tableHeader = '';
  #isInTable = false;
  /** All tokens so far; overlaps count once. */
  total = 0;

  constructor(limits: ChunkLimits) {
    this.#limits = limits;
  }

  /** Adds a piece, and yields the chunks that it completes. */
  *push(piece: Piece): Generator<TextChunk> {
    if (typeof piece !== 'string') yield* piece.type === 'row' ? this.#pushRow(piece) : this.#pushHeading(piece);
    else if (!this.#isInTable || piece.trim() !== '') {
      this.#endTable();
      for (const { kind, text } of this.#blocks.push(clean(piece))) yield* this.#add(this.#unit(kind, text));
    }
  }

  /** Yields the rest of the text. */
  *end(): Generator<TextChunk> {
    yield* this.#endText();
    if (this.#fresh > 0) yield* this.#emit(this.#units);
  }

  *#pushHeading(heading: Heading): Generator<TextChunk> {
    yield* this.#endText();
    this.#endTable();
    while ((this.#headings.at(-1)?.level ?? 0) >= heading.level) this.#headings.pop();
    if (this.#isFilled) yield* this.#cut(this.#cutMoving(this.#boundUnits()));
    this.#setPlace();
    yield* this.#add(this.#unit('heading', textOf(heading).trimEnd()));
    this.#headings.push({ ...heading, text: clean(heading.text).slice(0, maxHeadingCharacters).toWellFormed() });
    this.#setPlace();
  }

  *#pushRow(row: Row): Generator<TextChunk> {
    yield* this.#endText();
    if (row.isFirst || !this.#isInTable) this.#endTable();
    const text = textOf(row);
    const kind = row.isHeader ? 'header' : 'row';
    yield* this.#add(this.#unit(kind, text.trimEnd()));
    if (!row.isHeader) return;
    this.#isInTable = true;
    this.#tableHeader += text.slice(1);
    this.#setPlace();
  }

  *#endText(): Generator<TextChunk> {
    for (const { kind, text } of this.#blocks.end()) yield* this.#add(this.#unit(kind, text));
  }

  #endTable(): void {
    if (!this.#isInTable) return;
    this.#isInTable = false;
    this.#tableHeader = '';
    this.#setPlace();
  }

  #setPlace(): void {
    this.#place = new Place(
      this.#headings.map(({ text }) => text),
      this.#tableHeader,
    );
  }

  #unit(kind: UnitKind, text: string): Unit {
    return Unit.of(kind, text, this.#place);
  }

  *#add(unit: Unit): Generator<TextChunk> {
    const [first = unit] = this.#units;
    if (this.#tokens + unit.tokens <= this.#room(first)) return this.#append(unit);
    const cut = this.#cutBefore(unit);
    if (cut !== undefined) {
      yield* this.#cut(cut);
      return this.#append(unit);
    }
    const parts = unit.parts();
    if (parts.length === 0) this.#append(unit);
    for (const part of parts) yield* this.#add(part);
  }

  #append(unit: Unit): void {
    this.#units.push(unit);
    this.#tokens += unit.tokens;
    this.#fresh += 1;
    this.total += unit.tokens;
  }

  /** Returns the tokens of a chunk that begins with a unit, without its context. */
  #room(first: Unit): number {
    return this.#limits.maxTokens - first.place.context(this.#limits.maxTokens).tokens;
  }

  /** Returns how the chunk ends before a unit; undefined if the unit is to be divided here instead. */
  #cutBefore(unit: Unit): Cut | undefined {
    if (this.#fresh === 0 || !(unit.isWhole || this.#isFilled)) return undefined;
    const bound = this.#boundUnits();
    const [first] = bound;
    if (first !== undefined && tokensOf(bound) + unit.tokens <= this.#room(first)) return this.#cutMoving(bound);
    const left = this.#room(unit) - unit.tokens;
    if (left < 0 || (!unit.isWhole && left < this.#limits.overlapTokens)) return undefined;
    // The context of the next chunk has the texts of the bound units, unless they are too long.
    const { text } = unit.place.context(this.#limits.maxTokens);
    const isSaid = bound.every((one) => text.includes(one.text.replace(/^\s*#* /, '').trim()));
    return {
      ended: isSaid ? this.#units.slice(0, this.#units.length - bound.length) : this.#units,
      begun: this.#overlap(unit.place, Math.min(left, this.#limits.overlapTokens)),
      fresh: 0,
    };
  }

  #cutMoving(bound: Unit[]): Cut {
    return { ended: this.#units.slice(0, this.#units.length - bound.length), begun: bound, fresh: bound.length };
  }

  /** Returns the last units that belong to the text behind them. */
  #boundUnits(): Unit[] {
    return this.#units.slice(this.#units.findLastIndex(({ isBound }) => !isBound) + 1);
  }

  /** Returns the last sentences of the place, with at most so many tokens. */
  #overlap(place: Place, maxTokens: number): Unit[] {
    const taken: Unit[] = [];
    let left = maxTokens;
    for (const unit of this.#units.toReversed()) {
      if (left <= 0 || unit.place !== place || unit.isBound) break;
      const parts = unit.tokens <= left ? [unit] : unit.sentences();
      for (const part of parts.toReversed()) {
        left -= part.tokens;
        if (left >= 0) taken.unshift(part);
      }
    }
    return taken;
  }

  /** The chunk may end before its bound units. */
  get #isFilled(): boolean {
    const bound = this.#boundUnits();
    const [first] = this.#units;
    if (first === undefined || this.#fresh <= bound.length) return false;
    const { maxTokens } = this.#limits;
    return maxTokens - this.#room(first) + this.#tokens - tokensOf(bound) >= maxTokens * filledShare;
  }

  /** Yields the chunk, and begins the next one. */
  *#cut({ ended, begun, fresh }: Cut): Generator<TextChunk> {
    yield* this.#emit(ended);
    this.#units = begun;
    this.#tokens = tokensOf(begun);
    this.#fresh = fresh;
  }

  *#emit(units: readonly Unit[]): Generator<TextChunk> {
    const [first] = units;
    const text = units
      .map((unit) => unit.text)
      .join('')
      .replace(/^\s*\n|^\s+/, '')
      .trimEnd();
    if (first === undefined || text === '') return;
    const context = first.place.context(this.#limits.maxTokens);
    yield { text: context.text + text, tokens: context.tokens + tokensOf(units) };
  }
}

export function textOf(piece: Piece): string {
  if (typeof piece === 'string') return clean(piece);
  return piece.type === 'row'
    ? `\n${clean(markdownRow(piece))}`
    : `\n\n${'#'.repeat(piece.level)} ${clean(piece.text)}\n`;
}

function tokensOf(units: readonly Unit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Removes what databases do not accept: NUL and unpaired surrogates. */
function clean(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
