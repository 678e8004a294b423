// The text within a paragraph or a cell of an OpenDocument content.

import { oneLine } from '../piece.ts';
import type { Element } from '../tree.ts';
import type { Lists } from './lists.ts';

export interface Inline {
  text: string;
  /** The notes and comments, which stand behind the paragraph. */
  notes: string[];
  /** The paths of embedded charts and formulas. */
  objects: string[];
  lists: Lists;
}

/** Elements without text that a reader sees in the document. */
const skipped = new Set([
  'text:note-citation',
  'text:ruby-text',
  'text:tracked-changes',
  'office:binary-data',
  'draw:page-thumbnail',
  'dc:date',
  'meta:creator-initials',
]);
const maxBlanks = 1000;

/** Returns the text of an element and of what is in it. */
export function inlineOf(element: Element, lists: Lists): Inline {
  const inline: Inline = { text: '', notes: [], objects: [], lists };
  addChildren(element, inline);
  return inline;
}

function addChildren({ children }: Element, inline: Inline): void {
  for (const child of children) {
    if (typeof child === 'string') inline.text += child.replaceAll(/\s+/g, ' ');
    else if (!skipped.has(child.name)) add(child, inline);
  }
}

function add(element: Element, inline: Inline): void {
  const { name, attributes } = element;
  const adder = adders[name];
  inline.lists.open(name, attributes);
  if (adder !== undefined) adder(element, inline);
  else if (name === 'text:note') inline.notes.push(`${noteName(attributes)}: ${oneLine(textOf(element, inline))}`);
  else addChildren(element, inline);
  inline.lists.close(name);
}

const adders: Record<string, (element: Element, inline: Inline) => void> = {
  'text:s': ({ attributes }, inline) => {
    inline.text += ' '.repeat(Math.min(Number(attributes['text:c']) || 1, maxBlanks));
  },
  'text:tab': (_element, inline) => {
    inline.text += '\t';
  },
  'text:line-break': (_element, inline) => {
    inline.text += '\n';
  },
  'text:a': (element, inline) => {
    const { 'xlink:href': address = '' } = element.attributes;
    const text = textOf(element, inline);
    inline.text += /^[a-z][a-z\d+.-]*:/i.test(address) && !text.includes(address) ? `${text} (${address})` : text;
  },
  'draw:object': ({ attributes }, inline) => {
    inline.objects.push(attributes['xlink:href'] ?? '');
  },
  'office:annotation': (element, inline) => {
    const author = element.children.find((child) => typeof child !== 'string' && child.name === 'dc:creator');
    const by = typeof author === 'object' ? ` by ${oneLine(textOf(author, inline))}` : '';
    const children = element.children.filter((child) => child !== author);
    inline.notes.push(`Comment${by}: ${oneLine(textOf({ ...element, children }, inline))}`);
  },
  // The alternative text of a picture.
  'svg:title': addLine,
  'svg:desc': addLine,
  'text:p': addLine,
  'text:h': addLine,
  'table:table-cell': (element, inline) => {
    addChildren(element, inline);
    inline.text += '\t';
  },
  'math:math': (element, inline) => {
    // The formula as its author wrote it stands beside its layout.
    const [annotation] = find(element, 'math:annotation');
    addChildren(annotation ?? element, inline);
  },
};

function addLine(element: Element, inline: Inline): void {
  inline.text += inline.lists.mark();
  addChildren(element, inline);
  inline.text += '\n';
}

/** Returns the text of an element. Its notes and objects become those of the paragraph. */
function textOf(element: Element, outer: Inline): string {
  const inner = { ...outer, text: '' };
  addChildren(element, inner);
  return inner.text;
}

function noteName({ 'text:note-class': type }: Record<string, string>): string {
  return type === 'endnote' ? 'Endnote' : 'Footnote';
}

function find(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return child.name === name ? [child] : find(child, name);
  });
}
