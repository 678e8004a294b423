// The shapes of a slide, or of the page of its notes, in their order; the title first.

import { formula } from '../drawing/formula.ts';
import { withAddress } from '../drawing/link.ts';
import { heading, type Piece } from '../piece.ts';
import type { Relation } from '../relations.ts';
import { Table } from '../table.ts';
import { branchOf, childOf, childrenOf, type Element, isOn, textOf, within } from '../tree.ts';
import { AutoNumbers } from './auto-numbers.ts';

/** A part whose contents a slide shows. */
export interface Shown {
  part: string;
  kind: 'chart' | 'diagram';
}

const paragraphs = new Set(['a:p']);
const placeholders = new Set(['p:ph']);
/** Texts at the margins of each slide: its footer, date and number. */
const margins = new Set(['sldNum', 'dt', 'ftr', 'hdr']);

export class Shapes {
  readonly title: Piece[] = [];
  readonly body: (Piece | Shown)[] = [];
  readonly margins: string[] = [];
  readonly #relations: ReadonlyMap<string, Relation>;
  #numbers = new AutoNumbers();

  constructor(relations: ReadonlyMap<string, Relation>) {
    this.#relations = relations;
  }

  read(element: Element): void {
    const reader = readers[element.name];
    if (reader === undefined) for (const child of childrenOf(element)) this.read(child);
    else reader(element, this);
  }

  readShape(shape: Element): void {
    this.#numbers = new AutoNumbers();
    const [placeholder] = within(shape, placeholders);
    const type = placeholder === undefined ? '' : (placeholder.attributes.type ?? 'body');
    if (margins.has(type)) this.margins.push(this.#textIn(shape));
    else if (type === 'title' || type === 'ctrTitle')
      this.title.push(heading(type === 'ctrTitle' ? 1 : 2, this.#textIn(shape)));
    else {
      for (const child of childrenOf(shape)) this.read(child);
      const address = this.#addressOf(childOf(shape, 'p:nvSpPr', 'p:cNvPr'));
      if (address !== undefined) this.body.push(`(${address})\n`);
    }
  }

  /** Shows the alternative text of a shape. */
  describe({ attributes: { descr = '', title = '' } }: Element): void {
    const text = descr.trim() || title.trim();
    if (text !== '') this.body.push(`[${text}]\n`);
  }

  readPicture(picture: Element): void {
    const properties = childOf(picture, 'p:nvPicPr', 'p:cNvPr');
    if (properties !== undefined) this.describe(properties);
    const address = this.#addressOf(properties);
    if (address !== undefined) this.body.push(`(${address})\n`);
  }

  readParagraph(element: Element): void {
    this.body.push(`${this.#paragraph(element, this.#numbers)}\n`);
  }

  /** Returns the text of a paragraph, with its number and the addresses of its links. */
  #paragraph(element: Element, numbers: AutoNumbers): string {
    let text = '';
    for (const child of childrenOf(element)) {
      const at = text.length;
      text += this.#inline(child);
      const address = this.#addressOf(childOf(child, 'a:rPr'));
      if (address !== undefined && text.length > at) text = withAddress(text, at, address);
    }
    return text.trim() === '' ? text : numbers.next(element) + text;
  }

  readTable(element: Element): void {
    const table = new Table((piece) => this.body.push(piece));
    for (const row of within(element, new Set(['a:tr']))) {
      for (const cell of within(row, new Set(['a:tc']))) {
        const { vMerge = '0', hMerge = '0' } = cell.attributes;
        const [above, before] = [vMerge, hMerge].map((value) => ['1', 'true', 'on'].includes(value));
        table.add({
          // Programs do not show the text of a cell that is a part of another one.
          text: above || before ? '' : this.#textIn(cell),
          continues: above ?? false,
        });
      }
      table.endRow();
    }
    table.end();
  }

  show(kind: 'chart' | 'diagram', id = ''): void {
    const part = this.#relations.get(id)?.part;
    if (part !== undefined) this.body.push({ part, kind });
  }

  #textIn(element: Element): string {
    const numbers = new AutoNumbers();
    return [...within(element, paragraphs)].map((paragraph) => this.#paragraph(paragraph, numbers)).join('\n');
  }

  #inline(element: Element): string {
    if (element.name === 'a:br') return '\n';
    if (element.name === 'm:oMath') return formula(element);
    if (element.name === 'a:t') return textOf(element);
    if (element.name === 'mc:AlternateContent')
      return childrenOf(branchOf(element) ?? element)
        .map((child) => this.#inline(child))
        .join('');
    return childrenOf(element)
      .map((child) => this.#inline(child))
      .join('');
  }

  #addressOf(properties: Element | undefined): string | undefined {
    const relation = this.#relations.get(childOf(properties, 'a:hlinkClick')?.attributes['r:id'] ?? '');
    return relation?.isExternal ? relation.target : undefined;
  }
}

const readers: Record<string, (element: Element, shapes: Shapes) => void> = {
  'p:sp': (element, shapes) => shapes.readShape(element),
  'p:pic': (element, shapes) => shapes.readPicture(element),
  'p:cNvPr': (element, shapes) => shapes.describe(element),
  'a:p': (element, shapes) => shapes.readParagraph(element),
  'a:tbl': (element, shapes) => shapes.readTable(element),
  'mc:AlternateContent': (element, shapes) => {
    const branch = branchOf(element);
    if (branch !== undefined) shapes.read(branch);
  },
  'c:chart': (element, shapes) => shapes.show('chart', element.attributes['r:id']),
  'cx:chart': (element, shapes) => shapes.show('chart', element.attributes['r:id']),
  'dgm:relIds': (element, shapes) => shapes.show('diagram', element.attributes['r:dm']),
};

/** Returns true if the show leaves the slide out. */
export function isHidden(slide: Element): boolean {
  return !isOn(slide, 'show');
}
