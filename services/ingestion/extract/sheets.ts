// Workbooks: a line for each row, its cells separated by tabs, under the name of its sheet. A date is stored as a number
// of days whose format says that it is one.

import { invalid } from '../problem.ts';
import { readXml } from './xml.ts';
import type { Package } from './zip.ts';

const maxSharedCharacters = 64 * 1024 ** 2;
/** Day 0 of workbooks, in Unix milliseconds. */
const dayZeroMs = Date.UTC(1899, 11, 30);
const msPerDay = 86_400_000;
/** Formats 14-22 and 45-47 are dates and times by definition; others by the letters in them. */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

export async function* extractSheets(document: Package): AsyncIterable<string> {
  const strings = await sharedStrings(document);
  const isDate = await dateStyles(document);
  const names = await sheetNames(document);
  const sheets = document.names
    .map((name) => Number(/^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1] ?? 0))
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
  for (const [index, number] of sheets.entries()) {
    yield `${names[index] ?? `Sheet ${number}`}\n`;
    yield* rowsOf(document, `xl/worksheets/sheet${number}.xml`, strings, isDate);
    yield '\n';
  }
}

async function* rowsOf(document: Package, part: string, strings: string[], isDate: boolean[]): AsyncIterable<string> {
  let text = '';
  let cell: { type: string; style: number; value: string } | undefined;
  let reads = false;
  const pieces = readXml(document.part(part), {
    open(name, { t: type = 'n', s: style = '0' }) {
      if (name === 'c') cell = { type, style: Number(style), value: '' };
      reads = cell !== undefined && (name === 'v' || name === 't');
    },
    text(data) {
      if (reads && cell !== undefined) cell.value += data;
    },
    close(name) {
      reads = false;
      if (name === 'row') text += '\n';
      if (name !== 'c' || cell === undefined) return;
      text += `${shown(cell, strings, isDate)}\t`;
      cell = undefined;
    },
  });
  for await (const _piece of pieces) {
    yield text;
    text = '';
  }
}

function shown(cell: { type: string; style: number; value: string }, strings: string[], isDate: boolean[]): string {
  if (cell.type === 's') return strings[Number(cell.value)] ?? '';
  if (cell.type === 'b') return cell.value === '1' ? 'TRUE' : 'FALSE';
  const number = Number(cell.value);
  if (cell.type !== 'n' || isDate[cell.style] !== true || cell.value === '' || !(Math.abs(number) < 3_000_000))
    return cell.value;
  const iso = new Date(dayZeroMs + Math.round(number * msPerDay)).toISOString();
  return Number.isInteger(number) ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}

async function sharedStrings(document: Package): Promise<string[]> {
  const part = 'xl/sharedStrings.xml';
  const strings: string[] = [];
  if (!document.names.includes(part)) return strings;
  let text = '';
  let total = 0;
  let reads = false;
  const pieces = readXml(document.part(part), {
    open(name) {
      if (name === 'si') text = '';
      // Phonetic readings are no text of the cell.
      reads = name === 't';
    },
    text(data) {
      if (!reads) return;
      text += data;
      total += data.length;
      if (total > maxSharedCharacters) throw invalid('The workbook has too much text.');
    },
    close(name) {
      reads = false;
      if (name === 'si') strings.push(text);
    },
  });
  for await (const _piece of pieces);
  return strings;
}

/** For each cell style, whether it shows numbers as dates. */
async function dateStyles(document: Package): Promise<boolean[]> {
  const part = 'xl/styles.xml';
  const styles: boolean[] = [];
  if (!document.names.includes(part)) return styles;
  const customDates = new Set<number>();
  let inCellStyles = false;
  const pieces = readXml(document.part(part), {
    open(name, attributes) {
      const id = Number(attributes.numFmtId ?? 0);
      if (name === 'numFmt' && isDateFormat(attributes.formatCode ?? '')) customDates.add(id);
      if (name === 'cellXfs') inCellStyles = true;
      if (name === 'xf' && inCellStyles) styles.push(builtInDates.has(id) || customDates.has(id));
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });
  for await (const _piece of pieces);
  return styles;
}

/** Letters of dates outside of quoted texts, colours and conditions. */
function isDateFormat(code: string): boolean {
  return /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}

async function sheetNames(document: Package): Promise<string[]> {
  const names: string[] = [];
  const pieces = readXml(document.part('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'sheet') names.push(attributes.name ?? '');
    },
  });
  for await (const _piece of pieces);
  return names;
}
