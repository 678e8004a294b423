// Extracts the text layer of a PDF, page by page: in reading order, with ruled tables, and with the lines in a larger
// font as headings. A scan without a text layer has no text.

import { getResolvedPDFJS } from 'unpdf';
import { invalid } from '../../problem.ts';
import { type Piece, TableRows } from '../piece.ts';
import { type Operators, openPdf, type Page, type Pdf, type TextItem } from './document.ts';
import { FontSizes } from './headings.ts';
import { readingOrder } from './order.ts';
import { linesOf, type Run, runsOf } from './runs.ts';
import { isInside, type Table, tablesOf } from './tables.ts';

export async function* extractPdf(path: string): AsyncIterable<Piece> {
  const pdf = await openPdf(path);
  const { OPS } = await getResolvedPDFJS();
  const sizes = new FontSizes();
  for (let number = 1; number <= pdf.numPages; number += 1) yield* await pagePieces(pdf, number, sizes, OPS);
  await pdf.loadingTask.destroy();
}

async function pagePieces(pdf: Pdf, number: number, sizes: FontSizes, operators: Operators): Promise<Piece[]> {
  try {
    const page = await pdf.getPage(number);
    const items = (await page.getTextContent()).items.filter((item): item is TextItem => 'str' in item);
    const pieces = items.every(isUpright) ? await layOut(page, items, sizes, operators) : [plainText(items)];
    page.cleanup();
    return [...pieces, '\n\n'];
  } catch (error) {
    throw invalid(`Page ${number} of the PDF cannot be read.`, error);
  }
}

/** Returns true for horizontal text from left to right. Only for such text do positions tell the reading order. */
function isUpright({ dir, transform: [a, b, c, d] }: TextItem): boolean {
  return dir === 'ltr' && b === 0 && c === 0 && a > 0 && d > 0;
}

/** Returns the text in the order in which the page draws it. */
function plainText(items: readonly TextItem[]): string {
  return items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
}

async function layOut(
  page: Page,
  items: readonly TextItem[],
  sizes: FontSizes,
  operators: Operators,
): Promise<Piece[]> {
  const runs = runsOf(items);
  sizes.count(runs);
  // Reading the drawing operations takes as long as reading the text. So a page without two texts on a line, which has
  // no table, is skipped.
  const hasCells = linesOf(runs).filter((line) => line.length > 1).length > 1;
  const tables = hasCells ? tablesOf(await page.getOperatorList(), operators, runs) : [];
  const free = runs.filter((run) => !tables.some((table) => isInside(run, table)));
  // The reading order treats a table as one text of its size.
  const places = tables.map((table): Run & { table: Table } => ({
    ...table,
    text: '',
    size: table.top - table.bottom,
    table,
  }));
  return readingOrder([...free, ...places]).flatMap((group) => piecesOf(group, sizes));
}

function piecesOf(group: readonly (Run & { table?: Table })[], sizes: FontSizes): Piece[] {
  const tables = group.flatMap(({ table }) => table ?? []).toSorted((a, b) => b.top - a.top);
  const pieces: Piece[] = [];
  let lines: Run[][] = [];
  const endLines = (): void => {
    pieces.push(...sizes.pieces(lines));
    lines = [];
  };
  for (const line of linesOf(group.filter(({ table }) => table === undefined))) {
    while (tables[0] !== undefined && tables[0].top > (line[0] as Run).top) {
      endLines();
      pieces.push(...rowsOf(tables.shift() as Table));
    }
    lines.push(line);
  }
  endLines();
  return [...pieces, ...tables.flatMap(rowsOf)];
}

function rowsOf({ rows }: Table): Piece[] {
  const table = new TableRows();
  return rows.flatMap((row) => [...row.map((cell) => table.add(cell)), table.end()]);
}
