// The parts that the sheets of a workbook share: strings, formats and the epoch of dates.

import { invalid } from '../../problem.ts';
import { relatedParts } from '../relations.ts';
import { readAside, readXml } from '../xml.ts';
import type { Package } from '../zip.ts';

export const maxSharedCharacters = 64 * 1024 ** 2;
/** The formats that files name by number only. */
const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  49: '@',
};

/** Returns the part that is related to the workbook in this way, or else the one of the usual name. */
async function partOf(document: Package, workbook: string, type: string, usual: string): Promise<string | undefined> {
  const [part] = await relatedParts(document, workbook, type);
  return part ?? document.names.find((name) => name === usual);
}

/** Returns a text with the characters that workbooks write as `_x000D_`. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([\dA-F]{4})_/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}

/** Returns true if the workbook counts its days from 1904, as those of old Macs do. */
export async function isSince1904(document: Package, workbook: string): Promise<boolean> {
  let is = false;
  const pieces = readXml(document.part(workbook), {
    open(name, { date1904 = '' }) {
      if (name === 'workbookPr') is = date1904 === '1' || date1904 === 'true';
    },
  });
  for await (const _piece of pieces);
  return is;
}

export async function sharedStrings(document: Package, workbook: string): Promise<string[]> {
  const part = await partOf(document, workbook, 'sharedStrings', 'xl/sharedStrings.xml');
  const strings: string[] = [];
  if (part === undefined) return strings;
  let text = '';
  let total = 0;
  let reads = false;
  // Phonetic readings are not part of the cell's text.
  let isPhonetic = false;
  const pieces = readXml(document.part(part), {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      reads = name === 't' && !isPhonetic;
    },
    text(data) {
      if (!reads) return;
      text += data;
      total += data.length;
      if (total > maxSharedCharacters) throw invalid('The workbook has too much text.');
    },
    close(name) {
      reads = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') strings.push(unescaped(text));
    },
  });
  for await (const _piece of pieces);
  return strings;
}

/** Returns the number format of each cell style. */
export async function cellFormats(document: Package, workbook: string): Promise<string[]> {
  const part = await partOf(document, workbook, 'styles', 'xl/styles.xml');
  const styles: string[] = [];
  if (part === undefined) return styles;
  const custom = new Map<number, string>();
  let inCellStyles = false;
  const pieces = readXml(document.part(part), {
    open(name, attributes) {
      const id = Number(attributes.numFmtId ?? 0);
      if (name === 'numFmt') custom.set(id, attributes.formatCode ?? '');
      if (name === 'cellXfs') inCellStyles = true;
      if (name === 'xf' && inCellStyles) styles.push(custom.get(id) ?? builtIn[id] ?? 'General');
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });
  await readAside(pieces);
  return styles;
}
