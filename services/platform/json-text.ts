// JSON as a text, looked at before or beside its being parsed.

const backslash = 0x5c;

/**
 * The index of the quote that ends the string which begins at `start`, the text's length where none does. Most of a large
 * body is strings: they are not looked at by character.
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

/**
 * A name as readers see it that match names without regard to case: to them ſ is an s, and the sign of kelvin a k.
 */
export function foldName(name: string): string {
  return name.toUpperCase().toLowerCase();
}
