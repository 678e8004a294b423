// Extracts workbooks: the name of each sheet as a heading, then its rows as a table. A date is stored as a number of
// days, and only its cell format shows that it is a date.

import { join } from 'node:path/posix';
import { invalid } from '../problem.ts';
import { heading, type Piece, TableRows } from './piece.ts';
import { readXml } from './xml.ts';
import type { Package } from './zip.ts';

const maxSharedCharacters = 64 * 1024 ** 2;
/** Day 0 of workbook dates, in Unix milliseconds. */
const dayZeroMs = Date.UTC(1899, 11, 30);
const msPerDay = 86_400_000;
/** The built-in formats 14-22 and 45-47 are dates and times. Custom formats are recognized by their letters. */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

export async function* extractSheets(document: Package): AsyncIterable<Piece> {
  const strings = await sharedStrings(document);
  const isDate = await dateStyles(document);
  for (const { name, part } of await sheetsOf(document)) {
    yield heading(1, name);
    yield* rowsOf(document, part, strings, isDate);
    yield '\n';
  }
}

async function* rowsOf(document: Package, part: string, strings: string[], isDate: boolean[]): AsyncIterable<Piece> {
  let pieces: Piece[] = [];
  /** The characters of `pieces`. */
  let characters = 0;
  const rows = new TableRows();
  let cell: { type: string; style: number; value: string } | undefined;
  let reads = false;
  let isPhonetic = false;
  const parts = readXml(document.part(part), {
    open(name, { t: type = 'n', s: style = '0' }) {
      if (name === 'c') cell = { type, style: Number(style), value: '' };
      if (name === 'rPh') isPhonetic = true;
      reads = cell !== undefined && !isPhonetic && (name === 'v' || name === 't');
    },
    text(data) {
      if (reads && cell !== undefined) cell.value += data;
    },
    close(name) {
      reads = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'row') pieces.push(rows.end());
      if (name !== 'c' || cell === undefined) return;
      const text = shown(cell, strings, isDate);
      characters += text.length;
      // Cells that show the same long string unfold a small file to a huge text.
      if (characters > maxSharedCharacters) throw invalid('The file has too much text to be read. Split the file.');
      pieces.push(rows.add(text));
      cell = undefined;
    },
  });
  for await (const _part of parts) {
    yield* pieces;
    pieces = [];
    characters = 0;
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
      if (name === 'si') strings.push(text);
    },
  });
  for await (const _piece of pieces);
  return strings;
}

/** Returns for each cell style whether it formats numbers as dates. */
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

/** Returns true if the format has date letters outside of quoted texts, colours and conditions. */
function isDateFormat(code: string): boolean {
  return /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}

interface Sheet {
  name: string;
  part: string;
}

/** Returns the worksheets in tab order. The list also names other sheets, such as charts, which are skipped. */
async function sheetsOf(document: Package): Promise<Sheet[]> {
  const [listed, parts] = [await listedSheets(document), await worksheetParts(document)];
  const sheets = listed.flatMap(({ name, relation }) => {
    const part = parts.get(relation);
    // Reads each part once, even if the list names it twice.
    if (part === undefined || !parts.delete(relation)) return [];
    return document.names.includes(part) ? [{ name, part }] : [];
  });
  return sheets.length > 0 ? sheets : numberedSheets(document, listed);
}

/** Some programs write no relations. Then the part numbers follow the order of the names. */
function numberedSheets(document: Package, listed: { name: string }[]): Sheet[] {
  return document.names
    .map((part) => ({ part, number: Number(/^xl\/worksheets\/sheet(\d+)\.xml$/.exec(part)?.[1] ?? 0) }))
    .filter(({ number }) => number > 0)
    .sort((a, b) => a.number - b.number)
    .map(({ part, number }, index) => ({ name: listed[index]?.name ?? `Sheet ${number}`, part }));
}

async function listedSheets(document: Package): Promise<{ name: string; relation: string }[]> {
  const listed: { name: string; relation: string }[] = [];
  const pieces = readXml(document.part('xl/workbook.xml'), {
    open(element, attributes) {
      if (element !== 'sheet') return;
      // The prefix may vary; usually it is `r:id`.
      const [, relation = ''] = Object.entries(attributes).find(([name]) => name.endsWith(':id')) ?? [];
      listed.push({ name: attributes.name ?? '', relation });
    },
  });
  for await (const _piece of pieces);
  return listed;
}

/** Returns the part of each worksheet by the id of its relation to the workbook. */
async function worksheetParts(document: Package): Promise<Map<string, string>> {
  const relations = 'xl/_rels/workbook.xml.rels';
  const parts = new Map<string, string>();
  if (!document.names.includes(relations)) return parts;
  const pieces = readXml(document.part(relations), {
    open(element, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (element !== 'Relationship' || !type.endsWith('/worksheet')) return;
      parts.set(id, target.startsWith('/') ? target.slice(1) : join('xl', target));
    },
  });
  for await (const _piece of pieces);
  return parts;
}
