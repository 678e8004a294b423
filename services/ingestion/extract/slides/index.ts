// Extracts presentations: the slides in the order of the show, each with its title as a heading, and followed by its
// notes and comments.

import { invalid } from '../../problem.ts';
import { chartPieces } from '../drawing/chart.ts';
import { diagramText } from '../drawing/diagram.ts';
import { missingPart, oneLine, type Piece } from '../piece.ts';
import { byId, partsOf, relationsOf } from '../relations.ts';
import { type Element, readTrees } from '../tree.ts';
import { readXml } from '../xml.ts';
import type { Package } from '../zip.ts';
import { authorsOf, commentsOf } from './comments.ts';
import { isHidden, Shapes } from './shapes.ts';

export async function* extractSlides(document: Package, main: string): AsyncIterable<Piece> {
  const authors = await authorsOf(document, await relationsOf(document, main));
  /** The charts and diagrams that slides show: each stands once. */
  const known = new Set<string>();
  const slides = [...(await slidesOf(document, main))];
  if (slides.length > 0 && !slides.some((slide) => document.find(slide) !== undefined))
    throw invalid('The presentation has none of its slides.');
  for (const slide of slides) {
    if (document.find(slide) === undefined) {
      yield missingPart(slide);
      continue;
    }
    const relations = await relationsOf(document, slide);
    yield* pagePieces(document, slide, known);
    for (const notes of partsOf(relations, 'notesSlide')) yield* notesPieces(document, notes, known);
    yield* await commentsOf(document, relations, authors);
    yield '\n';
  }
}

/** Returns the parts of the slides. Each is read once, also if the show names it twice. */
async function slidesOf(document: Package, main: string): Promise<Set<string>> {
  const relations = byId(await relationsOf(document, main));
  const slides = new Set<string>();
  const pieces = readXml(document.part(main), {
    open(name, attributes) {
      const slide = name === 'p:sldId' ? relations.get(attributes['r:id'] ?? '') : undefined;
      if (slide !== undefined) slides.add(slide.part ?? slide.target);
    },
  });
  for await (const _piece of pieces);
  return slides.size > 0 || relations.size > 0 ? slides : numberedSlides(document);
}

/** Some programs write no relations. Then the numbers of the parts are the order. */
function numberedSlides(document: Package): Set<string> {
  const numbered = document.names
    .map((part) => ({ part, number: Number(/^ppt\/slides\/slide(\d+)\.xml$/.exec(part)?.[1] ?? 0) }))
    .filter(({ number }) => number > 0)
    .sort((a, b) => a.number - b.number);
  return new Set(numbered.map(({ part }) => part));
}

async function* pagePieces(document: Package, part: string, known: Set<string>): AsyncIterable<Piece> {
  const shapes = new Shapes(byId(await relationsOf(document, part)));
  let hidden = false;
  const element = (page: Element): void => {
    hidden = isHidden(page);
    shapes.read(page);
  };
  for await (const _piece of readTrees(document.part(part), { whole: new Set(['p:sld', 'p:notes']), element }));
  yield* shapes.title;
  if (hidden) yield '(hidden slide)\n';
  for (const one of shapes.body) {
    if (typeof one === 'string' || 'type' in one) yield one;
    else if (!known.has(one.part)) {
      known.add(one.part);
      yield* one.kind === 'chart' ? chartPieces(document, one.part) : diagramText(document, one.part);
    }
  }
  yield `${oneLine(shapes.margins.join(' '))}\n`;
}

async function* notesPieces(document: Package, part: string, known: Set<string>): AsyncIterable<Piece> {
  let isFirst = true;
  for await (const piece of pagePieces(document, part, known)) {
    if (isFirst && typeof piece === 'string' && piece.trim() !== '') {
      isFirst = false;
      yield `Notes: ${piece}`;
    } else yield piece;
  }
}
