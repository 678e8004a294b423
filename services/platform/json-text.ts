// Scans of JSON text before or instead of parsing.

const backslash = 0x5c;

/**
 * Returns the index of the quote that ends the string starting at `start`, or the text's length if the string does not
 * end. Large bodies are mostly strings, so the scan does not go character by character.
 */
export function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}

/** Folds the case of a name like parsers that ignore case: they treat ſ as s and the Kelvin sign as k. */
export function foldName(name: string): string {
  return name.toUpperCase().toLowerCase();
}
