// The one grid of tables: every reader puts the cells of its format into it, each at its position. A cell that covers
// several rows stands in each of them that has a text of its own, if it is short. Rows without one are dropped.

import { maxRowCharacters, oneLine, type Piece } from './piece.ts';
import { RowWriter } from './row-writer.ts';

/** A cell counts as this many columns at most. */
const maxSpan = 100;
/** More columns are not covered by cells above: each row looks at all of them. */
const maxSpans = 2000;
/** Wider rows that are nearly empty are written as the text of their filled cells. */
const wideColumns = 1000;
const minFilledShare = 0.1;
/** A longer text of a cell above names no row, and is not repeated: forms have whole paragraphs beside many rows. */
const maxNameCharacters = 100;
/** The characters of cells above that one row repeats, so that a small file cannot unfold to a huge text. */
const maxRepeated = 2000;

export interface Cell {
  text: string;
  /** From 0. Without it, the cell takes the next place that no cell above covers. */
  column?: number | undefined;
  /** How many columns it covers. */
  columns?: number;
  /** How many rows it covers. */
  rows?: number;
  /** The cell is a part of the cell above it. */
  continues?: boolean;
}

/** A cell that covers places of the rows below its own. */
interface Span {
  column: number;
  columns: number;
  lastRow: number;
  text: string;
}

export class Table {
  readonly #writer: RowWriter;
  /** The number of the open row. */
  #row = 0;
  /** The filled cells of the open row and of the row above, by their columns. */
  #cells = new Map<number, string>();
  #above = new Map<number, string>();
  /** The column behind the last cell, and behind the last filled one. */
  #next = 0;
  #width = 0;
  /** The open row has a text that is not repeated from above. */
  #isFilled = false;
  /** The open row is too long for a row, and is put as text. */
  #isText = false;
  #length = 0;
  #repeated = 0;
  /** The last row that a cell of the open row covers. */
  #lastCovered = 0;
  /** The spans that reach into the open row, by each column that they cover. */
  readonly #spans = new Map<number, Span>();

  /** @param put takes the rows and texts of the table in their order. */
  constructor(put: (piece: Piece) => void) {
    this.#writer = new RowWriter(put);
  }

  add({ text, column, columns = 1, rows = 1, continues = false }: Cell): void {
    const at = column ?? this.#freeColumn();
    const width = Math.trunc(Math.min(Math.max(columns, 1), maxSpan));
    const own = oneLine(text);
    const shown = continues ? this.#repeat(this.#above.get(at) ?? '') : own;
    this.#next = at + width;
    if (rows > 1 && this.#spans.size < maxSpans)
      this.#cover({ column: at, columns: width, lastRow: this.#row + rows - 1, text: own });
    if (shown !== '') this.#set(at, width, shown);
    if (own === '') return;
    this.#isFilled = true;
    this.#length += own.length + 1;
    if (this.#isText || this.#length > maxRowCharacters) this.#putAsText();
  }

  /** Leaves places empty before the next cell. */
  skip(columns: number): void {
    this.#next = this.#freeColumn() + columns;
  }

  /** Goes to a row, from 0. Rows that a file leaves out are empty. */
  goTo(row: number): void {
    this.#row = row;
    for (const [column, { lastRow }] of this.#spans) if (lastRow < row) this.#spans.delete(column);
  }

  /**
   * Ends the open row.
   * @param isHeader the file says that the row has column names.
   */
  endRow(isHeader = false): void {
    if (this.#isText) this.#writer.text('\n');
    else if (this.#isFilled) {
      const reach = Math.max(0, this.#lastCovered - this.#row);
      this.#writer.write({ cells: this.#openCells(), isHeader, reach });
    }
    this.#above = this.#cells;
    this.#clear();
    this.goTo(this.#row + 1);
  }

  /** Ends the table. */
  end(): void {
    this.#writer.end();
  }

  /** Ends the table, and puts its open row as text: the table only arranges a page. */
  endAsText(): void {
    this.#writer.text('\n');
    this.#putAsText();
    this.#clear();
    this.#writer.end();
  }

  #freeColumn(): number {
    let at = this.#next;
    for (let span = this.#spans.get(at); span !== undefined; span = this.#spans.get(at))
      at = span.column + span.columns;
    return at;
  }

  #set(column: number, columns: number, text: string): void {
    this.#cells.set(column, text);
    this.#width = Math.max(this.#width, column + columns);
  }

  #cover(span: Span): void {
    for (let at = 0; at < span.columns; at += 1) this.#spans.set(span.column + at, span);
    this.#lastCovered = Math.max(this.#lastCovered, span.lastRow);
  }

  #repeat(text: string): string {
    if (text.length > maxNameCharacters || this.#repeated + text.length > maxRepeated) return '';
    this.#repeated += text.length;
    return text;
  }

  /** Returns the cells of the open row up to the last filled one, with the texts of cells above that cover places. */
  #openCells(): string[] {
    for (const [at, { column, columns, text }] of this.#spans) {
      const shown = at !== column || this.#cells.has(at) ? '' : this.#repeat(text);
      if (shown !== '') this.#set(at, columns, shown);
    }
    if (this.#width > wideColumns && this.#cells.size < this.#width * minFilledShare) return this.#filledCells();
    return Array.from({ length: this.#width }, (_, at) => this.#cells.get(at) ?? '');
  }

  #filledCells(): string[] {
    return [...this.#cells].sort(([a], [b]) => a - b).map(([, text]) => text);
  }

  #putAsText(): void {
    this.#isText = true;
    this.#writer.text(`${this.#filledCells().join('\t')}\t`);
    this.#cells.clear();
  }

  #clear(): void {
    this.#cells = new Map();
    this.#next = 0;
    this.#width = 0;
    this.#isFilled = false;
    this.#isText = false;
    this.#length = 0;
    this.#repeated = 0;
    this.#lastCovered = 0;
  }
}
