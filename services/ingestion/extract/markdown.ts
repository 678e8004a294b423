// Reads Markdown as text with headings and tables (GitHub Flavored Markdown, sections 4.2, 4.3 and 4.10). Lines in code
// fences and in front matter are text.

import { heading, type Piece } from './piece.ts';
import type { Source } from './source.ts';
import { Table } from './table.ts';
import { extractText } from './text/index.ts';

/** A longer line is neither a heading nor a row. */
const maxLineCharacters = 64 * 1024;

/** A carriage return at the end of the text may be the first half of a line end. */
const lineEnd = /\r?\n|\r(?!$)/;
const fence = /^ {0,3}(```|~~~)/;
const atxHeading = /^ {0,3}(#{1,6})[ \t]+(\S.*?)(?:[ \t]+#+)?[ \t]*$/;
const setextUnderline = /^ {0,3}(=+|-+)[ \t]*$/;
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** Lines that end a paragraph, so that a line of dashes below is no underline of a heading. */
const noParagraph = /^\s*$|^ {0,3}(?:[#>|]|[-*+] |\d+[.)] )/;

export async function* extractMarkdown(source: Source): AsyncIterable<Piece> {
  const lines = new MarkdownLines();
  let rest = '';
  for await (const text of extractText(source)) {
    const parts = (rest + text).split(lineEnd);
    rest = parts.pop() as string;
    for (const line of parts) yield* lines.push(line);
    if (rest.length > maxLineCharacters) {
      yield* lines.push(rest);
      rest = '';
    }
  }
  if (rest !== '') yield* lines.push(rest.replace(/\r$/, ''));
  yield* lines.end();
}

export class MarkdownLines {
  /** The text that is ready, and its last line, which the next line may make a heading or a table's header. */
  #text = '';
  #last: string | undefined;
  /** The mark that ends the lines without structure. */
  #verbatimEnd: string | undefined;
  /** The open table, and its rows that are ready. */
  #table: Table | undefined;
  #rows: Piece[] = [];
  #isFirstLine = true;

  *push(line: string): Generator<Piece> {
    const isFirstLine = this.#isFirstLine;
    this.#isFirstLine = false;
    if (this.#verbatimEnd !== undefined) {
      if (line.trimStart().startsWith(this.#verbatimEnd)) this.#verbatimEnd = undefined;
      return this.#keep(line);
    }
    const verbatim = isFirstLine && line === '---' ? '---' : fence.exec(line)?.[1];
    if (verbatim !== undefined) {
      this.#verbatimEnd = verbatim;
      yield* this.#endTable();
      return this.#keep(line);
    }
    if (this.#table !== undefined && line.includes('|')) {
      yield* this.#addRow(line, this.#table);
      return;
    }
    yield* this.#endTable();
    const last = this.#last ?? '';
    const [, marks, title] = atxHeading.exec(line) ?? [];
    if (marks !== undefined && title !== undefined) {
      yield* this.#takeText();
      yield heading(marks.length, title);
    } else if (last.includes('|') && delimiterRow.test(line) && cellsOf(last).length === cellsOf(line).length) {
      yield this.#text;
      this.#table = new Table((piece) => this.#rows.push(piece));
      yield* this.#addRow(last, this.#table);
      this.#text = '';
      this.#last = undefined;
    } else if (setextUnderline.test(line) && !noParagraph.test(last)) {
      yield this.#text;
      yield heading(line.includes('=') ? 1 : 2, last);
      this.#text = '';
      this.#last = undefined;
    } else {
      this.#keep(line);
      if (this.#text.length > maxLineCharacters) {
        yield this.#text;
        this.#text = '';
      }
    }
  }

  /** Yields the rest. */
  *end(): Generator<Piece> {
    yield* this.#endTable();
    yield* this.#takeText();
  }

  *#addRow(line: string, table: Table): Generator<Piece> {
    for (const text of cellsOf(line)) table.add({ text });
    table.endRow();
    yield* this.#takeRows();
  }

  *#endTable(): Generator<Piece> {
    this.#table?.end();
    this.#table = undefined;
    yield* this.#takeRows();
  }

  *#takeRows(): Generator<Piece> {
    yield* this.#rows;
    this.#rows = [];
  }

  *#takeText(): Generator<Piece> {
    if (this.#last !== undefined) this.#text += `${this.#last}\n`;
    this.#last = undefined;
    yield this.#text;
    this.#text = '';
  }

  #keep(line: string): void {
    if (this.#last !== undefined) this.#text += `${this.#last}\n`;
    this.#last = line;
  }
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
