// The rows of a sheet, with each cell in its column.

import { invalid } from '../../problem.ts';
import type { Piece } from '../piece.ts';
import { relationsOf } from '../relations.ts';
import { Table } from '../table.ts';
import { readXml } from '../xml.ts';
import type { Package } from '../zip.ts';
import { maxSharedCharacters } from './workbook.ts';

const maxMarks = 200_000;
const maxFormulaCharacters = 10_000;
const hyperlink = /^\s*HYPERLINK\(\s*"([^"]+)"/i;

export interface Cell {
  type: string;
  style: number;
  value: string;
  formula: string;
}

/** The facts behind the rows of a sheet, by the places of cells: the spans of merged cells, and addresses of links. */
export interface Marks {
  spans: Map<string, { columns: number; rows: number }>;
  links: Map<string, string>;
}

/** Yields the rows of a sheet. */
export async function* rowsOf(
  document: Package,
  part: string,
  shown: (cell: Cell) => string,
  { spans, links }: Marks,
): AsyncIterable<Piece> {
  let pieces: Piece[] = [];
  /** The characters of the cells since the last pieces were taken. */
  let characters = 0;
  const table = new Table((piece) => pieces.push(piece));
  let cell: Cell | undefined;
  let reads = false;
  let isFormula = false;
  let isPhonetic = false;
  /** The place of the open row and cell: those without a position take the next one. */
  let row = 0;
  let column = 0;
  const parts = readXml(document.part(part), {
    open(name, attributes) {
      const { r: place = '', t: type = 'n', s: style = '0' } = attributes;
      if (name === 'row') {
        row = Number(place) || row + 1;
        column = -1;
        table.goTo(row);
      }
      if (name === 'c') {
        cell = { type, style: Number(style), value: '', formula: '' };
        column = columnOf(place) ?? column + 1;
      }
      if (name === 'rPh') isPhonetic = true;
      isFormula = name === 'f';
      reads = cell !== undefined && !isPhonetic && (name === 'v' || name === 't');
    },
    text(data) {
      if (reads && cell !== undefined) cell.value += data;
      if (isFormula && cell !== undefined && cell.formula.length < maxFormulaCharacters) cell.formula += data;
    },
    close(name) {
      reads = false;
      isFormula = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'row') table.endRow();
      if (name !== 'c' || cell === undefined) return;
      const place = `${column},${row}`;
      const text = linked(shown(cell), links.get(place) ?? hyperlink.exec(cell.formula)?.[1]);
      characters += text.length;
      checkCharacters(characters);
      table.add({ text, column, ...spans.get(place) });
      cell = undefined;
    },
  });
  for await (const _part of parts) {
    yield* pieces;
    pieces = [];
    characters = 0;
  }
  table.end();
  yield* pieces;
}

function linked(text: string, address: string | undefined): string {
  return address === undefined || text.includes(address) ? text : `${text} (${address})`;
}

/** Throws if a text is too long: cells that show the same long string unfold a small file to a huge text. */
function checkCharacters(characters: number): void {
  if (characters > maxSharedCharacters) throw invalid('The file has too much text to be read. Split the file.');
}

/** Reads the merged ranges and the links of a sheet, which stand behind its rows. */
export async function marksOf(document: Package, part: string): Promise<Marks> {
  const marks: Marks = { spans: new Map(), links: new Map() };
  if (!(await hasMarks(document.part(part)))) return marks;
  const targets = new Map((await relationsOf(document, part)).map(({ id, target }) => [id, target]));
  const pieces = readXml(document.part(part), {
    open(name, { ref = '', 'r:id': id = '' }) {
      if (name !== 'mergeCell' && name !== 'hyperlink') return;
      const [first = '', last = first] = ref.split(':');
      const [column, row] = [columnOf(first), rowOf(first)];
      if (column === undefined || marks.links.size + marks.spans.size > maxMarks) return;
      const place = `${column},${row}`;
      const target = targets.get(id);
      if (name === 'hyperlink' && target !== undefined) marks.links.set(place, target);
      if (name === 'mergeCell')
        marks.spans.set(place, { columns: (columnOf(last) ?? column) - column + 1, rows: rowOf(last) - row + 1 });
    },
  });
  for await (const _piece of pieces);
  return marks;
}

/** Parsing the rows of a large sheet twice takes seconds, and most sheets have no marks. */
async function hasMarks(part: AsyncIterable<Buffer>): Promise<boolean> {
  const longest = 'hyperlink'.length;
  let rest = '';
  for await (const bytes of part) {
    // Without the zero bytes of UTF-16.
    const text = rest + bytes.toString('latin1').replaceAll('\0', '');
    if (text.includes('mergeCell') || text.includes('hyperlink')) return true;
    rest = text.slice(-longest);
  }
  return false;
}

/** Returns the column of a cell such as `C7`, from 0; undefined if there is none. */
function columnOf(place: string): number | undefined {
  const letters = /^\$?([A-Z]{1,3})\$?\d+$/.exec(place)?.[1];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => 26 * sum + (letter.codePointAt(0) as number) - 64, 0) - 1;
}

function rowOf(place: string): number {
  return Number(/\d+$/.exec(place)?.[0] ?? 0);
}
