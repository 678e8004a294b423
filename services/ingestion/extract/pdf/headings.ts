// Headings of a PDF: lines in a font that is larger than that of most of the text.

import { heading, type Piece } from '../piece.ts';
import { joinedWord, oneLineOf } from './lines.ts';
import { lineText, type Run } from './runs.ts';

/** The minimum size of a heading's font, as a share of the body font's size, and the level of the heading. */
const levels: [share: number, level: number][] = [
  [1.7, 1],
  [1.4, 2],
  [1.15, 3],
];
/** More text is a paragraph in a larger font. */
const maxCharacters = 200;
/** The lines of one heading are at most so far apart, as a share of the font's height. */
const maxLeading = 1.6;

/** The sizes of a document's fonts, as far as the document was read. */
export class FontSizes {
  /** The number of characters by the font's height in half points. */
  readonly #characters = new Map<number, number>();

  count(runs: readonly Run[]): void {
    for (const { size, text } of runs) {
      const key = Math.round(size * 2);
      this.#characters.set(key, (this.#characters.get(key) ?? 0) + text.length);
    }
  }

  /**
   * Returns the lines as text and headings.
   * @param compounds words that the text writes with a hyphen.
   */
  pieces(lines: readonly Run[][], compounds: ReadonlySet<string>): Piece[] {
    const pieces: Piece[] = [];
    const body = this.#body();
    let open: { level: number; text: string; last: Run } | undefined;
    /** The last line of text; '' behind a heading. */
    let before = '';
    const endHeading = (): void => {
      if (open !== undefined)
        pieces.push(open.text.length > maxCharacters ? `${open.text}\n` : heading(open.level, open.text));
      open = undefined;
    };
    for (const line of lines) {
      const [first] = line as [Run];
      const texts = line.filter(({ mark }) => mark === undefined);
      const level = texts.length === 0 ? 0 : levelOf(Math.min(...texts.map(({ size }) => size)) / body);
      const isNext = open?.level === level && open.last.bottom - first.bottom < first.size * maxLeading;
      if (!isNext) endHeading();
      const text = lineText(line);
      if (level > 0) open = { level, text: open === undefined ? text : oneLineOf([open.text, text]), last: first };
      else {
        const joined = joinedWord(before, text, compounds);
        if (joined !== undefined) pieces.pop();
        before = joined ?? text;
        pieces.push(`${before}\n`);
      }
      if (level > 0) before = '';
    }
    endHeading();
    return pieces;
  }

  /** Returns the height of the font that most of the text has. */
  #body(): number {
    let body = 0;
    for (const [size, count] of this.#characters) if (count > (this.#characters.get(body) ?? 0)) body = size;
    return Math.max(body, 1) / 2;
  }
}

function levelOf(share: number): number {
  return levels.find(([least]) => share >= least)?.[1] ?? 0;
}
