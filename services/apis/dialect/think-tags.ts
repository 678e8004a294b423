// Splits off reasoning that stands in `<think>…</think>` at the beginning of a text. Servers without a parser for the
// reasoning of their models leave it there.

const opening = '<think>';
const closing = '</think>';

/** A piece of an answer. */
type Piece = ['reasoning' | 'text', string];

export class ThinkTags {
  /** `gap`: between the reasoning and the first letter of the answer. */
  #state: 'before' | 'inside' | 'gap' | 'after' = 'before';
  /** The text that may belong to a tag. */
  #held = '';

  /** Takes the next piece of the text, and returns what is certain. */
  push(text: string): Piece[] {
    if (this.#state === 'after') return [['text', text]];
    this.#held += text;
    if (this.#state === 'before') {
      const begun = this.#held.trimStart();
      if (begun.length < opening.length && opening.startsWith(begun)) return [];
      if (!begun.startsWith(opening)) return this.end();
      this.#state = 'inside';
      this.#held = begun.slice(opening.length).trimStart();
    }
    return this.#state === 'inside' ? this.#inside() : this.#gap();
  }

  /** Returns what was held back. */
  end(): Piece[] {
    const held = this.#held;
    const kind = this.#state === 'inside' ? 'reasoning' : 'text';
    this.#held = '';
    this.#state = 'after';
    return held === '' ? [] : [[kind, held]];
  }

  #inside(): Piece[] {
    const at = this.#held.indexOf(closing);
    if (at === -1) {
      const sure = this.#held.length - lengthOfBegunTag(this.#held);
      const thought = this.#held.slice(0, sure);
      this.#held = this.#held.slice(sure);
      return thought === '' ? [] : [['reasoning', thought]];
    }
    const thought = this.#held.slice(0, at);
    this.#held = this.#held.slice(at + closing.length);
    this.#state = 'gap';
    return [...(thought === '' ? [] : [['reasoning', thought] as Piece]), ...this.#gap()];
  }

  #gap(): Piece[] {
    this.#held = this.#held.trimStart();
    return this.#held === '' ? [] : this.end();
  }
}

/** Returns the number of characters at the end of the text that may begin the closing tag. */
function lengthOfBegunTag(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(closing.slice(0, length))) return length;
  return 0;
}
