// Names of files as callers give them: shown, sent back as the name of an attachment, and never part of a path.

const maxLength = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** The name without its path and without what breaks a line or turns the direction of text; `file` where nothing is left. */
export function cleanFilename(given: string): string {
  const base = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = base.replaceAll(unsafe, '_').trim();
  if (clean === '' || clean === '.' || clean === '..') return 'file';
  return shorten(clean);
}

/** The extension stays: it says what kind of file it is. */
function shorten(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= maxLength) return name;
  const extension = /\.[A-Za-z0-9]{1,16}$/.exec(name)?.[0] ?? '';
  return letters.slice(0, maxLength - extension.length).join('') + extension;
}

/** The extension in lower case, without its dot; empty where there is none. */
export function extensionOf(filename: string): string {
  return /\.([A-Za-z0-9]{1,16})$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}
