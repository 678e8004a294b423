// Extracts electronic books (EPUB 3.3): the chapters in the order of the spine.

import { dirname, join } from 'node:path/posix';
import { invalid } from '../problem.ts';
import { extractHtml } from './html.ts';
import { missingPart, type Piece } from './piece.ts';
import { bytesContent, type Source } from './source.ts';
import { readXml } from './xml.ts';
import type { Package } from './zip.ts';

interface Book {
  titles: string[];
  /** The paths of the documents by their ids. */
  documents: Map<string, string>;
  /** The ids of the chapters in their order. */
  spine: string[];
}

const pages = /^(?:application\/xhtml\+xml|text\/html|application\/x-dtbook\+xml)$/;

export async function* extractEpub(document: Package, source: Source): AsyncIterable<Piece> {
  const main = await mainPart(document);
  if (main === undefined) throw invalid('The book has no list of its chapters.');
  const { titles, documents, spine } = await bookOf(document, main);
  yield titles.map((title) => `${title}\n`).join('');
  const chapters = new Set((spine.length > 0 ? spine : [...documents.keys()]).map((id) => documents.get(id)));
  const named = [...chapters].filter((chapter) => chapter !== undefined);
  if (named.length > 0 && !named.some((chapter) => document.find(chapter) !== undefined))
    throw invalid('The book has none of its chapters.');
  for (const chapter of named) {
    const part = document.find(chapter);
    if (part === undefined) {
      yield missingPart(chapter);
      continue;
    }
    const parts: Buffer[] = [];
    for await (const bytes of document.part(part)) parts.push(bytes);
    yield* extractHtml({ ...source, content: bytesContent(Buffer.concat(parts)), kind: 'html', charset: undefined });
    yield '\n';
  }
}

async function mainPart(document: Package): Promise<string | undefined> {
  let path: string | undefined;
  const pieces = readXml(document.part(document.find('META-INF/container.xml') ?? ''), {
    open(name, attributes) {
      if (name.endsWith('rootfile')) path ??= attributes['full-path'];
    },
  });
  for await (const _piece of pieces);
  return path === undefined ? undefined : document.find(path);
}

/** Reads the package document. Its elements may have a prefix. */
async function bookOf(document: Package, main: string): Promise<Book> {
  const book: Book = { titles: [], documents: new Map(), spine: [] };
  let title: string | undefined;
  const pieces = readXml(document.part(main), {
    open(name, { id = '', href = '', idref = '', 'media-type': type = '' }) {
      const local = name.replace(/^.*:/, '');
      if (local === 'title') title = '';
      if (local === 'item' && pages.test(type)) book.documents.set(id, pathOf(main, href));
      if (local === 'itemref') book.spine.push(idref);
    },
    text(data) {
      if (title !== undefined) title += data;
    },
    close() {
      if (title !== undefined && title.trim() !== '') book.titles.push(title.trim());
      title = undefined;
    },
  });
  for await (const _piece of pieces);
  return book;
}

function pathOf(main: string, href: string): string {
  const [path = ''] = href.split('#');
  try {
    return join(dirname(main), decodeURIComponent(path));
  } catch {
    return join(dirname(main), path);
  }
}
