// Text from a server on its way to a terminal. A name may hold anything: sequences that move the cursor, change the
// window's title or answer for the person at the keyboard, and characters that turn the direction of a line around.

/** C0, DEL and C1 controls, line separators, and what changes the direction of text. */
const dangerous = /[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu;
/** A terminal's whole sequences (CSI, OSC and the like), so that no `[31m` is left where the escape character was cut. */
const sequences = new RegExp(
  [
    '(?:\\u001B\\[|\\u009B)[0-?]*[ -/]*[@-~]',
    '(?:\\u001B[\\]PX^_]|[\\u009D\\u0090\\u0098\\u009E\\u009F])[^\\u0007\\u001B\\u009C]*(?:\\u0007|\\u001B\\\\|\\u009C)?',
    '\\u001B[ -/]*[0-~]',
  ].join('|'),
  'g',
);

/** The text in one line, without anything that a terminal would take for more than a character. */
export function plain(text: string): string {
  return text
    .replace(sequences, '')
    .replace(/[\t\n\r]+/g, ' ')
    .replace(dangerous, '');
}

/** The value as JSON that is safe to show: what `plain` cuts is written as an escape, and means the same. */
export function safeJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  return json.replace(dangerous, (character) => (character === '\n' ? character : asEscape(character)));
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
