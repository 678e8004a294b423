// Reads the input of a custom tool from the arguments of its function, `{"input": "…"}`, while they arrive.

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const begin = /^\s*\{\s*"input"\s*:\s*"/;

export class CustomInput {
  /** `before`: the text has not begun. `after`: it has ended. */
  #state: 'before' | 'inside' | 'after' = 'before';
  /** The arguments that are not read yet. */
  #held = '';
  /** The first half of a character in two escapes. */
  #half = '';

  /** Takes the next piece of the arguments, and returns the next piece of the input. */
  push(piece: string): string {
    this.#held += piece;
    const found = this.#state === 'before' ? begin.exec(this.#held) : null;
    if (found !== null) {
      this.#state = 'inside';
      this.#held = this.#held.slice(found[0].length);
    }
    return this.#state === 'inside' ? this.#read() : '';
  }

  /** Returns the rest of the input. Arguments of another form are taken as they are. */
  end(): string {
    return this.#state === 'before' ? inputIn(this.#held) : this.#half;
  }

  /** Reads as far as possible: an escape may be cut. Models write escapes that JSON does not know, such as `\d`. */
  #read(): string {
    const text = this.#held;
    let [read, at] = [this.#half, 0];
    while (at < text.length) {
      const escaped = text[at] === '\\' ? text[at + 1] : undefined;
      if (text[at] === '"') {
        this.#state = 'after';
        break;
      }
      if (text[at] !== '\\') read += text[at++];
      else if (escaped === undefined || (escaped === 'u' && text.length < at + 6)) break;
      else if (escaped === 'u') {
        read += String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16));
        at += 6;
      } else {
        read += escapes[escaped] ?? ('"\\/'.includes(escaped) ? escaped : `\\${escaped}`);
        at += 2;
      }
    }
    this.#held = text.slice(at);
    const last = read.charCodeAt(read.length - 1);
    const isHalf = this.#state === 'inside' && last >= 0xd800 && last <= 0xdbff;
    this.#half = isHalf ? read.slice(-1) : '';
    return isHalf ? read.slice(0, -1) : read;
  }
}

/** Returns the input in arguments of another form: JSON with one string, or no JSON at all. */
function inputIn(given: string): string {
  try {
    const value: unknown = JSON.parse(given);
    if (typeof value === 'string') return value;
    const members = Object(value) as Record<string, unknown>;
    const values = Object.values(members);
    const own = members.input ?? (values.length < 2 ? (values[0] ?? '') : value);
    return typeof own === 'string' ? own : JSON.stringify(own);
  } catch {
    return given;
  }
}
