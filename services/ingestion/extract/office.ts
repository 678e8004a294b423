// Extracts the text of Word, PowerPoint and Excel files since 2007. The parts in the package tell which one it is.

import { FileProblem } from '../problem.ts';
import { extractSheets } from './sheets.ts';
import { readXml, type XmlHandler } from './xml.ts';
import { openPackage, type Package } from './zip.ts';

export async function* extractOffice(path: string): AsyncIterable<string> {
  const document = await openPackage(path);
  try {
    if (document.names.includes('word/document.xml')) yield* extractWord(document);
    else if (document.names.includes('ppt/presentation.xml')) yield* extractSlides(document);
    else if (document.names.includes('xl/workbook.xml')) yield* extractSheets(document);
    else throw new FileProblem('unsupported_file', 'Archives are not supported.');
  } finally {
    document.close();
  }
}

async function* extractWord(document: Package): AsyncIterable<string> {
  const notes = ['word/footnotes.xml', 'word/endnotes.xml', 'word/comments.xml'];
  const parts = ['word/document.xml', ...notes.filter((name) => document.names.includes(name))];
  for (const name of parts) yield* textOf(document, name, word);
}

/** Yields the slides in order, each followed by its notes. */
async function* extractSlides(document: Package): AsyncIterable<string> {
  const slides = document.names
    .map((name) => Number(/^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1] ?? 0))
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
  for (const number of slides) {
    yield* textOf(document, `ppt/slides/slide${number}.xml`, drawing);
    const notes = `ppt/notesSlides/notesSlide${number}.xml`;
    if (document.names.includes(notes)) yield* textOf(document, notes, drawing);
    yield '\n';
  }
}

/** The elements of a format that contain text, and those that become white space at their opening or closing tag. */
interface Format {
  text: string;
  opening: Record<string, string>;
  closing: Record<string, string>;
  /** Elements that repeat their siblings for older programs. */
  skipped: string;
}

const word: Format = {
  text: 'w:t',
  opening: { 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n', 'w:noBreakHyphen': '-' },
  closing: { 'w:p': '\n', 'w:tc': '\t', 'w:tr': '\n' },
  skipped: 'mc:Fallback',
};

const drawing: Format = {
  text: 'a:t',
  opening: { 'a:br': '\n' },
  closing: { 'a:p': '\n', 'a:tc': '\t', 'a:tr': '\n' },
  skipped: 'mc:Fallback',
};

async function* textOf(document: Package, name: string, format: Format): AsyncIterable<string> {
  let text = '';
  let inText = 0;
  let skipped = 0;
  const handler: XmlHandler = {
    open(element) {
      if (element === format.skipped) skipped += 1;
      else if (element === format.text) inText += 1;
      else if (skipped === 0) text += format.opening[element] ?? '';
    },
    text(data) {
      if (inText > 0 && skipped === 0) text += data;
    },
    close(element) {
      if (element === format.skipped) skipped -= 1;
      else if (element === format.text) inText -= 1;
      else if (skipped === 0) text += format.closing[element] ?? '';
    },
  };
  for await (const _piece of readXml(document.part(name), handler)) {
    yield text;
    text = '';
  }
}
