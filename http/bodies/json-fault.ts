// Finds the first character at which a text stops being JSON. The message of `JSON.parse` is no replacement: it gives
// no position for most faults, and quotes the text around them, which may hold a password.

/** The position of a fault, and a description that shows nothing of the text. */
export interface JsonFault {
  position: number;
  error: string;
}

const patterns = {
  space: /[ \t\n\r]*/y,
  number: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y,
  /** The longest valid beginning of a number. */
  numberStart: /-?(?:(?:0|[1-9][0-9]*)(?:\.(?:[0-9]+(?:[eE][+-]?)?)?|[eE][+-]?)?)?/y,
  string: /"[[^"\\\p{Cc}]\x7f-\x9f]*(?:\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4})[[^"\\\p{Cc}]\x7f-\x9f]*)*/vy,
  escapeStart: /\\(?:u[0-9a-fA-F]{0,3})?/y,
};

/** Returns the first fault, or undefined if the text is JSON. The text must not nest deeper than the stack allows. */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    const end = skip(text, value(text, skip(text, 0, 'space')), 'space');
    return end === text.length ? undefined : { position: end, error: 'there is more text after the value' };
  } catch (error) {
    if (error instanceof Fault) return { position: error.position, error: error.message };
    throw error;
  }
}

class Fault extends Error {
  readonly position: number;

  constructor(text: string, position: number, expected: string) {
    super(position >= text.length ? `${expected} was expected, but the text ends` : `${expected} was expected`);
    this.position = position;
  }
}

/** Returns the end of the pattern's match at `from`. */
function skip(text: string, from: number, name: keyof typeof patterns): number {
  const pattern = patterns[name];
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}

/** This function and the ones below parse one construct that begins at `from`, and return its end. */
function value(text: string, from: number): number {
  const first = text[from];
  if (first === '{') return list(text, from, '}', member);
  if (first === '[') return list(text, from, ']', value);
  if (first === '"') return string(text, from);
  if (first === '-' || (first !== undefined && first >= '0' && first <= '9')) return number(text, from);
  const word = ['true', 'false', 'null'].find((candidate) => candidate[0] === first);
  if (word === undefined) throw new Fault(text, from, 'a value');
  for (const [index, letter] of Array.from(word).entries()) {
    if (text[from + index] !== letter) throw new Fault(text, from + index, `'${word}'`);
  }
  return from + word.length;
}

function list(text: string, from: number, close: string, item: typeof value): number {
  let at = skip(text, from + 1, 'space');
  if (text[at] === close) return at + 1;
  for (;;) {
    at = skip(text, item(text, at), 'space');
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') throw new Fault(text, at, `',' or '${close}'`);
    at = skip(text, at + 1, 'space');
  }
}

function member(text: string, from: number): number {
  if (text[from] !== '"') throw new Fault(text, from, 'a name in double quotes');
  const colon = skip(text, string(text, from), 'space');
  if (text[colon] !== ':') throw new Fault(text, colon, `':'`);
  return value(text, skip(text, colon + 1, 'space'));
}

function string(text: string, from: number): number {
  const end = skip(text, from, 'string');
  if (text[end] === '"') return end + 1;
  if (text[end] === '\\') throw new Fault(text, skip(text, end, 'escapeStart'), 'an escape sequence');
  throw new Fault(
    text,
    end,
    end < text.length ? 'an escape sequence instead of a control character' : 'a double quote',
  );
}

function number(text: string, from: number): number {
  const end = skip(text, from, 'number');
  const longest = skip(text, from, 'numberStart');
  if (longest > end) throw new Fault(text, longest, 'a digit');
  return end;
}
