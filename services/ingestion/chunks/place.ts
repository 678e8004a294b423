// The place of a text in its document: the headings above it, and the table that it is in. A chunk that begins at a place
// begins with its context: a line with the headings, and the names of the table's columns.

import { segmentsOf, tokensIn } from './tokens.ts';

export interface ChunkContext {
  text: string;
  tokens: number;
}

const maxPathShare = 1 / 4;
/** So that a row has as much room as the names of its columns. */
const maxHeaderShare = 1 / 2;

export class Place {
  readonly #headings: readonly string[];
  readonly #tableHeader: string;
  #context: ChunkContext | undefined;

  /**
   * @param headings from the highest level down.
   * @param tableHeader lines of Markdown; empty outside of tables.
   */
  constructor(headings: readonly string[], tableHeader = '') {
    this.#headings = headings;
    this.#tableHeader = tableHeader;
  }

  /** Returns the context of a chunk of at most so many tokens. */
  context(maxTokens: number): ChunkContext {
    this.#context ??= this.#contextFor(maxTokens);
    return this.#context;
  }

  #contextFor(maxTokens: number): ChunkContext {
    const path = pathWithin(this.#headings, maxTokens * maxPathShare);
    const headerTokens = tokensIn(this.#tableHeader);
    const header = headerTokens > maxTokens * maxHeaderShare ? '' : this.#tableHeader;
    const text = path + header;
    return { text, tokens: tokensIn(text) };
  }
}

/** Returns the line of the headings without so many of its first words as do not fit. */
function pathWithin(headings: readonly string[], maxTokens: number): string {
  if (headings.length === 0) return '';
  const segments = segmentsOf(`${headings.join(' > ')}\n`);
  let tokens = 0;
  let first = segments.length;
  while (first > 0) {
    tokens += tokensIn(segments[first - 1] as string);
    if (tokens > maxTokens) break;
    first -= 1;
  }
  return segments.slice(first).join('').trimStart();
}
