// Extracts the visible text of an HTML page: no scripts and styles, one line for each block element, the headings, tables
// and code as such, the numbers of lists, the alternative texts of pictures, and the addresses of links. A table that
// holds another table or a heading only arranges the page: its cells are text.

import { Parser } from 'htmlparser2';
import { invalid } from '../problem.ts';
import { indentOf, integerOf, numeral } from './list-numbers.ts';
import { heading, maxRowCharacters, type Piece } from './piece.ts';
import type { Source } from './source.ts';
import { Table } from './table.ts';
import { extractText } from './text/index.ts';

/** Malformed pages leave thousands of elements open, and the parser's time grows with the square of the depth. */
const maxDepth = 10_000;

const unseen = new Set('script style template noscript svg iframe object rt rp annotation annotation-xml'.split(' '));
const hiding = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** A place in a word where a line may break. */
const breakPlace = '\u200b';
/** A longer one is of a program, not of a person. */
const maxAddressCharacters = 300;
const blocks = new Set(
  'address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody tfoot thead title tr ul'.split(
    ' ',
  ),
);
const cells = new Set(['td', 'th']);
const headings = /^h[1-6]$/;
const lists = /^(?:ol|ul|menu)$/;
const listStyle = /list-style(?:-type)?\s*:\s*([\w-]+)/i;

interface PageList {
  format: string;
  next: number;
  step: number;
}

interface PageTable {
  table: Table;
  isLayout: boolean;
  /** The open cell. */
  cell: string | undefined;
  /** The numbers of columns and rows of the open cell. */
  columns: number;
  rows: number;
  /** The open row has cells that name columns, and others. */
  hasNames: boolean;
  hasValues: boolean;
}

export async function* extractHtml(source: Source): AsyncIterable<Piece> {
  const page = new PageParser();
  for await (const text of extractText(source)) yield* page.write(text);
  yield* page.end();
}

/** Returns the pieces of a page or of a part of one. */
export function htmlPieces(html: string): Piece[] {
  const page = new PageParser();
  return [...page.write(html), ...page.end()];
}

class PageParser {
  readonly #page = new Page();
  #depth = 0;
  readonly #parser = new Parser({
    onopentag: (name, attributes) => {
      this.#depth += 1;
      if (this.#depth > maxDepth) throw invalid('The page is nested too deeply.');
      this.#page.open(name, attributes);
    },
    ontext: (data) => this.#page.text(data.replaceAll(breakPlace, '')),
    onclosetag: (name) => {
      this.#depth -= 1;
      this.#page.close(name);
    },
  });

  /** Returns the pieces that the text completes. */
  write(text: string): Piece[] {
    this.#parser.write(text);
    return this.#page.take();
  }

  end(): Piece[] {
    this.#parser.end();
    return this.#page.take();
  }
}

class Page {
  #pieces: Piece[] = [];
  #text = '';
  #hidden = 0;
  #heading: { level: number; text: string } | undefined;
  #tables: PageTable[] = [];
  /** The text of the open block of code. */
  #code: string | undefined;
  /** The addresses of the open links. */
  #links: string[] = [];
  #navigations = 0;
  /** The open lists. Those without numbers are undefined. */
  #lists: (PageList | undefined)[] = [];
  /** The number of the open list item, until its first text. */
  #mark = '';

