// Extracts the text of a part in which paragraphs and tables follow each other, as in Word documents and slides.

import { outlineLevel } from './headings.ts';
import { heading, maxRowCharacters, type Piece, TableRows } from './piece.ts';
import { readXml } from './xml.ts';

/** The elements of a format that contain text, and those that become white space at their opening or closing tag. */
interface Format {
  text: string;
  paragraph: string;
  /** The elements of tables. `span` gives the number of columns of a cell in its attribute. */
  table: string;
  row: string;
  cell: string;
  span: { element: string; attribute: string };
  opening: Record<string, string>;
  /** Elements that repeat their siblings for older programs. */
  skipped: string;
}

export const word: Format = {
  text: 'w:t',
  paragraph: 'w:p',
  table: 'w:tbl',
  row: 'w:tr',
  cell: 'w:tc',
  span: { element: 'w:gridSpan', attribute: 'w:val' },
  opening: { 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n', 'w:noBreakHyphen': '-' },
  skipped: 'mc:Fallback',
};

export const drawing: Format = {
  text: 'a:t',
  paragraph: 'a:p',
  table: 'a:tbl',
  row: 'a:tr',
  cell: 'a:tc',
  // A merged cell is followed by empty ones.
  span: { element: '', attribute: '' },
  opening: { 'a:br': '\n' },
  skipped: 'mc:Fallback',
};

/** A longer paragraph is no heading. */
const maxHeadingCharacters = 1000;

/** Yields the text. `levels` has the heading levels of paragraph styles by their ids. */
export async function* flowText(
  part: AsyncIterable<Buffer>,
  format: Format,
  levels: ReadonlyMap<string, number> = new Map(),
): AsyncIterable<Piece> {
  const flow = new Flow(format, levels);
  const handler = {
    open: (name: string, attributes: Record<string, string>) => flow.open(name, attributes),
    text: (data: string) => flow.text(data),
    close: (name: string) => flow.close(name),
  };
  for await (const _piece of readXml(part, handler)) yield* flow.take();
}

class Flow {
  readonly #format: Format;
  readonly #levels: ReadonlyMap<string, number>;
  #pieces: Piece[] = [];
  #text = '';
  #inText = 0;
  #skipped = 0;
  /** The beginning of the open paragraph in `#text`, and its heading level. A text box in a paragraph has its own. */
  #paragraph: { at: number; level: number } | undefined;
  /** The number of open tables. A table within a cell is a part of the cell. */
  #depth = 0;
  #rows = new TableRows();
  #cell = '';
  #span = 1;

  constructor(format: Format, levels: ReadonlyMap<string, number>) {
    this.#format = format;
    this.#levels = levels;
  }

  /** Returns the pieces that are complete. A paragraph that may be a heading stays. */
  take(): Piece[] {
    const open = this.#paragraph;
    if (open === undefined || this.#text.length - open.at > maxHeadingCharacters) {
      this.#pieces.push(this.#text);
      this.#text = '';
      this.#paragraph = undefined;
    }
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  text(data: string): void {
    if (this.#inText > 0 && this.#skipped === 0) this.#add(data);
  }

  open(name: string, attributes: Record<string, string>): void {
    const { text, paragraph, table, cell, span, opening, skipped } = this.#format;
    if (name === skipped) this.#skipped += 1;
    else if (name === text) this.#inText += 1;
    else if (this.#skipped > 0) return;
    else if (name === paragraph) this.#paragraph = this.#depth > 0 ? undefined : { at: this.#text.length, level: 0 };
    else if (name === 'w:pStyle') this.#setLevel(this.#levels.get(attributes['w:val'] ?? '') ?? 0);
    else if (name === 'w:outlineLvl') this.#setLevel(outlineLevel(attributes['w:val'] ?? ''));
    else if (name === table) {
      this.#depth += 1;
      if (this.#depth === 1) this.#rows = new TableRows();
    } else if (name === cell && this.#depth === 1) {
      this.#cell = '';
      this.#span = 1;
    } else if (name === span.element && this.#depth === 1) this.#span = Number(attributes[span.attribute]) || 1;
    else this.#add(opening[name] ?? '');
  }

  close(name: string): void {
    const { text, paragraph, table, row, cell, skipped } = this.#format;
    if (name === skipped) this.#skipped -= 1;
    else if (name === text) this.#inText -= 1;
    else if (this.#skipped > 0) return;
    else if (name === paragraph) this.#endParagraph();
    else if (name === table) this.#depth -= 1;
    else if (this.#depth !== 1) return;
    else if (name === cell) {
      this.#text += this.#rows.add(this.#cell, this.#span);
      this.#cell = '';
    } else if (name === row) this.#put(this.#rows.end());
  }

  #add(text: string): void {
    if (this.#depth === 0) this.#text += text;
    else if (this.#cell.length <= maxRowCharacters) this.#cell += text;
    else {
      // Not a cell of a table: too long for a row.
      this.#text += this.#cell + text;
      this.#cell = '';
    }
  }

  #setLevel(level: number): void {
    if (this.#paragraph !== undefined && level > 0) this.#paragraph.level = level;
  }

  #endParagraph(): void {
    const { at, level } = this.#paragraph ?? { at: 0, level: 0 };
    this.#paragraph = undefined;
    if (level === 0) this.#add('\n');
    else {
      const title = this.#text.slice(at);
      this.#text = this.#text.slice(0, at);
      this.#put(heading(level, title));
    }
  }

  #put(piece: Piece): void {
    this.#pieces.push(this.#text, piece);
    this.#text = '';
  }
}
