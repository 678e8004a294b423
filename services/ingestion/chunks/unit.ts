// A unit of a document's text that a chunk takes as a whole, or else divides: into list items, sentences, lines, words.

import { charactersOf, isListItem, itemsOf, linesOf, sentencesOf, wordsOf } from './divisions.ts';
import type { Place } from './place.ts';
import { tokensIn } from './tokens.ts';

type Division = (text: string) => string[];

/** The ways to divide each kind of text, coarsest first. */
const divisions = {
  paragraph: [itemsOf, sentencesOf, linesOf, wordsOf, charactersOf],
  code: [linesOf, wordsOf, charactersOf],
  row: [wordsOf, charactersOf],
  /** The names of a table's columns. */
  header: [wordsOf, charactersOf],
  heading: [wordsOf, charactersOf],
} satisfies Record<string, Division[]>;

export type UnitKind = keyof typeof divisions;

export class Unit {
  readonly text: string;
  readonly tokens: number;
  readonly place: Place;
  /** The unit belongs to the text behind it: no chunk ends with it. */
  readonly isBound: boolean;
  /** The unit is divided only if no chunk has room for it. A paragraph is divided rather than to leave a chunk empty. */
  readonly isWhole: boolean;
  readonly #divisions: readonly Division[];

  private constructor(text: string, place: Place, isBound: boolean, isWhole: boolean, ways: readonly Division[]) {
    this.text = text;
    this.tokens = tokensIn(text);
    this.place = place;
    this.isBound = isBound;
    this.isWhole = isWhole;
    this.#divisions = ways;
  }

  /** Returns a text of a kind with the white space before it. */
  static of(kind: UnitKind, text: string, place: Place): Unit {
    const isBound = kind === 'heading' || kind === 'header';
    return new Unit(text, place, isBound, kind !== 'paragraph', divisions[kind]);
  }

  /** Returns the parts of the coarsest division that divides the unit; none for a single character. */
  parts(): Unit[] {
    for (const [index, divide] of this.#divisions.entries()) {
      const texts = divide(this.text);
      if (texts.length === 1) continue;
      const rest = this.#divisions.slice(index + 1);
      return texts.map((text) => new Unit(text, this.place, false, divide !== itemsOf || isListItem(text), rest));
    }
    return [];
  }

  /** Returns the sentences of a paragraph or of its part, and any other unit itself. */
  sentences(): Unit[] {
    if (!this.#divisions.includes(sentencesOf)) return [this];
    const parts = this.parts();
    return this.#divisions.includes(itemsOf) || parts.length === 1 ? parts.flatMap((part) => part.sentences()) : parts;
  }
}
