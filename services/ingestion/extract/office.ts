// Extracts the text of Word, PowerPoint and Excel files since 2007. The parts in the package tell which one it is.

import { FileProblem } from '../problem.ts';
import { drawing, flowText, word } from './flow.ts';
import { headingLevels } from './headings.ts';
import type { Piece } from './piece.ts';
import { extractSheets } from './sheets.ts';
import { openPackage, type Package } from './zip.ts';

export async function* extractOffice(path: string): AsyncIterable<Piece> {
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

async function* extractWord(document: Package): AsyncIterable<Piece> {
  const levels = await headingLevels(document);
  const notes = ['word/footnotes.xml', 'word/endnotes.xml', 'word/comments.xml'];
  const parts = ['word/document.xml', ...notes.filter((name) => document.names.includes(name))];
  for (const name of parts) yield* flowText(document.part(name), word, levels);
}

/** Yields the slides in order, each followed by its notes. */
async function* extractSlides(document: Package): AsyncIterable<Piece> {
  const slides = document.names
    .map((name) => Number(/^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1] ?? 0))
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
  for (const number of slides) {
    yield* flowText(document.part(`ppt/slides/slide${number}.xml`), drawing);
    const notes = `ppt/notesSlides/notesSlide${number}.xml`;
    if (document.names.includes(notes)) yield* flowText(document.part(notes), drawing);
    yield '\n';
  }
}
