// File names from callers: shown, and sent back in `Content-Disposition`, but never part of a path.

const maxLength = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this pattern removes.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns the name without its path, and with `_` for control characters and characters that change the text direction.
 * Returns `file` if nothing is left.
 */
export function cleanFilename(given: string): string {
  const base = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = base.replaceAll(unsafe, '_').trim();
  if (clean === '' || clean === '.' || clean === '..') return 'file';
  return shorten(clean);
}

/** Shortens a name to 255 characters but keeps the extension, which tells the kind of file. */
function shorten(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= maxLength) return name;
  const extension = /\.[A-Za-z0-9]{1,16}$/.exec(name)?.[0] ?? '';
  return letters.slice(0, maxLength - extension.length).join('') + extension;
}

/** Returns the extension in lower case without its dot, or an empty string. */
export function extensionOf(filename: string): string {
  return /\.([A-Za-z0-9]{1,16})$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}