  /** Returns the pieces that are complete. */
  take(): Piece[] {
    this.#flush();
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  text(given: string): void {
    if (this.#hidden > 0) return;
    if (this.#code !== undefined) {
      this.#code += given;
      return;
    }
    let data = given === '\n' ? given : given.replaceAll(/\s+/g, ' ');
    const table = this.#tables.at(-1);
    if (this.#mark !== '' && data.trim() !== '') {
      const isLine = this.#heading === undefined && table?.cell === undefined;
      data = (isLine ? keptIndent(this.#lists.length - 1) : '') + this.#mark + data.trimStart();
      this.#mark = '';
    }
    if (this.#heading !== undefined) this.#heading.text += data;
    else if (table?.cell === undefined) this.#text += data;
    else {
      table.cell += data;
      if (table.cell.length > maxRowCharacters) this.#arrange(table);
    }
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#hidden > 0 || isHidden(name, attributes)) {
      if (this.#hidden === 0) this.#addAlternative(name, attributes);
      this.#hidden += 1;
      return;
    }
    const table = this.#tables.at(-1);
    this.#addAlternative(name, attributes);
    if (name === 'a') this.#links.push(attributes.href ?? '');
    if (name === 'nav') this.#navigations += 1;
    // A navigation's lists are paths and menus.
    if (lists.test(name)) this.#lists.push(name === 'ol' && this.#navigations === 0 ? listOf(attributes) : undefined);
    if (name === 'li') this.#mark += markOf(attributes, this.#lists.at(-1));
    if (headings.test(name)) {
      if (table?.cell !== undefined) this.#arrange(table);
      this.#heading ??= { level: Number(name[1]), text: '' };
    } else if (name === 'table') {
      if (table?.cell !== undefined) this.#arrange(table);
      this.text('\n');
      this.#tables.push(this.#newTable());
    } else if (cells.has(name) && table !== undefined && !table.isLayout) {
      this.#endCell(table);
      table.columns = Number(attributes.colspan) || 1;
      table.rows = attributes.rowspan === '0' ? Number.POSITIVE_INFINITY : Number(attributes.rowspan) || 1;
      table.cell = '';
      if (name === 'th') table.hasNames = true;
      else table.hasValues = true;
    } else if (name === 'pre' && table?.cell === undefined && this.#heading === undefined) {
      this.#text += this.#mark;
      this.#mark = '';
      this.#code ??= '';
    } else if (blocks.has(name)) this.text('\n');
  }

  close(name: string): void {
    if (this.#hidden > 0) this.#hidden -= 1;
    else this.#close(name, this.#tables.at(-1));
  }

  /** Adds the text that stands for a picture or a formula. */
  #addAlternative(name: string, attributes: Record<string, string>): void {
    const isPicture = name === 'svg' || attributes.role === 'img';
    const text = (isPicture ? attributes['aria-label'] : name === 'math' ? attributes.alttext : attributes.alt) ?? '';
    if (text.trim() !== '') this.text(` ${text} `);
  }

  /** Adds the address of a link that leads out of the page. Those of a navigation stand on every page of a site. */
  #endLink(): void {
    const address = this.#links.pop() ?? '';
    const isShown = /^(?:https?|mailto|tel|ftp):/i.test(address) && address.length <= maxAddressCharacters;
    if (!isShown || this.#navigations > 0 || this.#heading !== undefined) return;
    const bare = address.replace(/^(?:mailto|tel):/i, '');
    const written = this.#tables.at(-1)?.cell ?? this.#text;
    if (!written.slice(-bare.length - 1).includes(bare)) this.text(` (${bare})`);
  }

  #endCode(): void {
    const code = (this.#code ?? '').replace(/^\n/, '').trimEnd();
    this.#code = undefined;
    if (code !== '') this.#add(`\n\`\`\`\n${code}\n\`\`\`\n`);
  }

  #close(name: string, table: PageTable | undefined): void {
    if (lists.test(name)) this.#lists.pop();
    if (name === 'li') this.#mark = '';
    if (name === 'a') this.#endLink();
    else if (name === 'nav') this.#navigations -= 1;
    else if (name === 'pre' && this.#code !== undefined) this.#endCode();
    else if (headings.test(name) && this.#heading !== undefined) {
      this.#add(heading(this.#heading.level, this.#heading.text));
      this.#heading = undefined;
    } else if (name === 'table' && table !== undefined) {
      if (!table.isLayout) this.#endRow(table);
      table.table.end();
      this.#tables.pop();
      this.text('\n');
    } else if (name === 'tr' && table !== undefined && !table.isLayout) this.#endRow(table);
    else if (cells.has(name)) {
      if (table?.cell === undefined) this.text('\t');
      else this.#endCell(table);
    } else if (blocks.has(name)) this.text('\n');
  }

  #newTable(): PageTable {
    const table = new Table((piece) => this.#add(piece));
    return { table, isLayout: false, cell: undefined, columns: 1, rows: 1, hasNames: false, hasValues: false };
  }

  #endCell(open: PageTable): void {
    if (open.cell === undefined) return;
    open.table.add({ text: open.cell, columns: open.columns, rows: open.rows });
    open.cell = undefined;
  }

  #endRow(open: PageTable): void {
    this.#endCell(open);
    open.table.endRow(open.hasNames && !open.hasValues);
    open.hasNames = false;
    open.hasValues = false;
  }

  /** Makes the table one that only arranges the page: its open row becomes text. */
  #arrange(open: PageTable): void {
    this.#endCell(open);
    open.table.endAsText();
    open.isLayout = true;
  }

  #add(piece: Piece): void {
    this.#flush();
    this.#pieces.push(piece);
  }

  #flush(): void {
    // Collapses blank lines.
    const text = this.#text.replaceAll(/[ \t]*\n\s*/g, '\n').replaceAll(breakPlace, ' ');
    if (text !== '') this.#pieces.push(text);
    this.#text = '';
  }
}

function isHidden(name: string, attributes: Record<string, string>): boolean {
  const isFormula = name === 'math' && attributes.alttext !== undefined;
  return unseen.has(name) || isFormula || 'hidden' in attributes || hiding.test(attributes.style ?? '');
}

/** Returns an indent that is kept while the white space of the page is collapsed. */
function keptIndent(level: number): string {
  return indentOf(level).replaceAll(' ', breakPlace);
}

function listOf(attributes: Record<string, string>): PageList {
  const isReversed = 'reversed' in attributes;
  // The first number of a reversed list is the number of its items, which are not known yet.
  const next = integerOf(attributes.start, isReversed ? Number.NaN : 1);
  return { format: formatOf(attributes, '1'), next, step: isReversed ? -1 : 1 };
}

/** Counts an item of a list, and returns its number with a blank; or ''. */
function markOf(attributes: Record<string, string>, list: PageList | undefined): string {
  if (list === undefined) return '';
  const number = integerOf(attributes.value, list.next);
  list.next = number + list.step;
  const format = formatOf(attributes, list.format);
  return Number.isNaN(number) || format === 'none' ? '' : `${numeral(number, format)}. `;
}

function formatOf({ style = '', type }: Record<string, string>, usual: string): string {
  return listStyle.exec(style)?.[1] ?? type ?? usual;
}
