// Extracts the text of Word, PowerPoint and Excel files since 2007. The main part of the package tells which one it is.

import { FileProblem } from '../problem.ts';
import type { Piece } from './piece.ts';
import { relatedParts } from './relations.ts';
import type { Source } from './source.ts';
import { readXml } from './xml.ts';
import type { Package } from './zip.ts';

export async function* extractOffice(document: Package, source: Source): AsyncIterable<Piece> {
  const part = await mainPart(document);
  if (part === undefined) throw new FileProblem('unsupported_file', 'Archives are not supported.');
  const root = await rootOf(document, part);
  // Each format is loaded with its first file, as in index.ts.
  if (root.startsWith('w:')) {
    const { extractWord } = await import('./word/index.ts');
    yield* extractWord(document, part, source);
  } else if (root.startsWith('p:')) {
    const { extractSlides } = await import('./slides/index.ts');
    yield* extractSlides(document, part);
  } else if (root === 'workbook') {
    const { extractSheets } = await import('./sheets/index.ts');
    yield* extractSheets(document, part);
  } else throw new FileProblem('unsupported_file', 'Office documents of this kind are not supported.');
}

/** The names of main parts in packages without relations. */
const usualParts = ['word/document.xml', 'ppt/presentation.xml', 'xl/workbook.xml'];

/** Returns the part that the package names as its document. */
async function mainPart(document: Package): Promise<string | undefined> {
  const [part] = await relatedParts(document, '', 'officeDocument');
  return part ?? usualParts.find((name) => document.names.includes(name));
}

/** Returns the name of a part's first element. */
async function rootOf(document: Package, part: string): Promise<string> {
  let root = '';
  const handler = {
    open: (name: string): void => {
      if (root === '') root = name;
    },
  };
  for await (const _piece of readXml(document.part(part), handler)) if (root !== '') break;
  return root;
}
