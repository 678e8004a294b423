// The comments of a sheet, and the texts, pictures, charts and diagrams that are laid over its cells.

import { chartPieces } from '../drawing/chart.ts';
import { diagramText } from '../drawing/diagram.ts';
import { oneLine, type Piece } from '../piece.ts';
import { partsOf, relatedParts, relationsOf } from '../relations.ts';
import { readTrees, textOf, within } from '../tree.ts';
import { readXml } from '../xml.ts';
import type { Package } from '../zip.ts';

/** Yields the comments, each with its cell. Newer programs write threads of comments, and for older ones a copy of each. */
export async function* commentPieces(document: Package, sheet: string): AsyncIterable<Piece> {
  const relations = await relationsOf(document, sheet);
  const threads = partsOf(relations, 'threadedComment');
  for (const part of threads) yield* commentsOf(document, part, false);
  for (const part of partsOf(relations, 'comments')) yield* commentsOf(document, part, threads.length === 0);
}

async function* commentsOf(document: Package, part: string, withCopies: boolean): AsyncIterable<Piece> {
  const authors: string[] = [];
  let lines: string[] = [];
  const pieces = readTrees(document.part(part), {
    whole: new Set(['author', 'comment', 'threadedComment']),
    element(element) {
      if (element.name === 'author') authors.push(oneLine(textOf(element)));
      else {
        const author = authors[Number(element.attributes.authorId)] ?? '';
        const [text] = within(element, new Set(['text']));
        const isCopy = author.startsWith('tc=');
        const by = author === '' || isCopy ? '' : ` by ${author}`;
        if (text !== undefined && (withCopies || !isCopy))
          lines.push(`Comment at ${element.attributes.ref}${by}: ${oneLine(textOf(text))}\n`);
      }
    },
  });
  for await (const _piece of pieces) {
    yield* lines;
    lines = [];
  }
}

export async function hasDrawing(document: Package, sheet: string): Promise<boolean> {
  return (await relatedParts(document, sheet, 'drawing')).length > 0;
}

/** Yields the texts of shapes, the alternative texts of pictures, the charts and the diagrams. */
export async function* drawingPieces(document: Package, sheet: string): AsyncIterable<Piece> {
  for (const part of await relatedParts(document, sheet, 'drawing')) {
    yield* textsOf(document, part);
    const relations = await relationsOf(document, part);
    for (const chart of new Set([...partsOf(relations, 'chart'), ...partsOf(relations, 'chartEx')]))
      yield* chartPieces(document, chart);
    for (const diagram of new Set(partsOf(relations, 'diagramData'))) yield* diagramText(document, diagram);
  }
}

async function* textsOf(document: Package, part: string): AsyncIterable<Piece> {
  let lines: string[] = [];
  let paragraph = '';
  let isText = false;
  const add = (text: string): void => {
    if (text.trim() !== '') lines.push(`${oneLine(text)}\n`);
  };
  const pieces = readXml(document.part(part), {
    open(name, { descr = '' }) {
      isText = name === 'a:t';
      if (name.endsWith('cNvPr')) add(descr);
    },
    text(data) {
      if (isText) paragraph += data;
    },
    close(name) {
      isText = false;
      if (name !== 'a:p') return;
      add(paragraph);
      paragraph = '';
    },
  });
  for await (const _piece of pieces) {
    yield* lines;
    lines = [];
  }
}
