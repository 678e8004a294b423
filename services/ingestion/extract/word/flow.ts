// The paragraphs and tables of a part of a Word document, in their order.

import { heading, type Piece } from '../piece.ts';
import { Table } from '../table.ts';
import { branchOf, childOf, childrenOf, type Element, isOn, type TreeHandler, walk, within } from '../tree.ts';
import { Fields } from './fields.ts';
import { type Attached, Inline } from './inline.ts';
import type { Numbering } from './numbering.ts';
import type { WordPart } from './part.ts';
import { directStyle, type Style } from './styles.ts';

export interface WordStyles {
  styles: ReadonlyMap<string, Style>;
  numbering: Numbering;
}

/** A piece of text, or a part or note that has to be read. */
export type FlowItem = Piece | Exclude<Attached, Element>;

const paragraphs = new Set(['w:p', 'w:tbl', 'w:txbxContent', 'w:altChunk']);
const cells = new Set(['w:tc']);
/** A paragraph with the number of its page has no other text if it has at most so many words, such as "Page of". */
const pageWords = 3;

export class Flow implements TreeHandler {
  readonly whole = new Set([
    // Runs outside of paragraphs stand in elements that this reader does not know.
    ...['w:p', 'w:r', 'w:tr', 'm:oMathPara', 'm:oMath', 'mc:AlternateContent', 'w:altChunk'],
    ...['w:del', 'w:moveFrom', 'w:sdtPr', 'w:tblPr', 'w:sectPr'],
  ]);
  readonly #part: WordPart;
  readonly #styles: WordStyles;
  readonly #fields = new Fields();
  #items: FlowItem[] = [];
  /** The open tables. A table within a cell is a part of the cell, but one in a text box is none. */
  readonly #tables: Table[] = [];
  /** The notes and boxes that hang on the cells of the open tables. */
  #attached: Attached[] = [];
  /** The text of a paragraph whose end is deleted, so that it goes on in the next one. */
  #joined = '';

  constructor(part: WordPart, styles: WordStyles) {
    this.#part = part;
    this.#styles = styles;
  }

  /** Returns what is complete. */
  take(): FlowItem[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  open(name: string): void {
    if (name === 'w:tbl') this.#tables.push(new Table((piece) => this.#items.push(piece)));
  }

  close(name: string): void {
    if (name !== 'w:tbl') return;
    this.#tables.pop()?.end();
    if (this.#tables.length === 0) this.#putAttached(this.#attached.splice(0));
  }

  element(element: Element): void {
    if (element.name === 'w:tr') this.#row(element);
    else if (element.name === 'mc:AlternateContent') {
      for (const child of childrenOf(branchOf(element) ?? element)) walk(child, this);
    } else if (element.name === 'w:altChunk') this.#putAttached(this.#read(element).attached);
    else if (element.name === 'w:p' || element.name === 'w:r' || element.name.startsWith('m:'))
      this.#paragraph(element);
  }

  #paragraph(paragraph: Element): void {
    const { text, level, attached, hasPageNumber } = this.#read(paragraph);
    const mark = childOf(paragraph, 'w:pPr', 'w:rPr');
    const isOpen = childOf(mark, 'w:del') !== undefined || childOf(mark, 'w:moveFrom') !== undefined;
    const whole = this.#joined + text;
    this.#joined = isOpen ? whole : '';
    const isPageNumber = hasPageNumber && (whole.match(/\S+/g)?.length ?? 0) <= pageWords;
    if (!isOpen && !isPageNumber) this.#items.push(level > 0 ? heading(level, whole) : `${whole}\n`);
    this.#putAttached(attached);
  }

  #read(paragraph: Element): { text: string; level: number; attached: Attached[]; hasPageNumber: boolean } {
    const properties = childOf(paragraph, 'w:pPr');
    const style = this.#styles.styles.get(childOf(properties, 'w:pStyle')?.attributes['w:val'] ?? '');
    const { level, list, listLevel } = { level: 0, list: '', listLevel: 0, ...style, ...directStyle(properties) };
    const inline = new Inline(this.#part, this.#fields);
    inline.read(paragraph);
    inline.endParagraph();
    const number = inline.text.trim() === '' ? '' : this.#styles.numbering.next(list, listLevel);
    return { text: number + inline.text, level, attached: inline.attached, hasPageNumber: inline.hasPageNumber };
  }

  #putAttached(attached: readonly Attached[]): void {
    for (const one of attached) {
      if ('name' in one) for (const child of childrenOf(one)) walk(child, this);
      else this.#items.push(one);
    }
  }

  #row(row: Element): void {
    const table = this.#tables.at(-1);
    const properties = childOf(row, 'w:trPr');
    if (table === undefined || childOf(properties, 'w:del') !== undefined) return;
    table.skip(Number(childOf(properties, 'w:gridBefore')?.attributes['w:val'] ?? 0) || 0);
    for (const cell of within(row, cells)) this.#cell(cell, table);
    table.endRow(isOn(childOf(properties, 'w:tblHeader')));
  }

  #cell(cell: Element, table: Table): void {
    const properties = childOf(cell, 'w:tcPr');
    const [above, before] = ['w:vMerge', 'w:hMerge'].map((name) => {
      const merge = childOf(properties, name);
      return merge !== undefined && merge.attributes['w:val'] !== 'restart';
    });
    // Programs do not show the text of a cell that is a part of another one.
    const isHidden = above || before || childOf(properties, 'w:cellDel') !== undefined;
    const columns = Number(childOf(properties, 'w:gridSpan')?.attributes['w:val'] ?? 1) || 1;
    table.add({ text: isHidden ? '' : this.#cellText(cell), columns, continues: above ?? false });
  }

  /** Returns the text of a cell, and keeps what hangs on it. */
  #cellText(cell: Element): string {
    const texts: string[] = [];
    for (const one of within(cell, paragraphs)) {
      if (one.name === 'w:txbxContent' || one.name === 'w:tbl') texts.push(this.#cellText(one));
      else {
        const { text, attached } = this.#read(one);
        texts.push(text);
        for (const other of attached) {
          if ('name' in other) texts.push(this.#cellText(other));
          else this.#attached.push(other);
        }
      }
    }
    return texts.join('\n');
  }
}
