// Extracts the text of Word documents: headers, then paragraphs, tables and what hangs on them, then footers.

import { chartPieces } from '../drawing/chart.ts';
import { diagramText } from '../drawing/diagram.ts';
import type { Piece } from '../piece.ts';
import type { Source } from '../source.ts';
import { readTrees } from '../tree.ts';
import type { Package } from '../zip.ts';
import { embeddedPieces } from './embedded.ts';
import { Flow, type FlowItem, type WordStyles } from './flow.ts';
import type { AttachedPart } from './inline.ts';
import { type Notes, notesOf } from './notes.ts';
import { numberingOf } from './numbering.ts';
import { openPart, relationParts, type WordPart } from './part.ts';
import { stylesOf } from './styles.ts';

export async function* extractWord(document: Package, name: string, source: Source): AsyncIterable<Piece> {
  const main = await openPart(document, name);
  const styles = { styles: await stylesOf(main), numbering: await numberingOf(main) };
  const notes = await notesOf(main);
  const margins = new Set<string>();
  yield* marginText(main, 'header', styles, margins);
  /** Each part is read once, however often the document shows it. */
  const shown = new Set<string>();
  for await (const item of flowOf(main, styles)) yield* piecesOf(item, { document, notes, shown, source });
  yield* notes.values();
  yield* marginText(main, 'footer', styles, margins);
}

async function* flowOf(part: WordPart, styles: WordStyles): AsyncIterable<FlowItem> {
  const flow = new Flow(part, styles);
  for await (const _piece of readTrees(part.document.part(part.name), flow)) yield* flow.take();
}

interface Reading {
  document: Package;
  notes: Notes;
  /** The parts that were shown. */
  shown: Set<string>;
  source: Source;
}

async function* piecesOf(item: FlowItem, { document, notes, shown, source }: Reading): AsyncIterable<Piece> {
  if (typeof item === 'string' || 'type' in item) yield item;
  else if ('note' in item) {
    yield notes.get(item.note) ?? '';
    notes.delete(item.note);
  } else if (!shown.has(item.part)) {
    shown.add(item.part);
    yield* partPieces(document, item, source);
  }
}

function partPieces(document: Package, { part, kind }: AttachedPart, source: Source): AsyncIterable<Piece> {
  if (kind === 'file') return embeddedPieces(document, part, source);
  return kind === 'chart' ? chartPieces(document, part) : diagramText(document, part);
}

/** Yields the headers or footers. Documents repeat them for each section: each text stands once. */
async function* marginText(main: WordPart, type: string, styles: WordStyles, known: Set<string>): AsyncIterable<Piece> {
  for (const name of main.relations.size === 0 ? [] : relationParts(main, type)) {
    const part = await openPart(main.document, name);
    const pieces: Piece[] = [];
    for await (const item of flowOf(part, styles)) if (typeof item === 'string' || 'type' in item) pieces.push(item);
    const key = JSON.stringify(pieces);
    if (!known.has(key)) yield* pieces;
    known.add(key);
  }
}
