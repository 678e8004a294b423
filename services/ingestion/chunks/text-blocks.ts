// Divides a stream of text into blocks: paragraphs, which end at an empty line, and code blocks within fences. A block
// keeps the line breaks in front of it, and blocks follow each other without a gap.
//
// Texts arrive in parts that may end anywhere. Every character is looked at a fixed number of times, and a block has a
// maximum size, so that a text of one line or without an empty line takes linear time and bounded memory.

import { lastSentenceEnd } from './divisions.ts';

export interface TextBlock {
  kind: 'paragraph' | 'code';
  text: string;
}

/** More characters than the largest chunk of prose has. */
const maxBlockCharacters = 64 * 1024;
/** A part of a longer block ends within this many characters of its end. */
const searchedCharacters = 8 * 1024;
const fencePattern = /^ {0,3}(`{3,}[^`]*|~{3,}.*)$/;

export class TextBlocks {
  /** The whole lines of the open block, with the line break before each. */
  #block = '';
  /** The line that has no end yet. */
  #line = '';
  /** The mark that closes the open code block. */
  #fence: string | undefined;
  /** The line breaks before the next line. */
  #breaks = '';

  /** Adds text, and yields the blocks that it completes. */
  *push(text: string): Generator<TextBlock> {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      yield* this.#endLine(text.slice(from, end));
      from = end + 1;
    }
    this.#line += text.slice(from);
    if (this.#line.length > maxBlockCharacters) {
      this.#block += this.#breaks + this.#line;
      this.#breaks = '';
      this.#line = '';
      yield* this.#shorten();
    }
  }

  /** Ends the line and the block. The text that follows begins a new line. */
  *end(): Generator<TextBlock> {
    if (this.#line !== '') yield* this.#endLine('');
    yield* this.#endBlock();
    this.#fence = undefined;
    this.#breaks = '\n';
  }

  *#endLine(rest: string): Generator<TextBlock> {
    const line = (this.#line + rest).trimEnd();
    this.#line = '';
    if (this.#fence === undefined) {
      const mark = fencePattern.exec(line)?.[1];
      if (mark !== undefined) yield* this.#endBlock();
      if (line === '') {
        yield* this.#endBlock();
        // One empty line is as good as many.
        this.#breaks = this.#breaks === '' ? '\n' : '\n\n';
        return;
      }
      this.#fence = mark?.slice(0, 3);
      this.#addLine(line);
    } else {
      this.#addLine(line);
      if (isClosing(line, this.#fence)) {
        yield* this.#endBlock();
        this.#fence = undefined;
      }
    }
    if (this.#block.length > maxBlockCharacters) yield* this.#shorten();
  }

  #addLine(line: string): void {
    this.#block += this.#breaks + line;
    this.#breaks = '\n';
  }

  *#endBlock(): Generator<TextBlock> {
    if (this.#block.trim() !== '') yield { kind: this.#kind, text: this.#block };
    this.#block = '';
  }

  get #kind(): TextBlock['kind'] {
    return this.#fence === undefined ? 'paragraph' : 'code';
  }

  /** Yields a block that is too long up to its last good end. */
  *#shorten(): Generator<TextBlock> {
    const end = goodEnd(this.#block, this.#kind);
    const text = this.#block.slice(0, end);
    if (text.trim() !== '') yield { kind: this.#kind, text };
    this.#block = this.#block.slice(end);
  }
}

function isClosing(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.startsWith(fence) && mark === mark.charAt(0).repeat(mark.length);
}

/** Returns where to end a part: behind a sentence of prose, else before a line, else before a word, else at the end. */
function goodEnd(text: string, kind: TextBlock['kind']): number {
  const from = text.length - searchedCharacters;
  const tail = text.slice(from);
  const ends = [kind === 'code' ? 0 : lastSentenceEnd(tail), tail.lastIndexOf('\n'), tail.search(/\s\S*$/)];
  const end = ends.find((at) => at > 0);
  return end === undefined ? text.length : from + end;
}
