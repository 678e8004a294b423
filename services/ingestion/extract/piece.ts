// The pieces of a document's text, in reading order. Headings and the rows of tables are told apart from other text, so
// that a chunk can name its headings, and no row is cut.

/** `''` has no meaning: extractors may yield it. */
export type Piece = string | Heading | Row;

export interface Heading {
  type: 'heading';
  /** 1 is the highest. */
  level: number;
  text: string;
}

export interface Row {
  type: 'row';
  cells: string[];
  /** The first row of its table. It is taken as the table's header. */
  isFirst: boolean;
}

/** A longer row is running text that a page puts into a table. */
export const maxRowCharacters = 20_000;
/** A cell counts as this many columns at most. */
const maxSpan = 100;

/** Returns a heading; nothing if its text is empty. */
export function heading(level: number, text: string): Piece {
  const line = oneLine(text);
  return line === '' ? '' : { type: 'heading', level, text: line };
}

/** Collects the rows of a table. A row with one cell only, or with too much text, becomes text. */
export class TableRows {
  #isFirst = true;
  #cells: string[] = [];
  #length = 0;
  #isText = false;

  /** Adds a cell to the open row. Returns the text of a row that is too long, and keeps nothing of it. */
  add(cell: string, columns = 1): string {
    this.#cells.push(oneLine(cell), ...Array<string>(Math.min(columns, maxSpan) - 1).fill(''));
    this.#length += cell.length + columns;
    if (!this.#isText && this.#length <= maxRowCharacters) return '';
    this.#isText = true;
    return `${this.#takeCells().join('\t')}\t`;
  }

  /** Ends the row. Returns it, or its text. */
  end(): Piece {
    const isText = this.#isText;
    this.#isText = false;
    const cells = this.#takeCells();
    if (isText) return '\n';
    if (cells.every((cell) => cell === '')) return '';
    if (cells.length < 2) return `${cells.join('')}\n`;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return { type: 'row', cells, isFirst };
  }

  /** Ends the row. Returns its text. */
  endAsText(): string {
    this.#isText = false;
    return `\n${this.#takeCells().join('\t')}\t`;
  }

  #takeCells(): string[] {
    const cells = this.#cells;
    this.#cells = [];
    this.#length = 0;
    return cells;
  }
}

/** Returns the row in Markdown, with the line that separates a header from the rows. */
export function markdownRow({ cells, isFirst }: Row): string {
  const line = (texts: string[]): string => `| ${texts.join(' | ')} |\n`;
  const text = line(cells.map((cell) => cell.replaceAll('|', '\\|')));
  return isFirst ? text + line(cells.map(() => '---')) : text;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
