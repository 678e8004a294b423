// Reads tables of text: CSV and its relatives with semicolons, tabs and bars (RFC 4180, and what programs write beside it).
//
// A quoted cell may have delimiters and line breaks. A quote that no quote closes, or that closes in front of other text,
// is a character like others: its cell ends at the next delimiter or line break, so that the rows behind it are not lost.

import type { Piece } from './piece.ts';
import type { Source } from './source.ts';
import { Table } from './table.ts';
import { extractText } from './text/index.ts';

/** The delimiters by preference: a comma may also be a decimal comma. */
const delimiters = ['\t', ';', '|', ','];
const sampleCharacters = 64 * 1024;
const sampleRecords = 200;
/** A longer quoted cell has a broken quote. */
const maxQuotedCharacters = 64 * 1024;
/** A longer record is cut. */
const maxRecordCharacters = 1024 ** 2;
const instruction = /^"?sep=([^"\r\n])"?(?:\r\n?|\n|$)/i;

export async function* extractCsv(source: Source): AsyncIterable<Piece> {
  let pieces: Piece[] = [];
  const table = new Table((piece) => pieces.push(piece));
  let records: Records | undefined;
  let rest = '';
  const read = (isLast: boolean): void => {
    if (records === undefined) {
      const instructed = instruction.exec(rest);
      rest = rest.slice(instructed?.[0].length ?? 0);
      records = new Records(instructed?.[1] ?? sniff(rest, isLast));
    }
    let at = 0;
    for (let record = records.read(rest, at, isLast); record !== undefined; record = records.read(rest, at, isLast)) {
      for (const text of record.cells) table.add({ text });
      table.endRow();
      at = record.end;
    }
    rest = rest.slice(at);
  };
  for await (const text of extractText(source)) {
    rest += text;
    if (rest.length < sampleCharacters) continue;
    read(false);
    yield* pieces;
    pieces = [];
  }
  read(true);
  table.end();
  yield* pieces;
}

/** Returns the delimiter that cuts the most records of the sample into the same number of cells. */
function sniff(text: string, isWhole: boolean): string {
  const sample = text.slice(0, sampleCharacters);
  const isLast = isWhole && sample.length === text.length;
  const votes = delimiters.map((delimiter) => ({
    delimiter,
    count: equalRecords(sample, new Records(delimiter), isLast),
  }));
  return votes.reduce((best, vote) => (vote.count > best.count ? vote : best), { delimiter: ',', count: 0 }).delimiter;
}

/** Returns how many records have the most frequent number of cells above 1. */
function equalRecords(sample: string, records: Records, isLast: boolean): number {
  const counts = new Map<number, number>();
  let at = 0;
  for (let read = 0; read < sampleRecords; read += 1) {
    const record = records.read(sample, at, isLast);
    if (record === undefined) break;
    const cells = record.cells.length;
    if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1);
    at = record.end;
  }
  return Math.max(0, ...counts.values());
}

interface CellEnd {
  text: string;
  end: number;
}

class Records {
  readonly #delimiter: string;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Returns the record at the place, and where it ends; undefined at the end, or if the text ends within the record. */
  read(text: string, start: number, isLast: boolean): { cells: string[]; end: number } | undefined {
    if (start >= text.length) return undefined;
    const isWhole = isLast || text.length - start > maxRecordCharacters;
    const cells: string[] = [];
    let at = start;
    for (;;) {
      const cell = this.#cell(text, at, isWhole);
      if (cell === undefined) return undefined;
      cells.push(cell.text);
      at = cell.end;
      if (text[at] === this.#delimiter) at += 1;
      else if (at < text.length || isWhole) return this.#endOf(text, at, cells, isWhole);
      else return undefined;
    }
  }

  #endOf(text: string, at: number, cells: string[], isWhole: boolean): { cells: string[]; end: number } | undefined {
    if (text[at] !== '\r') return { cells, end: at + 1 };
    // The line feed may come with the next text.
    if (at + 1 === text.length && !isWhole) return undefined;
    return { cells, end: at + (text[at + 1] === '\n' ? 2 : 1) };
  }

  #cell(text: string, start: number, isWhole: boolean): CellEnd | undefined {
    const quote = skipBlanks(text, start);
    if (text[quote] === '"') {
      const quoted = this.#quoted(text, quote + 1, isWhole);
      if (quoted !== 'broken') return quoted;
    }
    let at = start;
    while (at < text.length && !this.#isEnd(text[at] as string)) at += 1;
    return { text: text.slice(start, at), end: at };
  }

  /** Reads a cell behind its quote. Returns undefined if the text ends within it. */
  #quoted(text: string, start: number, isWhole: boolean): CellEnd | 'broken' | undefined {
    let hasEscapes = false;
    for (let from = start; ; ) {
      const at = text.indexOf('"', from);
      const isMissing = at < 0 || at - start > maxQuotedCharacters;
      if (isMissing && (isWhole || text.length - start > maxQuotedCharacters)) return 'broken';
      if (isMissing) return undefined;
      const behind = skipBlanks(text, at + 1);
      if (behind === text.length && !isWhole) return undefined;
      if (behind === text.length || this.#isEnd(text[behind] as string)) {
        const inner = text.slice(start, at).replaceAll('""', '"');
        return { text: hasEscapes ? inner.replaceAll('\\"', '"') : inner, end: behind };
      }
      if (text[at + 1] === '"') from = at + 2;
      else if (text[at - 1] === '\\') from = at + 1;
      else return 'broken';
      hasEscapes ||= text[at - 1] === '\\';
    }
  }

  #isEnd(character: string): boolean {
    return character === this.#delimiter || character === '\n' || character === '\r';
  }
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at += 1;
  return at;
}
