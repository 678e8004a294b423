// Compares a text with chunks that an older chunker may have made of it: they begin elsewhere, overlap by another
// length, and have other contexts. White space counts only as the end of a word.

const maxContextLines = 4;
/** More headings than this are not kept in memory: the text counts as another one. */
const maxNames = 20_000;
/** The chunker shortens longer headings. */
const maxHeadingCharacters = 200;

/**
 * Returns true if the chunks, in order, hold all of the text and nothing else. A chunk may begin with the headings and
 * the names of columns that stand above it.
 * @param parts the text, in parts that may end anywhere. They are closed, so that their reader is free again.
 */
export async function holdText(chunks: AsyncIterable<string>, parts: AsyncGenerator<string>): Promise<boolean> {
  const text = new TextWindow(parts);
  let maxAbove = 0;
  try {
    for await (const chunk of chunks) {
      if (!(await text.passChunk(chunk.split('\n'), maxAbove))) return false;
      maxAbove = maxContextLines;
    }
    return await text.isAtEnd();
  } finally {
    await parts.return(undefined);
  }
}

/** The part of a text around the end of what was found so far, as one line. */
class TextWindow {
  readonly #parts: AsyncIterator<string>;
  #text = '';
  /** The end of what was found, in `#text`. */
  #end = 0;
  /** The last line of what was read, which may go on. */
  #line = '';
  #lineBefore = '';
  readonly #names = new Set<string>();
  #isDone = false;

  constructor(parts: AsyncIterator<string>) {
    this.#parts = parts;
  }

  /** Passes a chunk with at most so many lines of context. */
  async passChunk(lines: readonly string[], maxAbove: number): Promise<boolean> {
    for (let above = 0; above <= maxAbove && above < lines.length; above += 1) {
      const body = oneLine(lines.slice(above).join('\n'));
      await this.#read(body.length);
      if (lines.slice(0, above).every((line) => this.#hasAbove(oneLine(line))) && this.#pass(body)) return true;
    }
    return false;
  }

  async isAtEnd(): Promise<boolean> {
    await this.#read(1);
    return this.#isDone && this.#text.slice(this.#end).trim() === '';
  }

  /** Reads so far that a text of this length can follow. Keeps as much of what was found. */
  async #read(length: number): Promise<void> {
    while (!this.#isDone && this.#text.length < this.#end + length + 1) {
      const { value, done } = await this.#parts.next();
      this.#isDone = done === true || this.#names.size > maxNames;
      if (done === true) return;
      this.#note(value);
      const part = value.replaceAll(/\s+/g, ' ');
      this.#text += this.#text.endsWith(' ') ? part.trimStart() : part;
    }
    const passed = this.#end - length;
    if (passed <= this.#text.length / 2) return;
    this.#text = this.#text.slice(passed);
    this.#end = length;
  }

  /** Returns true if a line of context has only names that were read. */
  #hasAbove(line: string): boolean {
    const names = line.startsWith('|') ? [line] : namesIn(line);
    return names.every((name) => this.#names.has(name));
  }

  /** Finds a text that begins where the last one ended, or before, and passes it. */
  #pass(body: string): boolean {
    const from = Math.max(0, this.#end - body.length);
    const gap = this.#text[this.#end] === ' ' ? 1 : 0;
    const at = lastMatch(this.#text.slice(from, this.#end + gap + body.length), body);
    if (at === undefined) return false;
    this.#end = Math.max(this.#end, from + at + body.length);
    return true;
  }

  /** Keeps the headings and the names of columns. */
  #note(part: string): void {
    const lines = (this.#line + part).split('\n');
    this.#line = lines.pop() as string;
    for (const one of lines) {
      const line = oneLine(one);
      if (line.startsWith('#')) for (const name of namesIn(line.replace(/^#+ /, ''))) this.#names.add(name);
      if (line.startsWith('| ---')) this.#names.add(this.#lineBefore).add(line);
      this.#lineBefore = line;
    }
  }
}

function namesIn(line: string): string[] {
  return line.split(' > ').map((name) => name.slice(0, maxHeadingCharacters));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the last place of a text within another, in linear time whatever repeats in them (Knuth, Morris, Pratt). */
function lastMatch(text: string, wanted: string): number | undefined {
  if (wanted === '') return undefined;
  const borders = new Int32Array(wanted.length);
  for (let index = 1, length = 0; index < wanted.length; index += 1) {
    while (length > 0 && wanted[index] !== wanted[length]) length = borders[length - 1] as number;
    if (wanted[index] === wanted[length]) length += 1;
    borders[index] = length;
  }
  let found: number | undefined;
  for (let index = 0, length = 0; index < text.length; index += 1) {
    while (length > 0 && (length === wanted.length || text[index] !== wanted[length]))
      length = borders[length - 1] as number;
    if (text[index] === wanted[length]) length += 1;
    if (length === wanted.length) found = index + 1 - length;
  }
  return found;
}
