// The pieces of a document's text, in reading order. Headings and the rows of tables are told apart from other text, so
// that a chunk can name its headings, and no row is cut.

/** `''` has no meaning: extractors may yield it. */
export type Piece = string | Heading | Row;

export interface Heading {
  type: 'heading';
  /** 1 is the highest. */
  level: number;
  text: string;
}

export interface Row {
  type: 'row';
  cells: string[];
  /** The first row of its table. It is taken as the table's header. */
  isFirst: boolean;
  /** A row of the header: the first one, and rows behind it that name columns too. */
  isHeader: boolean;
}

/** A longer row is running text that a page puts into a table. */
export const maxRowCharacters = 20_000;

/** Returns a heading; nothing if its text is empty. */
export function heading(level: number, text: string): Piece {
  const line = oneLine(text);
  return line === '' ? '' : { type: 'heading', level, text: line };
}

/** Returns the row in Markdown, with the line that separates a header from the rows. */
export function markdownRow({ cells, isFirst }: Row): string {
  const line = (texts: string[]): string => `| ${texts.join(' | ')} |\n`;
  const text = line(cells.map((cell) => cell.replaceAll('|', '\\|')));
  return isFirst ? text + line(cells.map(() => '---')) : text;
}

/** Returns the text with its white space as single blanks. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the sentence that stands in the text for a part that the document names and does not have. */
export function missingPart(name: string): string {
  return `[The part ${name} of the document is missing.]\n`;
}
