// Extracts the text layer of a PDF, page by page: in reading order, with ruled tables, and with the lines in a larger
// font as headings. A scan without a text layer has no text. Damage loses its page, or the page's end, and the text names that page.

import { getResolvedPDFJS } from 'unpdf';
import { type FileProblem, invalid } from '../../problem.ts';
import { attachmentPieces } from '../attachments.ts';
import type { Piece } from '../piece.ts';
import type { Source } from '../source.ts';
import { Table } from '../table.ts';
import {
  collectedFiles,
  type Operators,
  openPdf,
  type Page,
  type Pdf,
  refuseXfa,
  type TextItem,
  textsOf,
} from './document.ts';
import { spelled } from './glyphs.ts';
import { FontSizes } from './headings.ts';
import { withLigatures } from './ligatures.ts';
import { compoundsOf } from './lines.ts';
import { marksOf } from './marks.ts';
import { readingOrder } from './order.ts';
import { mirroredRun } from './right-to-left.ts';
import { rulesOf } from './rules.ts';
import { linesOf, type Run, runsOf } from './runs.ts';
import { gridsOf, isInside, type PageTable } from './tables.ts';
import { byDirection, type Turned } from './turn.ts';

export async function* extractPdf(source: Source): AsyncIterable<Piece> {
  const pdf = await openPdf(source.content);
  try {
    await refuseXfa(pdf);
    const { OPS } = await getResolvedPDFJS();
    const sizes = new FontSizes();
    let problem: FileProblem | undefined;
    let hasText = false;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { pieces, damage } = await pagePieces(pdf, number, sizes, OPS).catch((error: unknown) => ({
        pieces: [],
        damage: error,
      }));
      yield* pieces;
      const hasOwnText = pieces.some((piece) => typeof piece !== 'string' || piece.trim() !== '');
      hasText ||= hasOwnText;
      if (damage === undefined) continue;
      const notice = `${hasOwnText ? 'A part of page' : 'Page'} ${number} of the PDF cannot be read.`;
      problem ??= invalid(notice, damage);
      yield `[${notice}]\n`;
    }
    if (problem !== undefined && !hasText) throw problem;
    yield* attachmentPieces(collectedFiles(pdf), source);
  } finally {
    // Also after an error or a caller that left: the next file has the memory of this process.
    await pdf.loadingTask.destroy();
  }
}

async function pagePieces(
  pdf: Pdf,
  number: number,
  sizes: FontSizes,
  operators: Operators,
): Promise<{ pieces: Piece[]; damage: unknown }> {
  const page = await pdf.getPage(number);
  const { texts, damage } = await textsOf(page);
  const items = await withLigatures(page, await spelled(page, texts, operators));
  const { runs, notes } = await marksOf(page, operators).catch(() => ({
    runs: [],
    notes: [`[The form fields and notes of page ${number} cannot be read.]\n`],
  }));
  const pieces: Piece[] = [];
  for (const [index, group] of byDirection(items).entries())
    pieces.push(...(await groupPieces(page, group, index === 0 ? runs : [], sizes, operators)), '\n');
  if (items.length === 0) pieces.push(...runs.map(({ text }) => `${text}\n`));
  page.cleanup();
  return { pieces: [...pieces, ...notes, '\n'], damage };
}

/** @param marks texts that are laid over the page. */
async function groupPieces(
  page: Page,
  group: Turned,
  marks: readonly Run[],
  sizes: FontSizes,
  operators: Operators,
): Promise<Piece[]> {
  const { items, matrix, direction } = group;
  const placed = direction === 'left' ? marks.map(mirroredRun) : marks;
  if (matrix !== undefined && items.every(isReadable))
    return layOut(page, { ...group, matrix }, placed, sizes, operators);
  return [plainText(items), '\n', ...marks.map(({ text }) => `${text}\n`)];
}

/** Returns true for text in lines. Only for such text do positions tell the reading order. */
function isReadable({ dir, str, transform: [, , , d] }: TextItem): boolean {
  return str.trim() === '' || (dir !== 'ttb' && d > 0);
}

/** Returns the text in the order in which the page draws it. */
function plainText(items: readonly TextItem[]): string {
  return items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
}

async function layOut(
  page: Page,
  { items, matrix, direction }: Turned & { matrix: readonly number[] },
  marks: readonly Run[],
  sizes: FontSizes,
  operators: Operators,
): Promise<Piece[]> {
  let texts = runsOf(items, direction, () => false);
  sizes.count(texts);
  const shown = texts.map(({ text }) => text).join('\n');
  const isSaid = ({ mark, text }: Run): boolean => mark === 'address' && shown.includes(bareAddress(text));
  const own = marks.filter((mark) => !isSaid(mark));
  // Reading the drawing operations takes as long as reading the text. So a page without two texts on a line, which has
  // no table, is skipped.
  const hasCells = linesOf([...texts, ...own]).filter((line) => line.length > 1).length > 1;
  const grids = hasCells ? gridsOf(rulesOf(await page.getOperatorList(), operators, matrix)) : [];
  if (grids.length > 0)
    texts = runsOf(items, direction, (before, behind) => grids.some((grid) => grid.divides(before, behind)));
  const runs = [...texts, ...own];
  const tables = grids.flatMap((grid) => grid.table(runs) ?? []);
  const free = runs.filter((run) => !tables.some((table) => isInside(run, table)));
  // The reading order treats a table as one text of its size.
  const places = tables.map((table): Run & { table: PageTable } => ({
    ...table,
    text: '',
    size: table.top - table.bottom,
    table,
  }));
  const compounds = compoundsOf(shown);
  return readingOrder([...free, ...places]).flatMap((group) => piecesOf(group, sizes, compounds));
}

/** Returns the part of a link's address that pages show. */
function bareAddress(text: string): string {
  return text.replace(/^\((?:https?:\/\/(?:www\.)?|mailto:)?/i, '').replace(/\/?\)$/, '');
}

function piecesOf(
  group: readonly (Run & { table?: PageTable })[],
  sizes: FontSizes,
  compounds: ReadonlySet<string>,
): Piece[] {
  const tables = group.flatMap(({ table }) => table ?? []).toSorted((a, b) => b.top - a.top);
  const pieces: Piece[] = [];
  let lines: Run[][] = [];
  const endLines = (): void => {
    pieces.push(...sizes.pieces(lines, compounds));
    lines = [];
  };
  for (const line of linesOf(group.filter(({ table }) => table === undefined))) {
    while (tables[0] !== undefined && tables[0].top > (line[0] as Run).top) {
      endLines();
      pieces.push(...rowsOf(tables.shift() as PageTable));
    }
    lines.push(line);
  }
  endLines();
  return [...pieces, ...tables.flatMap(rowsOf)];
}

function rowsOf({ rows }: PageTable): Piece[] {
  const pieces: Piece[] = [];
  const table = new Table((piece) => pieces.push(piece));
  for (const row of rows) {
    for (const cell of row) table.add(cell);
    table.endRow();
  }
  table.end();
  return pieces;
}
