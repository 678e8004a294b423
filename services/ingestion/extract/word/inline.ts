// The text of a paragraph, and what hangs on it: text boxes, charts, diagrams, notes and comments.

import { formula } from '../drawing/formula.ts';
import { withAddress } from '../drawing/link.ts';
import { branchOf, childOf, childrenOf, type Element, textOf } from '../tree.ts';
import { addressOf, type Fields, formValue, isPageNumber } from './fields.ts';
import type { WordPart } from './part.ts';
import { symbol } from './symbols.ts';

/** A thing that stands behind a paragraph: a text box, a part of the document, or a note by its kind and id. */
export type Attached = Element | AttachedPart | { note: string };

export interface AttachedPart {
  part: string;
  /** A file is a whole document that programs show at this place. */
  kind: 'chart' | 'diagram' | 'file';
}

export class Inline {
  text = '';
  readonly attached: Attached[] = [];
  hasPageNumber = false;
  readonly #part: WordPart;
  readonly #fields: Fields;

  /** @param fields those that are open from the paragraphs before. */
  constructor(part: WordPart, fields: Fields) {
    this.#part = part;
    this.#fields = fields;
  }

  add(text: string): void {
    if (!this.#fields.isInstruction) this.text += text;
  }

  read(element: Element): void {
    const reader = readers[element.name];
    if (reader === undefined) this.readChildren(element);
    else reader(element, this);
  }

  readChildren(element: Element): void {
    for (const child of childrenOf(element)) this.read(child);
  }

  /** Reads a link, and puts its address behind its text. */
  readLink(element: Element, address: string | undefined): void {
    const at = this.text.length;
    this.readChildren(element);
    if (address !== undefined && this.text.length > at) this.text = withAddress(this.text, at, address);
  }

  /** Returns the address of a relation that leads out of the document. */
  address(id: string | undefined): string | undefined {
    const relation = this.#part.relations.get(id ?? '');
    return relation?.isExternal ? relation.target : undefined;
  }

  attach(kind: AttachedPart['kind'], id = ''): void {
    const part = this.#part.relations.get(id)?.part;
    if (part !== undefined) this.attached.push({ part, kind });
  }

  readField(character: Element): void {
    const type = character.attributes['w:fldCharType'];
    if (type === 'begin') {
      this.add(formValue(character));
      this.#fields.begin(this.text.length);
    }
    if (type === 'separate') this.#fields.separate(this.text.length);
    if (type === 'end') this.#endField();
  }

  instruct(text: string): void {
    this.#fields.instruct(text);
  }

  endParagraph(): void {
    this.#fields.endParagraph();
  }

  #endField(): void {
    const { instruction = '', at = 0, isResult = false } = this.#fields.end() ?? {};
    const address = addressOf(instruction);
    if (isResult && address !== undefined && this.text.length > at) this.text = withAddress(this.text, at, address);
    if (isPageNumber(instruction)) this.cutPageNumber(at);
  }

  cutPageNumber(at: number): void {
    this.text = this.text.slice(0, at);
    this.hasPageNumber = true;
  }
}

const adds = (text: string) => (_element: Element, inline: Inline) => inline.add(text);
const skips = (): void => {};
const note = (kind: string) => (element: Element, inline: Inline) =>
  void inline.attached.push({ note: `${kind} ${element.attributes['w:id']}` });
/** Shows an alternative text, or the text of a shape made of letters. */
const shows =
  (...names: string[]) =>
  (element: Element, inline: Inline) => {
    const text = names.map((name) => element.attributes[name] ?? '').find((one) => one.trim() !== '');
    if (text !== undefined) inline.add(`[${text.trim()}] `);
    inline.readLink(element, inline.address(childOf(element, 'a:hlinkClick')?.attributes['r:id']));
  };

const readers: Record<string, (element: Element, inline: Inline) => void> = {
  'w:t': (element, inline) => inline.add(textOf(element)),
  'w:tab': adds('\t'),
  'w:ptab': adds('\t'),
  'w:br': adds('\n'),
  'w:cr': adds('\n'),
  'w:noBreakHyphen': adds('-'),
  'w:sym': (element, inline) => inline.add(symbol(element.attributes['w:font'], element.attributes['w:char'])),
  'w:pPr': skips,
  'w:rPr': skips,
  'w:sdtPr': skips,
  'w:del': skips,
  'w:moveFrom': skips,
  'w:instrText': (element, inline) => inline.instruct(textOf(element)),
  'w:fldChar': (element, inline) => inline.readField(element),
  'w:fldSimple': (element, inline) => {
    const instruction = element.attributes['w:instr'] ?? '';
    const at = inline.text.length;
    inline.readLink(element, addressOf(instruction));
    if (isPageNumber(instruction)) inline.cutPageNumber(at);
  },
  'w:hyperlink': (element, inline) => inline.readLink(element, inline.address(element.attributes['r:id'])),
  'w:footnoteReference': note('footnote'),
  'w:endnoteReference': note('endnote'),
  'w:commentReference': note('comment'),
  'w:rt': (element, inline) => {
    inline.add('(');
    inline.readChildren(element);
    inline.add(')');
  },
  'w:ruby': (element, inline) => {
    for (const name of ['w:rubyBase', 'w:rt'])
      for (const child of childrenOf(element)) if (child.name === name) inline.read(child);
  },
  'm:oMath': (element, inline) => inline.add(formula(element)),
  'mc:AlternateContent': (element, inline) => {
    const branch = branchOf(element);
    if (branch !== undefined) inline.readChildren(branch);
  },
  'w:txbxContent': (element, inline) => void inline.attached.push(element),
  'wp:docPr': shows('descr', 'title'),
  'v:shape': (element, inline) => {
    shows('alt')({ ...element, children: [] }, inline);
    inline.readChildren(element);
  },
  'v:textpath': shows('string'),
  'a:t': (element, inline) => inline.add(textOf(element)),
  'a:p': (element, inline) => {
    inline.readChildren(element);
    inline.add('\n');
  },
  'c:chart': (element, inline) => inline.attach('chart', element.attributes['r:id']),
  'cx:chart': (element, inline) => inline.attach('chart', element.attributes['r:id']),
  'dgm:relIds': (element, inline) => inline.attach('diagram', element.attributes['r:dm']),
  'w:altChunk': (element, inline) => inline.attach('file', element.attributes['r:id']),
};
