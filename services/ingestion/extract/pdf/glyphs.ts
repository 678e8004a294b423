// Letters that a PDF names in a way that its reader does not know: old-style digits and small capitals of fonts made for
// typesetting (`one.oldstyle`, `a.sc`). The reader answers the codes of such glyphs in place of their letters.

import type { OperatorList, Operators, Page, TextItem } from './document.ts';

/** Codes that are never text: the reader found no letter for a glyph. */
const controls = /[^\P{Cc}\t\n\r]/u;
const allControls = new RegExp(controls, 'gu');

const marks: Record<string, string> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  dieresis: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedilla: '\u0327',
};
const marked = new RegExp(`^([A-Za-z])(${Object.keys(marks).join('|')})$`);
const named = new Map(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
    .map((name, digit) => [name, String(digit)])
    .concat([
      ['ampersand', '&'],
      ['comma', ','],
      ['dollar', '$'],
      ['exclam', '!'],
      ['germandbls', 'ß'],
      ['hyphen', '-'],
      ['percent', '%'],
      ['period', '.'],
      ['question', '?'],
      ['quoteright', '’'],
      ['slash', '/'],
    ]) as [string, string][],
);

/** Returns the items with the letters of such glyphs, and without codes that are no text. */
export async function spelled(page: Page, items: readonly TextItem[], operators: Operators): Promise<TextItem[]> {
  if (!items.some(({ str }) => controls.test(str))) return [...items];
  const letters = lettersOf(page, await page.getOperatorList(), operators);
  return items.map((item) => ({
    ...item,
    // An item has the name of one font only, also if it has letters of several ones.
    str: item.str.replace(
      allControls,
      (code) => letters.get(item.fontName)?.get(code) ?? letters.get('')?.get(code) ?? ' ',
    ),
  }));
}

/** Returns, by font, the letters for the codes of glyphs with a variant in their name; those of all fonts by the name ''. */
function lettersOf(
  page: Page,
  { fnArray, argsArray }: OperatorList,
  operators: Operators,
): Map<string, Map<string, string>> {
  const all = new Map<string, string>();
  const found = new Map([['', all]]);
  for (const [index, operator] of fnArray.entries()) {
    // Only fonts that the page has set are known.
    const [name] = operator === operators.setFont ? (argsArray[index] as [string]) : [];
    if (name === undefined || found.has(name)) continue;
    const own = new Map<string, string>();
    const { differences = [] } = page.commonObjs.get(name) as { differences?: (string | undefined)[] };
    for (const [code, glyph] of differences.entries()) {
      const letter = letterOf(glyph ?? '');
      if (letter === undefined) continue;
      own.set(String.fromCharCode(code), letter);
      all.set(String.fromCharCode(code), letter);
    }
    found.set(name, own);
  }
  return found;
}

/**
 * Returns the letter of a glyph by its name without the variant, as the Adobe Glyph List says: what stands behind the
 * first full stop does not change the letter. Undefined for a name without a variant, which the reader knows.
 */
function letterOf(glyph: string): string | undefined {
  const end = glyph.indexOf('.');
  if (end < 1) return undefined;
  const name = glyph.slice(0, end);
  const code = /^(?:uni|u)([0-9A-F]{4,5})$/.exec(name)?.[1];
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
  const [, letter, mark] = marked.exec(name) ?? [];
  if (letter !== undefined && mark !== undefined) return `${letter}${marks[mark]}`.normalize('NFC');
  return /^(?:[A-Za-z]|f[fil]{1,2})$/.test(name) ? name : named.get(name);
}
