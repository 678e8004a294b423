// Makes text from a server safe for a terminal. A name may contain escape sequences that move the cursor, change the
// window title or simulate keyboard input, and characters that change the text direction.

/** C0, DEL and C1 control characters, line separators, and bidirectional controls. */
const dangerous = /[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu;
/** Whole escape sequences (CSI, OSC and others), so that no `[31m` remains when the escape character is removed. */
const sequences = new RegExp(
  [
    '(?:\\u001B\\[|\\u009B)[0-?]*[ -/]*[@-~]',
    '(?:\\u001B[\\]PX^_]|[\\u009D\\u0090\\u0098\\u009E\\u009F])[^\\u0007\\u001B\\u009C]*(?:\\u0007|\\u001B\\\\|\\u009C)?',
    '\\u001B[ -/]*[0-~]',
  ].join('|'),
  'g',
);

/** Returns the text on one line, without control characters and escape sequences. */
export function plain(text: string): string {
  return text
    .replace(sequences, '')
    .replace(/[\t\n\r]+/g, ' ')
    .replace(dangerous, '');
}

/**
 * Returns the value as JSON that is safe to print. Dangerous characters become JSON escapes, so the value stays the
 * same. `indent` 0 returns one line.
 */
export function safeJson(value: unknown, indent = 2): string {
  const json = JSON.stringify(value, null, indent);
  return json.replace(dangerous, (character) => (character === '\n' ? character : asEscape(character)));
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Matches credentials of an svc server, link tokens and webhook secrets anywhere in a text. */
const credentialPattern =
  /\b(svcuser|svcuserrefresh|svcorg|svcproj|svcreset|svcinvitation|whsec)_[A-Za-z0-9+/=_-]{8,}/g;

/** Returns the text with its credentials redacted. */
export function masked(text: string): string {
  return text.replace(credentialPattern, '$1_[redacted]');
}
