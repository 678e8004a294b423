// Cuts RTF into its tokens: groups, control words, control symbols and text.

export type Token =
  | { type: 'open' }
  | { type: 'close' }
  /** A word such as `\u8364`. */
  | { type: 'word'; name: string; value: number | undefined }
  /** Bytes of text, in the current encoding. */
  | { type: 'bytes'; bytes: string };

/** A control word, and what may follow it, is shorter. */
const longestToken = 64;
const token = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([\da-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gy;

export class Tokens {
  #rest = '';
  /** The bytes of a picture or an object that follow, which are no text. */
  #binary = 0;

  /** Yields the tokens of the next characters, each a byte. A token that may go on waits for the next ones. */
  *push(text: string, isLast: boolean): Generator<Token> {
    this.#rest += text;
    const end = isLast ? this.#rest.length : Math.max(0, this.#rest.length - longestToken);
    let at = 0;
    while (at < end) {
      if (this.#binary > 0) {
        const skipped = Math.min(this.#binary, this.#rest.length - at);
        this.#binary -= skipped;
        at += skipped;
        continue;
      }
      token.lastIndex = at;
      const match = token.exec(this.#rest);
      if (match === null) break;
      at = token.lastIndex;
      const found = tokenOf(match);
      if (found?.type === 'word' && found.name === 'bin') this.#binary = Math.max(0, found.value ?? 0);
      else if (found !== undefined) yield found;
    }
    this.#rest = this.#rest.slice(at);
  }
}

function tokenOf([, name, value, hex, symbol, brace, text]: RegExpExecArray): Token | undefined {
  if (text !== undefined) return { type: 'bytes', bytes: text };
  if (name !== undefined) return { type: 'word', name, value: value === undefined ? undefined : Number(value) };
  if (hex !== undefined) return { type: 'bytes', bytes: String.fromCodePoint(Number.parseInt(hex, 16)) };
  if (brace !== undefined) return { type: brace === '{' ? 'open' : 'close' };
  // The escapes of the characters that RTF itself uses.
  if (symbol === '\\' || symbol === '{' || symbol === '}') return { type: 'bytes', bytes: symbol };
  // Apple's programs end each paragraph so.
  if (symbol === '\n' || symbol === '\r') return { type: 'word', name: 'par', value: undefined };
  return symbol === undefined ? undefined : { type: 'word', name: symbol, value: undefined };
}
