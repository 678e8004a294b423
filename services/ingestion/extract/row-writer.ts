// The one writer of tables. The first row is the header, and with it the rows below that its cells reach into or that
// the file marks. Rows with one filled cell above the header are titles, and become text.

import type { Piece, Row } from './piece.ts';

/** A short row is filled up to the width of the first one, at most to this one. */
const maxFilledUp = 100;
/** So many short rows of one cell are a table of one column. */
const maxHeld = 50;
const maxTitleCharacters = 200;
const maxHeaderRows = 3;

export interface GridRow {
  /** Up to the last filled one. */
  cells: string[];
  /** The file says that the row has column names. */
  isHeader: boolean;
  /** The number of rows below that its cells cover. */
  reach: number;
}

export class RowWriter {
  readonly #put: (piece: Piece) => void;
  /** The rows that may be titles; undefined when the table has begun. */
  #held: GridRow[] | undefined = [];
  #header: Row[] = [];
  /** The next rows may belong to the header. */
  #isInHeader = true;
  /** How many rows the cells of the first row reach down. */
  #reach = 0;
  #isInterrupted = false;

  constructor(put: (piece: Piece) => void) {
    this.#put = put;
  }

  write(row: GridRow): void {
    const [only = '', second] = row.cells.filter((cell) => cell !== '');
    if (this.#held === undefined) this.#putRow(row);
    else if (second !== undefined) this.#begin(row);
    else if (only.length > maxTitleCharacters) this.text(`${only}\n`);
    else {
      this.#held.push(row);
      if (this.#held.length > maxHeld) this.#beginWithHeld();
    }
  }

  /** Puts a text between the rows. The header is repeated behind it. */
  text(text: string): void {
    if (this.#held !== undefined) this.#putTitles();
    this.#isInterrupted = this.#header.length > 0;
    this.#put(text);
  }

  /** Ends the table. Rows that follow are another one. */
  end(): void {
    if ((this.#held?.length ?? 0) > 1) this.#beginWithHeld();
    this.#putTitles();
    this.#header = [];
    this.#isInHeader = true;
    this.#isInterrupted = false;
  }

  /** Begins the table with its first row of several cells. */
  #begin(row: GridRow): void {
    const last = this.#held?.at(-1);
    // A header whose first columns have no names.
    const isHeader = last !== undefined && firstFilled(last) > firstFilled(row);
    if (isHeader) this.#held?.pop();
    this.#putTitles();
    this.#held = undefined;
    if (isHeader) this.#putRow(last);
    this.#putRow(row);
  }

  #beginWithHeld(): void {
    const rows = this.#held ?? [];
    this.#held = undefined;
    for (const row of rows) this.#putRow(row);
  }

  #putTitles(): void {
    for (const { cells } of this.#held ?? []) this.#put(`${cells.join('')}\n`);
    this.#held = [];
  }

  #putRow({ cells, isHeader, reach }: GridRow): void {
    const [first] = this.#header;
    const width = Math.min((first?.cells ?? cells).length, maxFilledUp);
    const row: Row = {
      type: 'row',
      cells: [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill('')],
      isFirst: first === undefined,
      isHeader: this.#isInHeader && this.#mayName(isHeader),
    };
    if (row.isFirst) this.#reach = reach;
    this.#isInHeader = row.isHeader;
    if (row.isHeader) this.#header.push(row);
    else if (this.#isInterrupted) for (const name of this.#header) this.#put(name);
    this.#isInterrupted = false;
    this.#put(row);
  }

  #mayName(isMarked: boolean): boolean {
    const rows = this.#header.length;
    return rows === 0 || (rows < maxHeaderRows && (isMarked || rows <= this.#reach));
  }
}

function firstFilled({ cells }: GridRow): number {
  return cells.findIndex((cell) => cell !== '');
}
