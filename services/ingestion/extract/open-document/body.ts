// Turns the paragraphs, headings and table rows of an OpenDocument content into pieces.

import { heading, type Piece } from '../piece.ts';
import { Table } from '../table.ts';
import type { Element, TreeHandler } from '../tree.ts';
import { type Inline, inlineOf } from './inline.ts';
import type { Lists } from './lists.ts';
import type { Margins } from './margins.ts';

/** A chart or a formula with a content of its own. */
export interface EmbeddedObject {
  type: 'object';
  path: string;
}

/** Equal rows and cells are stored once, with their number: so many are written at most. */
const maxRepeatedRows = 1000;
const maxRepeatedCells = 100;
/** A small file must not unfold to a huge text. */
const maxRepeatedCharacters = 2_000_000;

export class Body implements TreeHandler {
  readonly whole = new Set([
    'text:p',
    'text:h',
    'text:tracked-changes',
    'table:table-row',
    'table:shapes',
    'math:math',
    'office:binary-data',
    // Comments on slides, and descriptions of pictures outside of paragraphs.
    'office:annotation',
    'svg:title',
    'svg:desc',
  ]);
  #pieces: (Piece | EmbeddedObject)[] = [];
  #table: Table | undefined;
  #row = 0;
  #repeated = 0;
  #isHeader = false;
  #isWorkbook = false;
  #isTitleFrame = false;
  #isRepeatedFrame = false;
  readonly #lists: Lists;
  readonly #margins: Margins;

  constructor(lists: Lists, margins: Margins) {
    this.#lists = lists;
    this.#margins = margins;
  }

  /** Returns the pieces that are complete. */
  take(): (Piece | EmbeddedObject)[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'office:spreadsheet') this.#isWorkbook = true;
    // The headers of workbooks and presentations are fields that their programs fill in.
    if (name === 'office:text') this.#addTexts(this.#margins.headers);
    this.#lists.open(name, attributes);
    if (name === 'table:table-header-rows') this.#isHeader = true;
    if (name === 'draw:frame') {
      this.#isTitleFrame = attributes['presentation:class'] === 'title';
      this.#isRepeatedFrame = /^(?:page-number|date-time|footer|header)$/.test(attributes['presentation:class'] ?? '');
    }
    if (name === 'draw:object') this.#pieces.push({ type: 'object', path: attributes['xlink:href'] ?? '' });
    if (name === 'table:table') {
      if (this.#isWorkbook) this.#pieces.push(heading(1, attributes['table:name'] ?? ''));
      this.#table = new Table((piece) => this.#pieces.push(piece));
      this.#row = 0;
    }
  }

  close(name: string): void {
    this.#lists.close(name);
    if (name === 'table:table-header-rows') this.#isHeader = false;
    if (name === 'draw:frame') this.#isRepeatedFrame = false;
    if (name === 'draw:page') this.#pieces.push('\n');
    if (name === 'office:text') this.#addTexts(this.#margins.footers);
    if (name !== 'table:table') return;
    this.#table?.end();
    this.#table = undefined;
    this.#pieces.push('\n');
  }

  element(element: Element): void {
    if (element.name === 'table:table-row') this.#addRow(element, this.#table);
    else if (element.name === 'text:p' || element.name === 'text:h') this.#addParagraph(element);
    else if (element.name !== 'office:binary-data')
      this.#addLines(inlineOf({ ...element, name: '', children: [element] }, this.#lists));
  }

  #addParagraph(element: Element): void {
    if (this.#isRepeatedFrame) return;
    const mark = this.#lists.mark();
    const inline = inlineOf(element, this.#lists);
    const level = element.name === 'text:h' ? Number(element.attributes['text:outline-level']) || 1 : 1;
    if (element.name === 'text:h' || (this.#isTitleFrame && inline.notes.length === 0)) {
      const number = inline.text.trim() === '' || mark.endsWith('- ') ? '' : mark;
      this.#pieces.push(heading(level, number + inline.text));
      this.#addLines({ ...inline, text: '' });
    } else this.#addLines({ ...inline, text: `${mark}${inline.text.trimEnd()}\n` });
  }

  #addTexts(texts: ReadonlySet<string>): void {
    this.#pieces.push(...[...texts].map((text) => `${text}\n`));
  }

  #addLines({ text, notes, objects }: Inline): void {
    this.#pieces.push(text, ...notes.map((note) => `${note}\n`));
    for (const path of objects) this.#pieces.push({ type: 'object', path });
  }

  #addRow({ attributes, children }: Element, table = new Table((piece) => this.#pieces.push(piece))): void {
    const times = Number(attributes['table:number-rows-repeated']) || 1;
    const cells = cellsOf(children, this.#lists);
    const characters = cells.reduce((sum, { text }) => sum + text.length, 0);
    const shown = characters === 0 ? 0 : Math.min(times, maxRepeatedRows);
    for (let time = 0; time < shown; time += 1) {
      if (time > 0) this.#repeated += characters;
      if (this.#repeated > maxRepeatedCharacters) break;
      table.goTo(this.#row + time);
      for (const cell of cells) table.add(cell);
      table.endRow(this.#isHeader);
    }
    this.#row += times;
    for (const { objects } of cells) for (const path of objects) this.#pieces.push({ type: 'object', path });
  }
}

interface RowCell {
  text: string;
  column: number;
  columns: number;
  rows: number;
  objects: string[];
}

/** Returns the filled cells of a row at their columns. */
function cellsOf(children: Element['children'], lists: Lists): RowCell[] {
  const cells: RowCell[] = [];
  let column = 0;
  for (const child of children) {
    if (typeof child === 'string' || !child.name.endsWith('table-cell')) continue;
    const count = (name: string): number => Number(child.attributes[`table:number-${name}`]) || 1;
    const times = count('columns-repeated');
    const { text, notes, objects } = inlineOf(child, lists);
    const own = child.name === 'table:covered-table-cell' ? '' : [text.trim(), ...notes].join(' ').trim();
    const size = { columns: count('columns-spanned'), rows: count('rows-spanned') };
    if (own !== '' || objects.length > 0)
      for (let at = 0; at < Math.min(times, maxRepeatedCells); at += 1)
        cells.push({ text: own, column: column + at, ...size, objects: at === 0 ? objects : [] });
    column += times;
  }
  return cells;
}
