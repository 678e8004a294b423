// Joins the lines of a text. A word that is hyphenated at the end of a line is one word.

/** A hyphen that a program put there stands behind a letter, and a small letter follows. */
const broken = /(?<=\p{L})[-\u00ad\u2010]$/u;
const softEnd = /\u00ad$/;
const hyphenEnd = /[\p{L}\p{N}][-\u2010]$/u;
/** Words that a text writes with a hyphen, such as `well-known`. */
const compound = /\p{L}+[-\u2010]\p{L}+/gu;

/** Returns the words with hyphens that stand within the lines of a text. */
export function compoundsOf(text: string): Set<string> {
  return new Set([...text.matchAll(compound)].map(([word]) => word.toLowerCase()));
}

/** Returns two lines as one if a word goes on from the first to the second one; undefined otherwise. */
export function joinedWord(line: string, next: string, compounds: ReadonlySet<string>): string | undefined {
  if (softEnd.test(line)) return line.slice(0, -1) + next;
  if (!hyphenEnd.test(line)) return undefined;
  const isBroken = broken.test(line) && /^\p{Ll}/u.test(next);
  if (!isBroken) return /^\p{L}/u.test(next) ? line + next : undefined;
  const [before = ''] = /[\p{L}-]+$/u.exec(line) ?? [];
  const [behind = ''] = /^\p{L}+/u.exec(next) ?? [];
  return compounds.has(`${before}${behind}`.toLowerCase()) ? line + next : line.slice(0, -1) + next;
}

/** Returns the lines as one. */
export function oneLineOf(lines: readonly string[]): string {
  return lines.reduce(
    (text, line) => (text === '' ? line : (joinedWord(text, line, new Set()) ?? `${text} ${line}`)),
    '',
  );
}
