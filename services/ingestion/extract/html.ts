// Extracts the visible text of an HTML page: no scripts and styles, one line for each block element, and the headings
// and tables as such. A table that holds another table or a heading only arranges the page: its cells are text.

import { Parser } from 'htmlparser2';
import { invalid } from '../problem.ts';
import { heading, maxRowCharacters, type Piece, TableRows } from './piece.ts';
import { extractText } from './text.ts';

/** Malformed pages leave thousands of elements open, and the parser's time grows with the square of the depth. */
const maxDepth = 10_000;

const unseen = new Set(['script', 'style', 'template', 'noscript', 'svg', 'math', 'iframe', 'object']);
const blocks = new Set(
  'address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody tfoot thead title tr ul'.split(
    ' ',
  ),
);
const cells = new Set(['td', 'th']);
const headings = /^h[1-6]$/;

interface Table {
  rows: TableRows;
  isLayout: boolean;
  /** The open cell. */
  cell: string | undefined;
  /** The number of columns of the open cell. */
  columns: number;
}

export async function* extractHtml(path: string): AsyncIterable<Piece> {
  const page = new Page();
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > maxDepth) throw invalid('The page is nested too deeply.');
      page.open(name, attributes);
    },
    ontext: (data) => page.text(data.replaceAll(/\s+/g, ' ')),
    onclosetag(name) {
      depth -= 1;
      page.close(name);
    },
  });
  for await (const piece of extractText(path)) {
    parser.write(piece);
    yield* page.take();
  }
  parser.end();
  yield* page.take();
}

class Page {
  #pieces: Piece[] = [];
  #text = '';
  #hidden = 0;
  #heading: { level: number; text: string } | undefined;
  #tables: Table[] = [];

  /** Returns the pieces that are complete. */
  take(): Piece[] {
    this.#flush();
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  text(data: string): void {
    if (this.#hidden > 0) return;
    const table = this.#tables.at(-1);
    if (this.#heading !== undefined) this.#heading.text += data;
    else if (table?.cell === undefined) this.#text += data;
    else {
      table.cell += data;
      if (table.cell.length > maxRowCharacters) this.#arrange(table);
    }
  }

  open(name: string, attributes: Record<string, string>): void {
    if (unseen.has(name)) this.#hidden += 1;
    if (this.#hidden > 0) return;
    const table = this.#tables.at(-1);
    if (headings.test(name)) {
      if (table?.cell !== undefined) this.#arrange(table);
      this.#heading ??= { level: Number(name[1]), text: '' };
    } else if (name === 'table') {
      if (table?.cell !== undefined) this.#arrange(table);
      this.text('\n');
      this.#tables.push({ rows: new TableRows(), isLayout: false, cell: undefined, columns: 1 });
    } else if (cells.has(name) && table !== undefined && !table.isLayout) {
      this.#endCell(table);
      table.columns = Number(attributes.colspan) || 1;
      table.cell = '';
    } else if (blocks.has(name)) this.text('\n');
  }

  close(name: string): void {
    if (unseen.has(name)) this.#hidden = Math.max(0, this.#hidden - 1);
    else if (this.#hidden === 0) this.#close(name, this.#tables.at(-1));
  }

  #close(name: string, table: Table | undefined): void {
    if (headings.test(name) && this.#heading !== undefined) {
      this.#add(heading(this.#heading.level, this.#heading.text));
      this.#heading = undefined;
    } else if (name === 'table' && table !== undefined) {
      this.#endRow(table);
      this.#tables.pop();
      this.text('\n');
    } else if (name === 'tr' && table !== undefined && !table.isLayout) this.#endRow(table);
    else if (cells.has(name)) {
      if (table?.cell === undefined) this.text('\t');
      else this.#endCell(table);
    } else if (blocks.has(name)) this.text('\n');
  }

  #endCell(table: Table): void {
    if (table.cell === undefined) return;
    this.#text += table.rows.add(table.cell, table.columns);
    table.cell = undefined;
  }

  #endRow(table: Table): void {
    this.#endCell(table);
    this.#add(table.rows.end());
  }

  /** Makes the table one that only arranges the page: its open row becomes text. */
  #arrange(table: Table): void {
    this.#endCell(table);
    this.#add(table.rows.endAsText());
    table.isLayout = true;
  }

  #add(piece: Piece): void {
    this.#flush();
    this.#pieces.push(piece);
  }

  #flush(): void {
    // Collapses blank lines.
    const text = this.#text.replaceAll(/[ \t]*\n\s*/g, '\n');
    if (text !== '') this.#pieces.push(text);
    this.#text = '';
  }
}
