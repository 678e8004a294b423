// Extracts workbooks: the name of each sheet as a heading, its rows as a table, and the comments and charts of the sheet.

import { heading, missingPart, type Piece } from '../piece.ts';
import type { Package } from '../zip.ts';
import { commentPieces, drawingPieces, hasDrawing } from './drawings.ts';
import { sheetsOf } from './list.ts';
import { shownNumber } from './numbers.ts';
import { type Cell, marksOf, rowsOf } from './rows.ts';
import { cellFormats, isSince1904, sharedStrings, unescaped } from './workbook.ts';

/** @param workbook the main part. */
export async function* extractSheets(document: Package, workbook: string): AsyncIterable<Piece> {
  const strings = await sharedStrings(document, workbook);
  const shown = cellFormatter(await cellFormats(document, workbook), await isSince1904(document, workbook), strings);
  for (const { name, part, isChart } of await sheetsOf(document, workbook)) {
    // A chart of its own without texts has nothing to stand under its name.
    if (!isChart || (await hasDrawing(document, part))) yield heading(1, name);
    if (document.find(part) === undefined) {
      yield missingPart(part);
      continue;
    }
    if (!isChart) yield* rowsOf(document, part, shown, await marksOf(document, part));
    yield* commentPieces(document, part);
    yield* drawingPieces(document, part);
    yield '\n';
  }
}

/** Returns the function that makes the text of a cell as a person sees it. */
function cellFormatter(formats: string[], since1904: boolean, strings: string[]): (cell: Cell) => string {
  return ({ type, style, value }) => {
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    const number = Number(value);
    if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' ');
    if (type !== 'n' || value === '' || !Number.isFinite(number)) return unescaped(value);
    return shownNumber(number, formats[style] ?? 'General', since1904);
  };
}
