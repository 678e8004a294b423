// Footnotes, endnotes and comments of a Word document. Each stands once: behind the paragraph that refers to it first, or
// else at the end.

import { oneLine } from '../piece.ts';
import { type Element, readTrees, within } from '../tree.ts';
import { Fields } from './fields.ts';
import { Inline } from './inline.ts';
import { openPart, relationParts, type WordPart } from './part.ts';

const kinds: [relation: string, element: string, label: string][] = [
  ['footnotes', 'footnote', 'Footnote'],
  ['endnotes', 'endnote', 'Endnote'],
  ['comments', 'comment', 'Comment'],
];

/** The lines of the notes, by their kinds and ids, such as `footnote 2`. */
export type Notes = Map<string, string>;

export async function notesOf(main: WordPart): Promise<Notes> {
  const notes: Notes = new Map();
  for (const [relation, kind, label] of kinds) {
    for (const name of relationParts(main, relation)) {
      const part = await openPart(main.document, name);
      const element = ({ attributes, ...note }: Element): void => {
        const author = attributes['w:author'] ?? '';
        const text = oneLine(noteText({ ...note, attributes }, part));
        if (text !== '') notes.set(`${kind} ${attributes['w:id']}`, `${label}${author && ` by ${author}`}: ${text}\n`);
      };
      const whole = new Set([`w:${kind}`]);
      for await (const _piece of readTrees(part.document.part(name), { whole, element }));
    }
  }
  return notes;
}

function noteText(note: Element, part: WordPart): string {
  const fields = new Fields();
  const texts: string[] = [];
  for (const paragraph of within(note, new Set(['w:p']))) {
    const inline = new Inline(part, fields);
    inline.read(paragraph);
    inline.endParagraph();
    texts.push(inline.text);
  }
  return texts.join(' ');
}
