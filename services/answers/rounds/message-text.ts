// One text of a message without the citation markers, and its annotations. Offsets in a text count Unicode characters,
// as in the public API.

import { MarkerReader } from './citations.ts';
import type { Sources } from './sources.ts';

/** A piece of the text, or an annotation at the end of the text so far. */
export type TextPiece = { text: string } | { annotation: object; index: number };

export class MessageText {
  readonly #sources: Sources;
  readonly #reader = new MarkerReader();
  readonly #annotations: object[] = [];
  /** The annotations, to add each once. */
  readonly #known = new Set<string>();
  /** The offsets and lengths of the markers in the model's text. */
  readonly #markers: { at: number; length: number }[] = [];
  #text = '';
  /** True once a piece has come: the reader may hold all of it back. */
  #hasBegun = false;
  /** The lengths of the model's text and of the caller's text. */
  #given = 0;
  #shown = 0;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The text without markers. */
  get text(): string {
    return this.#text;
  }

  get annotations(): readonly object[] {
    return this.#annotations;
  }

  /** Takes the next piece of the model's text. Returns what the caller may see now. */
  push(piece: string): TextPiece[] {
    this.#hasBegun = true;
    return this.#take(this.#reader.push(piece));
  }

  /** Ends the text. `whole` is the whole text, in case that it was not sent in pieces. */
  end(whole: unknown): TextPiece[] {
    const missing = !this.#hasBegun && typeof whole === 'string' ? this.push(whole) : [];
    return [...missing, ...this.#take(this.#reader.end())];
  }

  /**
   * Adds an annotation of the model's server, such as that of a web page. Its offsets are reduced by the lengths of the
   * markers that were removed before it. Returns nothing if the annotation was added before.
   */
  annotate(given: unknown): TextPiece[] {
    if (typeof given !== 'object' || given === null) return [];
    const places = ['index', 'start_index', 'end_index'].flatMap((name) => {
      const place = (given as Record<string, unknown>)[name];
      return typeof place === 'number' ? [[name, place - this.#removedBefore(place)]] : [];
    });
    return this.#add({ ...given, ...Object.fromEntries(places) });
  }

  #take(pieces: ReturnType<MarkerReader['push']>): TextPiece[] {
    return pieces.flatMap((piece): TextPiece[] => {
      if (typeof piece === 'string') {
        const length = countCharacters(piece);
        this.#text += piece;
        this.#given += length;
        this.#shown += length;
        return [{ text: piece }];
      }
      this.#markers.push({ at: this.#given, length: piece.length });
      this.#given += piece.length;
      return piece.numbers.flatMap((number) => this.#cite(number));
    });
  }

  /** Adds the citation of a file. A number that no search result had is dropped. */
  #cite(number: number): TextPiece[] {
    const source = this.#sources.find(number);
    if (source === undefined) return [];
    const { fileId, filename } = source;
    return this.#add({ type: 'file_citation', file_id: fileId, filename, index: this.#shown });
  }

  #add(annotation: object): TextPiece[] {
    const key = JSON.stringify(annotation);
    if (this.#known.has(key)) return [];
    this.#known.add(key);
    this.#annotations.push(annotation);
    return [{ annotation, index: this.#annotations.length - 1 }];
  }

  #removedBefore(place: number): number {
    return this.#markers.reduce((sum, { at, length }) => sum + Math.min(Math.max(place - at, 0), length), 0);
  }
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
